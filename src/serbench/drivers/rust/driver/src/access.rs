//! Encoded bytes that are looked into instead of decoded: what `access`, and `read` of libraries
//! with accessors, are made of.

use crate::error::Error;

/// A place in encoded bytes, for libraries that reach fields by their names. What a value's type
/// does with one is `Value::look`.
pub trait Accessor<'a>: Sized {
    /// A record whose fields are asked for, with what the library finds out once for all of them.
    type Record;

    fn bool(self) -> Result<bool, Error>;
    fn signed(self) -> Result<i64, Error>;
    fn unsigned(self) -> Result<u64, Error>;
    fn f64(self) -> Result<f64, Error>;
    /// A string, or the name of a symbol.
    fn text(self) -> Result<&'a str, Error>;
    fn bytes(self) -> Result<&'a [u8], Error>;

    fn f32(self) -> Result<f32, Error> {
        Ok(self.f64()? as f32)
    }

    /// What an optional holds, if it holds something.
    fn present(self) -> Result<Option<Self>, Error>;
    fn record(self) -> Result<Self::Record, Error>;
    /// By its wire name. An absent optional may be left out, if `present` then says so.
    fn field(record: &Self::Record, name: &'static str) -> Result<Self, Error>;
    /// By its wire name, if it is not left out. Codecs whose `types` name `absent` say how.
    fn member(record: &Self::Record, name: &'static str) -> Result<Option<Self>, Error> {
        Self::field(record, name).map(Some)
    }
    /// From both ends, since the access leaf may lie in the last one.
    fn items(self) -> Result<impl DoubleEndedIterator<Item = Result<Self, Error>>, Error>;
    fn entries(self) -> Result<impl Iterator<Item = Result<(&'a str, Self), Error>>, Error>;
}

/// The visit sum of a field; `_of` only tells its type.
pub fn look_field<'a, R, T: crate::Value>(
    _of: impl Fn(&R) -> &T,
    field: Result<impl Accessor<'a>, Error>,
) -> Result<u64, Error> {
    T::look(field?)
}

/// As `look_field`, of one that tells absent from null.
pub fn look_told<'a, R, T: crate::Value>(
    _of: impl Fn(&R) -> &Option<T>,
    member: Result<Option<impl Accessor<'a>>, Error>,
) -> Result<u64, Error> {
    match member? {
        Some(at) => Ok(T::look(at)?.wrapping_add(1)),
        None => Ok(0),
    }
}

/// As `look_field`, of bytes in a `Vec<u8>`.
pub fn look_blob<'a, R, T: crate::PlainBlob>(
    _of: impl Fn(&R) -> &T,
    field: Result<impl Accessor<'a>, Error>,
) -> Result<u64, Error> {
    <T::Bytes as crate::Value>::look(field?)
}
