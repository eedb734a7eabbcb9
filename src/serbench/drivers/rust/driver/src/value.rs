//! Plain values: canonical bytes, visit sums and canonical JSON, as docs/protocol.md defines them.
//!
//! Records and enums get their implementations from `record!` and `symbols!`.

use std::collections::BTreeMap;

pub use serde_json::Value as Json;

/// Whatever has leaves to touch: plain values, and the message objects of own-model codecs.
pub trait Visit {
    /// The sum modulo 2^64 over all leaves.
    fn visit(&self) -> u64;
}

/// A plain value of a schema.
pub trait Value: Visit + Clone {
    /// Appends the canonical bytes.
    fn canonical(&self, out: &mut Vec<u8>);
    fn from_json(json: &Json) -> Result<Self, ValueError>;
}

/// A generated enum. The number of a symbol is its place in `SYMBOLS`.
pub trait Symbols: Copy + 'static {
    const SYMBOLS: &'static [(Self, &'static str)];

    fn number(self) -> u32;

    fn from_number(number: u32) -> Option<Self> {
        let (symbol, _) = Self::SYMBOLS.get(number as usize)?;
        Some(*symbol)
    }
}

/// A JSON value that its type cannot hold. `path` leads to it from the root: `$.user.id`.
#[derive(Debug)]
pub struct ValueError {
    path: String,
    reason: String,
}

impl ValueError {
    #[cold]
    pub fn new(json: &Json, expected: &str) -> Self {
        let found = match json {
            Json::Null => "null",
            Json::Bool(_) => "a boolean",
            Json::Number(number) => &format!("the number {number}"),
            Json::String(_) => "a string",
            Json::Array(_) => "a list",
            Json::Object(_) => "an object",
        };
        Self { path: String::new(), reason: format!("{found} is not {expected}") }
    }

    #[cold]
    pub fn inside(mut self, step: &str) -> Self {
        self.path.insert_str(0, step);
        self
    }
}

impl std::fmt::Display for ValueError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "${}: {}", self.path, self.reason)
    }
}

/// The field `name` of a record that stands in JSON as `json`.
pub fn field<T: Value>(json: &Json, name: &str) -> Result<T, ValueError> {
    let Json::Object(members) = json else {
        return Err(ValueError::new(json, "a record"));
    };
    match members.get(name) {
        Some(member) => T::from_json(member).map_err(|error| error.inside(&format!(".{name}"))),
        None => Err(ValueError { path: format!(".{name}"), reason: "is missing".into() }),
    }
}

pub fn symbol<T: Symbols>(json: &Json) -> Result<T, ValueError> {
    let symbols = T::SYMBOLS.iter();
    let found = symbols.into_iter().find(|(_, name)| json.as_str() == Some(*name));
    match found {
        Some((symbol, _)) => Ok(*symbol),
        None => Err(ValueError::new(json, "a symbol of its enum")),
    }
}

/// `Visit` and `Value` for a struct: `record! { Type { field: "wire name", ... } }`.
#[macro_export]
macro_rules! record {
    ($type:ty { $($field:ident: $name:literal),* $(,)? }) => {
        impl $crate::Visit for $type {
            fn visit(&self) -> u64 {
                let sum = 0_u64;
                $(let sum = sum.wrapping_add($crate::Visit::visit(&self.$field));)*
                sum
            }
        }

        impl $crate::Value for $type {
            fn canonical(&self, out: &mut ::std::vec::Vec<u8>) {
                let _ = &out;
                $($crate::Value::canonical(&self.$field, out);)*
            }

            fn from_json(json: &$crate::Json) -> ::std::result::Result<Self, $crate::ValueError> {
                if !json.is_object() {
                    return ::std::result::Result::Err($crate::ValueError::new(json, "a record"));
                }
                ::std::result::Result::Ok(Self { $($field: $crate::field(json, $name)?,)* })
            }
        }
    };
}

/// `Symbols`, `Visit` and `Value` for an enum: `symbols! { Type { Variant: "wire name", ... } }`.
#[macro_export]
macro_rules! symbols {
    ($type:ty { $($variant:ident: $name:literal),* $(,)? }) => {
        impl $crate::Symbols for $type {
            const SYMBOLS: &'static [(Self, &'static str)] = &[$((Self::$variant, $name),)*];

            fn number(self) -> u32 {
                self as u32
            }
        }

        impl $crate::Visit for $type {
            fn visit(&self) -> u64 {
                *self as u64
            }
        }

        impl $crate::Value for $type {
            fn canonical(&self, out: &mut ::std::vec::Vec<u8>) {
                out.extend_from_slice(&(*self as u32).to_le_bytes());
            }

            fn from_json(json: &$crate::Json) -> ::std::result::Result<Self, $crate::ValueError> {
                $crate::symbol(json)
            }
        }
    };
}

macro_rules! scalar {
    ($type:ident, $visit:expr, $canonical:expr, $from_json:expr) => {
        impl Visit for $type {
            fn visit(&self) -> u64 {
                $visit(*self)
            }
        }

        impl Value for $type {
            fn canonical(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&$canonical(*self));
            }

            fn from_json(json: &Json) -> Result<Self, ValueError> {
                $from_json(json).ok_or_else(|| ValueError::new(json, stringify!($type)))
            }
        }
    };
}

scalar!(bool, u64::from, |v| [u8::from(v)], Json::as_bool);
scalar!(i32, |v| i64::from(v) as u64, i32::to_le_bytes, |j: &Json| j.as_i64()?.try_into().ok());
scalar!(u32, u64::from, u32::to_le_bytes, |j: &Json| j.as_u64()?.try_into().ok());
scalar!(i64, |v| v as u64, i64::to_le_bytes, Json::as_i64);
scalar!(u64, |v| v, u64::to_le_bytes, Json::as_u64);
scalar!(f64, f64::to_bits, f64::to_le_bytes, Json::as_f64);
// Read as the nearest double first: the canonical text is that of a double, and rounding
// it once, straight to 32 bits, differs where the double lies between two of them.
scalar!(f32, |v| u64::from(f32::to_bits(v)), f32::to_le_bytes, |j: &Json| Some(j.as_f64()? as f32)
    .filter(|v| v.is_finite()));

/// The visit sum of text or bytes.
pub fn visit_bytes(bytes: &[u8]) -> u64 {
    match bytes {
        [] => 0,
        [only] => 1 + 2 * u64::from(*only),
        [first, .., last] => bytes.len() as u64 + u64::from(*first) + u64::from(*last),
    }
}

pub(crate) fn canonical_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    out.extend_from_slice(bytes);
}

impl Visit for String {
    fn visit(&self) -> u64 {
        visit_bytes(self.as_bytes())
    }
}

impl Value for String {
    fn canonical(&self, out: &mut Vec<u8>) {
        canonical_bytes(self.as_bytes(), out);
    }

    fn from_json(json: &Json) -> Result<Self, ValueError> {
        json.as_str().map(str::to_owned).ok_or_else(|| ValueError::new(json, "a string"))
    }
}

/// Bytes in messages: a list of numbers is never one of `u8`.
impl Visit for Vec<u8> {
    fn visit(&self) -> u64 {
        visit_bytes(self)
    }
}

impl<T: Visit> Visit for Vec<T> {
    fn visit(&self) -> u64 {
        self.iter().fold(self.len() as u64, |sum, item| sum.wrapping_add(item.visit()))
    }
}

impl<T: Value> Value for Vec<T> {
    fn canonical(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&(self.len() as u64).to_le_bytes());
        self.iter().for_each(|item| item.canonical(out));
    }

    fn from_json(json: &Json) -> Result<Self, ValueError> {
        let items = json.as_array().ok_or_else(|| ValueError::new(json, "a list"))?;
        let item = |(i, item)| T::from_json(item).map_err(|error| error.inside(&format!("[{i}]")));
        items.iter().enumerate().map(item).collect()
    }
}

impl<T: Visit> Visit for BTreeMap<String, T> {
    fn visit(&self) -> u64 {
        self.iter().fold(self.len() as u64, |sum, (key, value)| {
            sum.wrapping_add(key.visit()).wrapping_add(value.visit())
        })
    }
}

impl<T: Value> Value for BTreeMap<String, T> {
    /// Strings compare by their UTF-8 bytes, so the map's own order is the canonical one.
    fn canonical(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&(self.len() as u64).to_le_bytes());
        for (key, value) in self {
            key.canonical(out);
            value.canonical(out);
        }
    }

    fn from_json(json: &Json) -> Result<Self, ValueError> {
        let members = json.as_object().ok_or_else(|| ValueError::new(json, "a map"))?;
        let entry = |(key, value)| match T::from_json(value) {
            Ok(value) => Ok((String::clone(key), value)),
            Err(error) => Err(error.inside(&format!(".{key}"))),
        };
        members.iter().map(entry).collect()
    }
}

impl<T: Visit> Visit for Option<T> {
    fn visit(&self) -> u64 {
        self.as_ref().map_or(0, |value| value.visit().wrapping_add(1))
    }
}

impl<T: Value> Value for Option<T> {
    fn canonical(&self, out: &mut Vec<u8>) {
        out.push(u8::from(self.is_some()));
        if let Some(value) = self {
            value.canonical(out);
        }
    }

    fn from_json(json: &Json) -> Result<Self, ValueError> {
        if json.is_null() {
            return Ok(None);
        }
        T::from_json(json).map(Some)
    }
}

impl<T: Visit> Visit for Box<T> {
    fn visit(&self) -> u64 {
        (**self).visit()
    }
}

impl<T: Value> Value for Box<T> {
    fn canonical(&self, out: &mut Vec<u8>) {
        (**self).canonical(out);
    }

    fn from_json(json: &Json) -> Result<Self, ValueError> {
        T::from_json(json).map(Box::new)
    }
}
