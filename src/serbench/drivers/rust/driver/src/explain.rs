//! What of a value a format cannot hold, and where: for `explain`, which is asked when a value did
//! not survive.

use serde::Serialize;

use crate::value::Json;

/// The path to the first part of a value that the predicate is true of: `$.user.id`.
pub fn find(value: &impl Serialize, is_it: fn(&Json) -> bool) -> Option<String> {
    let json = serde_json::to_value(value).ok()?;
    search(&json, is_it).map(|path| format!("${path}"))
}

fn search(json: &Json, is_it: fn(&Json) -> bool) -> Option<String> {
    if is_it(json) {
        return Some(String::new());
    }
    match json {
        Json::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(i, item)| Some(format!("[{i}]{}", search(item, is_it)?))),
        Json::Object(members) => members
            .iter()
            .find_map(|(name, member)| Some(format!(".{name}{}", search(member, is_it)?))),
        _ => None,
    }
}

/// Where a u64 stands that is no i64, for formats without unsigned integers.
pub fn above_i64(value: &impl Serialize) -> Option<String> {
    let path = find(value, |json| json.is_u64() && !json.is_i64())?;
    Some(format!("a u64 above 2^63 - 1 at {path}"))
}

/// Where a map has a key with the character NUL, for formats that end names with it.
pub fn nul_in_key(value: &impl Serialize) -> Option<String> {
    let has_nul = |json: &Json| {
        json.as_object().is_some_and(|members| members.keys().any(|key| key.contains('\0')))
    };
    Some(format!("a key that holds the character NUL at {}", find(value, has_nul)?))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn causes_are_told_with_their_place() {
        let value = BTreeMap::from([("a", vec![1, 2]), ("b", vec![3, u64::MAX])]);
        assert_eq!(above_i64(&value).unwrap(), "a u64 above 2^63 - 1 at $.b[1]");
        assert_eq!(nul_in_key(&value), None);
        let value = BTreeMap::from([("x", BTreeMap::from([("a\0", 1)]))]);
        assert_eq!(nul_in_key(&value).unwrap(), "a key that holds the character NUL at $.x");
    }
}
