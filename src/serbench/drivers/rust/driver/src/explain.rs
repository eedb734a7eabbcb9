//! What of a value a format cannot hold, and where: for `explain`, which is asked when a value did
//! not survive.

use serde::Serialize;

use crate::value::{Json, Value};

/// What canonical JSON says of a value is what serde does.
fn to_json(value: &impl Serialize) -> Json {
    serde_json::to_value(value).unwrap_or_default()
}

/// The path to the first part of a value that the predicate is true of: `$.user.id`.
fn find(value: &Json, is_it: fn(&Json) -> bool) -> Option<String> {
    search(value, is_it).map(|path| format!("${path}"))
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
    a_large_number(&to_json(value))
}

fn a_large_number(value: &Json) -> Option<String> {
    let path = find(value, |json| json.is_u64() && !json.is_i64())?;
    Some(format!("a u64 above 2^63 - 1 at {path}"))
}

/// Where a map has a key with the character NUL, for formats that end names with it.
pub fn nul_in_key(value: &impl Serialize) -> Option<String> {
    a_key_with_nul(&to_json(value))
}

fn a_key_with_nul(value: &Json) -> Option<String> {
    let has_nul = |json: &Json| {
        json.as_object().is_some_and(|members| members.keys().any(|key| key.contains('\0')))
    };
    Some(format!("a key that holds the character NUL at {}", find(value, has_nul)?))
}

/// Where a negative zero stands, for libraries that lose the sign.
pub fn negative_zero(value: &impl Serialize) -> Option<String> {
    a_negative_zero(&to_json(value))
}

fn a_negative_zero(value: &Json) -> Option<String> {
    let path = find(value, |json| json.as_f64().is_some_and(|f| f == 0.0 && f.is_sign_negative()))?;
    Some(format!("the sign of -0.0 at {path}"))
}

/// Whether NaN or an infinity is there, for formats without them.
pub fn non_finite(value: &impl Value) -> Option<String> {
    value.has_non_finite().then(|| "NaN and infinities".into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn causes_are_told_with_their_place() {
        let value = json!({"a": [1, 2], "b": [3, u64::MAX]});
        assert_eq!(a_large_number(&value).unwrap(), "a u64 above 2^63 - 1 at $.b[1]");
        assert_eq!(a_key_with_nul(&value), None);
        let found = a_key_with_nul(&json!({"x": {"a\0": 1}}));
        assert_eq!(found.unwrap(), "a key that holds the character NUL at $.x");
        assert_eq!(
            a_negative_zero(&json!({"a": [0.0, -0.0]})).unwrap(),
            "the sign of -0.0 at $.a[1]"
        );
    }
}
