//! Maps whose keys are no text, for codecs that do not take such: they are given the list of the
//! entries, records of a key and a value.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

crate::entries! {}

#[derive(serde::Serialize)]
struct Lent<'a, K, T> {
    key: &'a K,
    value: &'a T,
}

#[derive(serde::Deserialize)]
struct Entry<K, T> {
    key: K,
    value: T,
}

impl<K: Serialize, T: Serialize> Serialize for Entries<K, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(key, value)| Lent { key, value }))
    }
}

impl<'de, K: Deserialize<'de> + Ord, T: Deserialize<'de>> Deserialize<'de> for Entries<K, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(EntriesVisitor(PhantomData))
    }
}

struct EntriesVisitor<K, T>(PhantomData<(K, T)>);

impl<'de, K: Deserialize<'de> + Ord, T: Deserialize<'de>> Visitor<'de> for EntriesVisitor<K, T> {
    type Value = Entries<K, T>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of entries")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let next = || items.next_element().transpose();
        std::iter::from_fn(next)
            .map(|entry| entry.map(|Entry { key, value }| (key, value)))
            .collect()
    }
}

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
