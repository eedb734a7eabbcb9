//! The schema's `bytes`: base64 in formats that people read, serde's bytes in all others.

use std::collections::BTreeMap;

use base64::engine::general_purpose::STANDARD;
use base64::Engine;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::access::Accessor;
use crate::error::Error as Failure;
use crate::value::{canonical_bytes, visit_bytes, Blob, Json, Value, ValueError, Visit};

/// Serde sees a plain `Vec<u8>` as a list of numbers, which is not what formats mean by bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl Visit for Bytes {
    fn visit(&self) -> u64 {
        visit_bytes(&self.0)
    }
}

impl Value for Bytes {
    fn canonical(&self, out: &mut Vec<u8>) {
        canonical_bytes(&self.0, out);
    }

    fn from_json(json: &Json) -> Result<Self, ValueError> {
        let decoded = json.as_str().and_then(|text| STANDARD.decode(text).ok());
        decoded.map(Self).ok_or_else(|| ValueError::new(json, "base64 with padding"))
    }

    fn look<'a, A: Accessor<'a>>(at: A) -> Result<u64, Failure> {
        Ok(visit_bytes(at.bytes()?))
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(&STANDARD.encode(&self.0))
        } else {
            serializer.serialize_bytes(&self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(Base64Visitor)
        } else {
            deserializer.deserialize_byte_buf(BytesVisitor)
        }
    }
}

/// Bytes for a binary format whose serializer does not tell serde that it is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BinaryBytes(pub Vec<u8>);

impl Visit for BinaryBytes {
    fn visit(&self) -> u64 {
        visit_bytes(&self.0)
    }
}

impl Value for BinaryBytes {
    fn canonical(&self, out: &mut Vec<u8>) {
        canonical_bytes(&self.0, out);
    }

    fn from_json(json: &Json) -> Result<Self, ValueError> {
        Bytes::from_json(json).map(|bytes| Self(bytes.0))
    }

    fn look<'a, A: Accessor<'a>>(at: A) -> Result<u64, Failure> {
        Bytes::look(at)
    }
}

impl Serialize for BinaryBytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for BinaryBytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(BytesVisitor).map(|bytes| Self(bytes.0))
    }
}

struct Base64Visitor;

impl Visitor<'_> for Base64Visitor {
    type Value = Bytes;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("base64 with padding")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Bytes, E> {
        STANDARD.decode(text).map(Bytes).map_err(E::custom)
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Bytes;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
        Ok(Bytes(bytes.to_vec()))
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
        Ok(Bytes(bytes))
    }

    /// Formats without a type for bytes give them back as a list of numbers.
    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Bytes, A::Error> {
        of_numbers(items).map(Bytes)
    }
}

pub(crate) fn of_numbers<'de, A: SeqAccess<'de>>(mut items: A) -> Result<Vec<u8>, A::Error> {
    let mut bytes = Vec::with_capacity(items.size_hint().unwrap_or(0).min(1 << 16));
    while let Some(byte) = items.next_element()? {
        bytes.push(byte);
    }
    Ok(bytes)
}

/// A blob in a plain value, as the schema's `bytes` and back.
pub trait PlainBlob: Blob + Clone {
    type Bytes: Value;

    fn wrap(self) -> Self::Bytes;
    fn unwrap(bytes: Self::Bytes) -> Self;
}

impl PlainBlob for Vec<u8> {
    type Bytes = Bytes;

    fn wrap(self) -> Bytes {
        Bytes(self)
    }

    fn unwrap(bytes: Bytes) -> Self {
        bytes.0
    }
}

impl<B: PlainBlob> PlainBlob for Option<B> {
    type Bytes = Option<B::Bytes>;

    fn wrap(self) -> Self::Bytes {
        self.map(B::wrap)
    }

    fn unwrap(bytes: Self::Bytes) -> Self {
        bytes.map(B::unwrap)
    }
}

impl<B: PlainBlob> PlainBlob for Vec<B> {
    type Bytes = Vec<B::Bytes>;

    fn wrap(self) -> Self::Bytes {
        self.into_iter().map(B::wrap).collect()
    }

    fn unwrap(bytes: Self::Bytes) -> Self {
        bytes.into_iter().map(B::unwrap).collect()
    }
}

impl<K: Value + Ord, B: PlainBlob> PlainBlob for BTreeMap<K, B> {
    type Bytes = BTreeMap<K, B::Bytes>;

    fn wrap(self) -> Self::Bytes {
        self.into_iter().map(|(key, blob)| (key, blob.wrap())).collect()
    }

    fn unwrap(bytes: Self::Bytes) -> Self {
        bytes.into_iter().map(|(key, blob)| (key, B::unwrap(blob))).collect()
    }
}
