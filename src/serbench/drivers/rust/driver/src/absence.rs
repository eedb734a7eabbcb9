//! Fields that tell absent from null.

use serde::{Deserialize, Deserializer};

/// What a member holds that is there, null or a value.
pub fn told<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(transparent)]
    struct Told {
        value: Option<u8>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Thing {
        #[serde(default, deserialize_with = "told")]
        field: Option<Told>,
    }

    fn read(json: &str) -> Option<Option<u8>> {
        serde_json::from_str::<Thing>(json).unwrap().field.map(|told| told.value)
    }

    #[test]
    fn absent_null_and_a_value_are_three() {
        assert_eq!(read("{}"), None);
        assert_eq!(read(r#"{"field": null}"#), Some(None));
        assert_eq!(read(r#"{"field": 1}"#), Some(Some(1)));
    }
}
