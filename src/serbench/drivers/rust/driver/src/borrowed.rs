//! What borrowed types are made of: text and bytes that lie in the encoded bytes where they can.
//!
//! Serde's own `#[serde(borrow)] Cow<str>` borrows as a field, but is copied inside of a list, an
//! optional or a map: https://serde.rs/lifetimes.html

use std::borrow::Cow;

use base64::engine::general_purpose::STANDARD;
use base64::Engine;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

use crate::value::{visit_bytes, Visit};

/// The schema's root type with all text and bytes borrowed.
pub trait Borrowed: 'static {
    type Of<'a>: Visit + Deserialize<'a>;
}

/// Owned only where it does not lie in the encoded bytes as it is, as with JSON's escapes.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextRef<'a>(pub Cow<'a, str>);

impl Visit for TextRef<'_> {
    fn visit(&self) -> u64 {
        visit_bytes(self.0.as_bytes())
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for TextRef<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor).map(Self)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.into()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text))
    }
}

/// The schema's `bytes`. Formats that people read have base64, which must be decoded: owned.
#[derive(Debug, PartialEq, Eq)]
pub struct BytesRef<'a>(pub Cow<'a, [u8]>);

impl Visit for BytesRef<'_> {
    fn visit(&self) -> u64 {
        visit_bytes(&self.0)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for BytesRef<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = deserializer.deserialize_str(TextVisitor)?;
            let decoded = STANDARD.decode(text.as_bytes()).map_err(Error::custom)?;
            Ok(Self(Cow::Owned(decoded)))
        } else {
            deserializer.deserialize_bytes(BytesVisitor).map(Self)
        }
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Cow<'de, [u8]>;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("bytes")
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(bytes))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Ok(Cow::Owned(bytes.into()))
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Self::Value, E> {
        Ok(Cow::Owned(bytes))
    }

    /// Formats without a type for bytes give them back as a list of numbers.
    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
        crate::bytes::of_numbers(items).map(Cow::Owned)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn is_borrowed(text: &TextRef) -> bool {
        matches!(text.0, Cow::Borrowed(_))
    }

    #[test]
    fn text_is_borrowed_in_lists_optionals_and_maps() {
        let json = r#"{"key": [null, "text"]}"#;
        let map: BTreeMap<TextRef, Vec<Option<TextRef>>> = serde_json::from_str(json).unwrap();
        let (key, list) = map.first_key_value().unwrap();
        assert!(is_borrowed(key) && is_borrowed(list[1].as_ref().unwrap()));
    }

    #[test]
    fn text_with_escapes_is_owned() {
        let text: TextRef = serde_json::from_str(r#""a\nb""#).unwrap();
        assert!(!is_borrowed(&text));
        assert_eq!(text.0, "a\nb");
    }

    #[test]
    fn bytes_are_decoded_from_base64() {
        let bytes: BytesRef = serde_json::from_str(r#""AQID""#).unwrap();
        assert_eq!(*bytes.0, [1, 2, 3]);
        assert!(serde_json::from_str::<BytesRef>(r#""AQI""#).is_err());
    }
}
