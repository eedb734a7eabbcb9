//! A visitor before the derived one of each record, which keeps from the compiler what data never
//! brings.
//!
//! A library of serde hands a record's visitor all that its format can hold: documents, but also
//! timestamps, object ids or dates, each as a map of a type of its own. The derived `visit_map` is
//! compiled for every one of them, and so are those of all records within: of bson's code that was
//! two thirds. No record of a schema is ever read from such an object, so that an error says the same.

use std::any::type_name;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// Types of libraries that hold no record, by how their names begin. What is not here is taken for
/// data: a name that is missing, or no longer true, costs time of the compiler and nothing else.
macro_rules! is_no_record {
    ($name:expr) => {
        is_no_record!(@ $name,
            b"bson::de::raw::BinaryAccess"
            b"bson::de::raw::CodeWithScopeAccess"
            b"bson::de::raw::DateTimeAccess"
            b"bson::de::raw::DbPointerAccess"
            b"bson::de::raw::Decimal128Access"
            b"bson::de::raw::ObjectIdAccess"
            b"bson::de::raw::RawBsonAccess"
            b"bson::de::raw::RawDocumentAccess"
            b"bson::de::raw::RegexAccess"
            b"bson::de::raw::TimestampAccess"
            b"serde_core::de::value::SeqDeserializer<core::iter::adapters::copied::Copied<"
            b"serde_spanned::"
            b"toml_datetime::"
        )
    };
    (@ $name:expr, $($start:literal)*) => { $(begins($name, $start))||* };
}

/// A deserializer of one record.
pub struct NarrowDeserializer<D>(pub D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for NarrowDeserializer<D> {
    type Error = D::Error;

    #[inline(always)]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct(name, fields, NarrowVisitor(visitor, PhantomData::<fn(D)>))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    // None of which is called for a struct.
    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

struct NarrowVisitor<V, D>(V, PhantomData<fn(D)>);

impl<'de, V: Visitor<'de>, D> Visitor<'de> for NarrowVisitor<V, D> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.expecting(f)
    }

    #[inline(always)]
    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        match holds_no_record::<A, D>() {
            true => Err(no_record()),
            false => self.0.visit_map(access),
        }
    }

    #[inline(always)]
    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        match holds_no_record::<A, D>() {
            true => Err(no_record()),
            false => self.0.visit_seq(access),
        }
    }
}

#[cold]
fn no_record<E: Error>() -> E {
    E::custom("an object of the library's own is not a record")
}

/// Known to LLVM before it looks at what the branches call; to rustc it cannot be, as long as
/// `type_name` is no `const fn`. `D` reads the record.
#[inline(always)]
fn holds_no_record<A, D>() -> bool {
    let access = type_name::<A>().as_bytes();
    // From bytes it is code, a symbol or a pattern; from a tree of documents it is data.
    let is_bson_of_bytes = begins(type_name::<D>().as_bytes(), b"&mut bson::de::raw::")
        || begins(type_name::<D>().as_bytes(), b"bson::de::raw::");
    is_no_record!(access) || (is_bson_of_bytes && begins(access, b"bson::de::serde::"))
}

/// By one comparison, which LLVM folds: a loop it would not.
#[inline(always)]
fn begins<const N: usize>(name: &[u8], start: &[u8; N]) -> bool {
    name.first_chunk() == Some(start)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::de::value::{MapDeserializer, SeqDeserializer};

    use super::*;

    #[test]
    fn only_known_names_hold_no_record() {
        type Bytes<'a> = std::iter::Copied<std::slice::Iter<'a, u8>>;
        type Failure = serde::de::value::Error;
        assert!(holds_no_record::<SeqDeserializer<Bytes<'static>, Failure>, ()>());
        assert!(!holds_no_record::<SeqDeserializer<std::vec::IntoIter<u8>, Failure>, ()>());
        type Entries = std::collections::btree_map::IntoIter<String, u8>;
        assert!(!holds_no_record::<MapDeserializer<'static, Entries, Failure>, ()>());
        assert!(!holds_no_record::<BTreeMap<u8, u8>, ()>());
    }
}
