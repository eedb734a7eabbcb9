// ---
// library = "postcard"
// format = "postcard"
// traits = ["binary", "schema"]
// page = "https://docs.rs/postcard/1.1.3/postcard/fn.to_slice.html"
// crate = "postcard"
//
// [dependencies]
// postcard = { version = "1.1.3", default-features = false, features = ["alloc"] }
// # Of a working copy, by a path relative to this file:
// # mylib = { path = "../mylib" }
// ---
//! A codec of postcard, to be replaced by yours. The front matter above says what it is; `crate` is
//! the dependency whose version is shown. With `wire = "json"` or another that serbench knows, it is
//! proven against all others of that wire.

use serbench_driver::{Buffer, Error, Plain, PlainCodec, SerdeRoot};

/// One object serves all values: what it keeps is reused.
#[derive(Default)]
struct OwnCodec;

/// For all types that serde knows, and so for every schema.
impl<V: SerdeRoot> PlainCodec<V> for OwnCodec {
    /// `Buffer` is the driver's: `out.append` gives a `Vec<u8>` to append to, `out.fill` a slice.
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        out.fill(|room| Ok(postcard::to_slice(value, room).map_err(refused)?.len()))
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        Ok(postcard::from_bytes(bytes)?)
    }
}

/// A slice that is too small is asked for again, twice as large.
#[cold]
#[inline(never)]
fn refused(error: postcard::Error) -> Error {
    match error {
        postcard::Error::SerializeBufferFull => Error::Full,
        error => error.into(),
    }
}

serbench_driver::codec!(Plain<OwnCodec>);
