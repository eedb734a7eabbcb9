//! Unions: enums whose variant is told by what a value is in JSON, as formats that people read have
//! them; in others serde's derived traits name or number it.

use crate::value::Json;

/// What a value is in JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(non_camel_case_types)] // as `union!` is told
pub enum Shape {
    null,
    boolean,
    number,
    text,
    list,
    object,
}

impl Shape {
    pub fn of(json: &Json) -> Self {
        match json {
            Json::Null => Self::null,
            Json::Bool(_) => Self::boolean,
            Json::Number(_) => Self::number,
            Json::String(_) => Self::text,
            Json::Array(_) => Self::list,
            Json::Object(_) => Self::object,
        }
    }
}

/// Everything for an enum of newtype variants that derives serde's traits with
/// `#[serde(remote = "Self")]`: `union! { Type { Variant: 0 number, ... } }`.
#[macro_export]
macro_rules! union {
    ($type:ident { $($variant:ident: $number:literal $shape:ident),* $(,)? }) => {
        impl $crate::Visit for $type {
            fn visit(&self) -> u64 {
                match self {
                    $(Self::$variant(value) => $crate::Visit::visit(value).wrapping_add($number),)*
                }
            }
        }

        impl $crate::Value for $type {
            fn canonical(&self, out: &mut ::std::vec::Vec<u8>) {
                match self {
                    $(Self::$variant(value) => {
                        out.extend_from_slice(&u32::to_le_bytes($number));
                        $crate::Value::canonical(value, out);
                    })*
                }
            }

            fn from_json(json: &$crate::Json) -> ::std::result::Result<Self, $crate::ValueError> {
                match $crate::Shape::of(json) {
                    $($crate::Shape::$shape => $crate::Value::from_json(json).map(Self::$variant),)*
                    _ => ::std::result::Result::Err($crate::ValueError::new(
                        json,
                        "a variant of its union",
                    )),
                }
            }

            /// No library whose accessors reach fields by their names holds unions.
            fn look<'a, A: $crate::Accessor<'a>>(
                _at: A,
            ) -> ::std::result::Result<u64, $crate::Error> {
                ::std::result::Result::Err($crate::Error::cannot_hold("unions"))
            }
        }

        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                if !serializer.is_human_readable() {
                    return Self::serialize(self, serializer);
                }
                match self {
                    $(Self::$variant(value) => ::serde::Serialize::serialize(value, serializer),)*
                }
            }
        }

        $crate::union_by_shape! { $type { $($variant: $shape),* } }
    };
}

/// As `union!`, for an enum that borrows and is only read.
#[macro_export]
macro_rules! borrowed_union {
    ($type:ident { $($variant:ident: $number:literal $shape:ident),* $(,)? }) => {
        impl $crate::Visit for $type<'_> {
            fn visit(&self) -> u64 {
                match self {
                    $(Self::$variant(value) => $crate::Visit::visit(value).wrapping_add($number),)*
                }
            }
        }

        $crate::union_by_shape! { $type<'a> { $($variant: $shape),* } }
    };
}

/// `Deserialize` of a union.
#[doc(hidden)]
#[macro_export]
macro_rules! union_by_shape {
    ($type:ident $(<$life:lifetime>)? { $($variant:ident: $shape:ident),* }) => {
        impl<'de $(: $life, $life)?> ::serde::Deserialize<'de> for $type $(<$life>)? {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                use ::serde::de::{value, Deserialize, Error, IntoDeserializer, MapAccess, SeqAccess};
                use ::std::result::Result;

                struct Visitor<T>(::std::marker::PhantomData<fn() -> T>);

                impl<'de $(: $life, $life)?> ::serde::de::Visitor<'de> for Visitor<$type $(<$life>)?> {
                    type Value = $type $(<$life>)?;

                    fn expecting(&self, f: &mut ::std::fmt::Formatter) -> ::std::fmt::Result {
                        f.write_str("a variant of its union")
                    }

                    $($crate::union_visits! { $shape $type::$variant })*
                }

                if !deserializer.is_human_readable() {
                    return Self::deserialize(deserializer);
                }
                deserializer.deserialize_any(Visitor::<Self>(::std::marker::PhantomData))
            }
        }
    };
}

/// The methods of serde's visitor for a shape.
#[doc(hidden)]
#[macro_export]
macro_rules! union_visits {
    (boolean $type:ident::$variant:ident) => {
        fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
            Result::Ok($type::$variant(value))
        }
    };
    (number $type:ident::$variant:ident) => {
        fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
            Deserialize::deserialize(value.into_deserializer()).map($type::$variant)
        }
        fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
            Deserialize::deserialize(value.into_deserializer()).map($type::$variant)
        }
        fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
            Deserialize::deserialize(value.into_deserializer()).map($type::$variant)
        }
    };
    (text $type:ident::$variant:ident) => {
        fn visit_str<E: Error>(self, value: &str) -> Result<Self::Value, E> {
            Deserialize::deserialize(value.into_deserializer()).map($type::$variant)
        }
        fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<Self::Value, E> {
            let text = value::BorrowedStrDeserializer::new(value);
            Deserialize::deserialize(text).map($type::$variant)
        }
        fn visit_string<E: Error>(self, value: ::std::string::String) -> Result<Self::Value, E> {
            Deserialize::deserialize(value.into_deserializer()).map($type::$variant)
        }
    };
    (list $type:ident::$variant:ident) => {
        fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
            let items = value::SeqAccessDeserializer::new(items);
            Deserialize::deserialize(items).map($type::$variant)
        }
    };
    (object $type:ident::$variant:ident) => {
        fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Self::Value, A::Error> {
            let entries = value::MapAccessDeserializer::new(entries);
            Deserialize::deserialize(entries).map($type::$variant)
        }
    };
}
