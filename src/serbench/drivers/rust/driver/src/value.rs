//! Plain values: canonical bytes, visit sums and canonical JSON, as docs/protocol.md defines them.
//!
//! Records and enums get their implementations from the macros of `macros.rs`.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::Serialize;
pub use serde_json::Value as Json;

use crate::access::Accessor;
use crate::error::Error;
use crate::operation::{each, kept, Meter};

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
    /// The visit sum of a value of this type that lies in encoded bytes.
    fn look<'a, A: Accessor<'a>>(at: A) -> Result<u64, Error>;
    /// As `look`, of a key in a map of encoded bytes, which is text.
    fn look_key(_key: &str) -> Result<u64, Error> {
        Err(Error::Failed("a map of encoded bytes has keys of text alone".into()))
    }
    /// Whether NaN or an infinity is in it, which many formats lack.
    fn has_non_finite(&self) -> bool {
        false
    }
}

/// The generated type of every value.
pub trait Root: Value + 'static {
    /// Whether the schema has an access leaf. If not, nobody asks for it.
    const HAS_LEAF: bool;

    /// A deep copy; this and what follows by `root!`, compiled once for all codecs.
    fn populate(&self) -> Self;
    /// Walks over deep copies.
    fn populate_each(values: &[Self], passes: u64, meter: &mut dyn Meter) -> Result<(), Error>;

    /// What the access leaf adds to the visit sum; `None` if an optional on the way is absent or a
    /// list empty.
    fn leaf(&self) -> Option<u64>;
    /// The same of a value that lies in encoded bytes.
    fn look_leaf<'a, A: Accessor<'a>>(root: A) -> Result<Option<u64>, Error>;
}

/// For `root!`.
pub fn populate_each<T: Clone>(
    values: &[T],
    passes: u64,
    meter: &mut dyn Meter,
) -> Result<(), Error> {
    each(passes, values.iter(), meter, |value| kept(Ok(value.clone())))
}

/// A generated type with serde's traits, for codecs that take any such type.
pub trait SerdeRoot: Root + Serialize + DeserializeOwned {}

impl<V: Root + Serialize + DeserializeOwned> SerdeRoot for V {}

/// A generated enum. The number of a symbol is its place in `SYMBOLS`.
pub trait Symbols: Copy + 'static {
    const SYMBOLS: &'static [(Self, &'static str)];

    fn number(self) -> u32;
    fn named(name: &str) -> Option<Self>;

    fn from_number(number: u32) -> Option<Self> {
        let (symbol, _) = Self::SYMBOLS.get(number as usize)?;
        Some(*symbol)
    }
}

/// A JSON value that its type cannot hold. `path` leads to it from the root: `$.user.id`. It
/// `is_beyond` if it is one of the schema, and only Rust's own type is too small for it.
#[derive(Debug)]
pub struct ValueError {
    path: String,
    reason: String,
    pub is_beyond: bool,
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
        let reason = format!("{found} is not {expected}");
        Self { path: String::new(), reason, is_beyond: false }
    }

    /// `own` is the type that is too small.
    #[cold]
    pub fn beyond(json: &Json, own: &str) -> Self {
        let reason = format!("{own} has no {json}; --plain-types measures it as a plain value");
        Self { path: String::new(), reason, is_beyond: true }
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
        None => Err(ValueError {
            path: format!(".{name}"),
            reason: "is missing".into(),
            is_beyond: false,
        }),
    }
}

pub fn symbol<T: Symbols>(json: &Json) -> Result<T, ValueError> {
    let found = json.as_str().and_then(T::named);
    found.ok_or_else(|| ValueError::new(json, "a symbol of its enum"))
}

pub fn look_symbol<'a, T: Symbols>(at: impl Accessor<'a>) -> Result<u64, Error> {
    let name = at.text()?;
    match T::named(name) {
        Some(symbol) => Ok(symbol.number().into()),
        None => Err(Error::Failed(format!("{name:?} is no symbol of the enum"))),
    }
}

macro_rules! scalar {
    ($type:ident, $kind:ident, $canonical:expr, $from_json:expr $(, $non_finite:expr)?) => {
        impl Visit for $type {
            fn visit(&self) -> u64 {
                visit_of::$kind(*self)
            }
        }

        impl Value for $type {
            fn canonical(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&$canonical(*self));
            }

            fn from_json(json: &Json) -> Result<Self, ValueError> {
                $from_json(json).ok_or_else(|| ValueError::new(json, stringify!($type)))
            }

            fn look<'a, A: Accessor<'a>>(at: A) -> Result<u64, Error> {
                Ok(visit_of::$kind(at.$kind()?))
            }

            $(fn has_non_finite(&self) -> bool {
                $non_finite(*self)
            })?
        }
    };
}

/// What leaves add to the visit sum, in the types that accessors give them in.
mod visit_of {
    pub fn bool(value: bool) -> u64 {
        u64::from(value)
    }

    pub fn signed(value: impl Into<i64>) -> u64 {
        value.into() as u64
    }

    pub fn unsigned(value: impl Into<u64>) -> u64 {
        value.into()
    }

    /// NaN is one value, whatever its bits: the quiet one without sign or payload.
    pub fn f32(value: f32) -> u64 {
        u64::from(if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() })
    }

    pub fn f64(value: f64) -> u64 {
        if value.is_nan() {
            0x7ff8_0000_0000_0000
        } else {
            value.to_bits()
        }
    }
}

scalar!(bool, bool, |v| [u8::from(v)], Json::as_bool);
scalar!(i8, signed, i8::to_le_bytes, |j: &Json| j.as_i64()?.try_into().ok());
scalar!(u8, unsigned, u8::to_le_bytes, |j: &Json| j.as_u64()?.try_into().ok());
scalar!(i16, signed, i16::to_le_bytes, |j: &Json| j.as_i64()?.try_into().ok());
scalar!(u16, unsigned, u16::to_le_bytes, |j: &Json| j.as_u64()?.try_into().ok());
scalar!(i32, signed, i32::to_le_bytes, |j: &Json| j.as_i64()?.try_into().ok());
scalar!(u32, unsigned, u32::to_le_bytes, |j: &Json| j.as_u64()?.try_into().ok());
scalar!(i64, signed, i64::to_le_bytes, Json::as_i64);
scalar!(u64, unsigned, u64::to_le_bytes, Json::as_u64);
scalar!(f64, f64, |v| visit_of::f64(v).to_le_bytes(), read_f64, |v: f64| !v.is_finite());
// Read as the nearest double first: the canonical text is that of a double, and rounding
// it once, straight to 32 bits, differs where the double lies between two of them.
scalar!(f32, f32, |v| (visit_of::f32(v) as u32).to_le_bytes(), read_f32, |v: f32| !v.is_finite());

/// A number, or the text of one that JSON lacks.
fn read_f64(json: &Json) -> Option<f64> {
    match json {
        Json::String(text) => match text.as_str() {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => json.as_f64(),
    }
}

fn read_f32(json: &Json) -> Option<f32> {
    let (wide, is_text) = (read_f64(json)?, json.is_string());
    Some(wide as f32).filter(|v| is_text || v.is_finite())
}

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

    fn look<'a, A: Accessor<'a>>(at: A) -> Result<u64, Error> {
        Self::look_key(at.text()?)
    }

    fn look_key(key: &str) -> Result<u64, Error> {
        Ok(visit_bytes(key.as_bytes()))
    }
}

/// Bytes where a library demands a `Vec<u8>` for them, which to `Visit` is a list of numbers.
pub trait Blob {
    fn visit_blob(&self) -> u64;
}

impl Blob for Vec<u8> {
    fn visit_blob(&self) -> u64 {
        visit_bytes(self)
    }
}

impl Blob for &[u8] {
    fn visit_blob(&self) -> u64 {
        visit_bytes(self)
    }
}

impl<B: Blob> Blob for &B {
    fn visit_blob(&self) -> u64 {
        (**self).visit_blob()
    }
}

impl<B: Blob> Blob for Option<B> {
    fn visit_blob(&self) -> u64 {
        self.as_ref().map_or(0, |blob| blob.visit_blob().wrapping_add(1))
    }
}

impl<B: Blob> Blob for Vec<B> {
    fn visit_blob(&self) -> u64 {
        self.iter().fold(self.len() as u64, |sum, blob| sum.wrapping_add(blob.visit_blob()))
    }
}

impl<K: Visit, B: Blob> Blob for BTreeMap<K, B> {
    fn visit_blob(&self) -> u64 {
        let entries = self.iter().map(|(key, blob)| key.visit().wrapping_add(blob.visit_blob()));
        entries.fold(self.len() as u64, u64::wrapping_add)
    }
}

impl Visit for str {
    fn visit(&self) -> u64 {
        visit_bytes(self.as_bytes())
    }
}

impl<T: Visit> Visit for [T] {
    fn visit(&self) -> u64 {
        self.iter().fold(self.len() as u64, |sum, item| sum.wrapping_add(item.visit()))
    }
}

impl<T: Visit + ?Sized> Visit for &T {
    fn visit(&self) -> u64 {
        (**self).visit()
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

    fn look<'a, A: Accessor<'a>>(at: A) -> Result<u64, Error> {
        at.items()?
            .try_fold(0_u64, |sum, item| Ok(sum.wrapping_add(T::look(item?)?).wrapping_add(1)))
    }

    fn has_non_finite(&self) -> bool {
        self.iter().any(T::has_non_finite)
    }
}

impl<K: Visit, T: Visit> Visit for BTreeMap<K, T> {
    fn visit(&self) -> u64 {
        self.iter().fold(self.len() as u64, |sum, (key, value)| {
            sum.wrapping_add(key.visit()).wrapping_add(value.visit())
        })
    }
}

impl<K: Value + Ord, T: Value> Value for BTreeMap<K, T> {
    /// The map's own order is the canonical one: strings compare by their UTF-8 bytes.
    fn canonical(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&(self.len() as u64).to_le_bytes());
        for (key, value) in self {
            key.canonical(out);
            value.canonical(out);
        }
    }

    fn from_json(json: &Json) -> Result<Self, ValueError> {
        match json {
            Json::Object(members) => {
                let entry = |(name, value): (&String, &Json)| {
                    let key = K::from_json(&Json::String(name.clone()));
                    let both = key.and_then(|key| Ok((key, T::from_json(value)?)));
                    both.map_err(|error| error.inside(&format!(".{name}")))
                };
                members.iter().map(entry).collect()
            }
            Json::Array(items) => of_entries(items),
            _ => Err(ValueError::new(json, "a map")),
        }
    }

    fn look<'a, A: Accessor<'a>>(at: A) -> Result<u64, Error> {
        at.entries()?.try_fold(0_u64, |sum, entry| {
            let (key, value) = entry?;
            let both = K::look_key(key)?.wrapping_add(T::look(value)?);
            Ok(sum.wrapping_add(both).wrapping_add(1))
        })
    }

    fn has_non_finite(&self) -> bool {
        self.values().any(T::has_non_finite)
    }
}

/// A map whose keys are no text stands in JSON as the list of its entries.
fn of_entries<K: Value + Ord, T: Value>(items: &[Json]) -> Result<BTreeMap<K, T>, ValueError> {
    let mut map = BTreeMap::new();
    for (i, item) in items.iter().enumerate() {
        let inside = |error: ValueError| error.inside(&format!("[{i}]"));
        let key = field(item, "key").map_err(inside)?;
        if map.insert(key, field(item, "value").map_err(inside)?).is_some() {
            let reason = format!("the key {} is twice in a map", item["key"]);
            return Err(inside(ValueError { path: String::new(), reason, is_beyond: false }));
        }
    }
    Ok(map)
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

    fn look<'a, A: Accessor<'a>>(at: A) -> Result<u64, Error> {
        match at.present()? {
            Some(at) => Ok(T::look(at)?.wrapping_add(1)),
            None => Ok(0),
        }
    }

    fn has_non_finite(&self) -> bool {
        self.as_ref().is_some_and(T::has_non_finite)
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

    fn look<'a, A: Accessor<'a>>(at: A) -> Result<u64, Error> {
        T::look(at)
    }

    fn has_non_finite(&self) -> bool {
        (**self).has_non_finite()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn bytes(value: impl Value) -> Vec<u8> {
        let mut out = Vec::new();
        value.canonical(&mut out);
        out
    }

    #[test]
    fn every_nan_is_one_value() {
        for bits in [0x7ff8_0000_0000_0000, 0xfff8_0000_0000_0000, 0x7ff0_0000_0000_0001, u64::MAX]
        {
            let nan = f64::from_bits(bits);
            assert_eq!(nan.visit(), 0x7ff8_0000_0000_0000);
            assert_eq!(bytes(nan), 0x7ff8_0000_0000_0000_u64.to_le_bytes());
        }
        for bits in [0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, u32::MAX] {
            let nan = f32::from_bits(bits);
            assert_eq!(nan.visit(), 0x7fc0_0000);
            assert_eq!(bytes(nan), 0x7fc0_0000_u32.to_le_bytes());
        }
    }

    #[test]
    fn three_texts_are_floats_and_nothing_else_is() {
        for (text, bits) in [
            (json!("NaN"), 0x7fc0_0000),
            (json!("Infinity"), 0x7f80_0000),
            (json!("-Infinity"), 0xff80_0000),
            (json!(3.4028235e38), 0x7f7f_ffff),
        ] {
            assert_eq!(f32::from_json(&text).unwrap().visit(), bits);
            assert_eq!((f64::from_json(&text).unwrap() as f32).visit(), bits);
        }
        for other in
            [json!("nan"), json!("-NaN"), json!("inf"), json!("1.5"), json!(""), json!(null)]
        {
            assert!(f32::from_json(&other).is_err() && f64::from_json(&other).is_err());
        }
        assert!(f32::from_json(&json!(3.5e38)).is_err());
    }

    fn map_of<K: Value + Ord>(keys: &[Json]) -> Result<BTreeMap<K, u8>, ValueError> {
        let entries = keys.iter().map(|key| json!({"key": key, "value": 7})).collect();
        Value::from_json(&Json::Array(entries))
    }

    #[test]
    fn maps_of_any_keys_are_read_from_entries_and_have_them_in_order() {
        let map = map_of::<i16>(&[json!(3), json!(-1), json!(256)]).unwrap();
        assert_eq!(bytes(map), [3, 0, 0, 0, 0, 0, 0, 0, 255, 255, 7, 3, 0, 7, 0, 1, 7]);
        let map = map_of::<bool>(&[json!(true), json!(false)]).unwrap();
        assert_eq!(bytes(map), [2, 0, 0, 0, 0, 0, 0, 0, 0, 7, 1, 7]);
        let map = map_of::<u64>(&[json!(u64::MAX), json!(1)]).unwrap();
        assert_eq!(map.keys().collect::<Vec<_>>(), [&1, &u64::MAX]);
        assert_eq!(map_of::<String>(&[json!("a")]).unwrap()["a"], 7);
        assert!(map_of::<u8>(&[json!(256)]).is_err() && map_of::<u8>(&[json!("1")]).is_err());
    }

    #[test]
    fn a_key_that_is_twice_is_refused() {
        let refused = map_of::<i32>(&[json!(1), json!(2), json!(1)]).unwrap_err();
        assert_eq!(refused.to_string(), "$[2]: the key 1 is twice in a map");
    }

    #[test]
    fn what_is_not_finite_is_found_everywhere() {
        let nan = Box::new(vec![Some(BTreeMap::from([(String::new(), f32::NAN)]))]);
        assert!(nan.has_non_finite() && f64::NEG_INFINITY.has_non_finite());
        assert!(!vec![None, Some(f64::MAX)].has_non_finite());
        assert!(!Box::new(BTreeMap::from([(String::from("NaN"), 0_u8)])).has_non_finite());
    }
}
