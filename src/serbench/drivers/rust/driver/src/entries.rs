//! Maps whose keys are no text, for codecs that do not take such: they are given the list of the
//! entries, records of a key and a value.

crate::serde_entries! { "Entry" }

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Blob, PlainBlob, Value, Visit};

    #[test]
    fn serde_has_the_list_of_the_entries() {
        let list = json!([{"key": -1, "value": "a"}, {"key": 2, "value": "b"}]);
        let map: Entries<i32, String> = serde_json::from_value(list.clone()).unwrap();
        assert_eq!(map.0, [(-1, "a".into()), (2, "b".into())].into());
        assert_eq!(serde_json::to_value(&map).unwrap(), list);
        let loaded = Entries::<i32, String>::from_json(&list).unwrap();
        assert_eq!((loaded.0, map.visit()), (map.0.clone(), map.0.visit()));
    }

    #[test]
    fn bytes_are_found_in_the_values() {
        let map: Entries<bool, Vec<u8>> = [(true, vec![3, 4])].into_iter().collect();
        assert_eq!(map.visit_blob(), 1 + 1 + 2 + 3 + 4);
        assert_eq!(PlainBlob::wrap(map).0[&true].0, [3, 4]);
    }
}
