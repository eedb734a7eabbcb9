// ---
// library = "postcard"
// released = "2025-07-24"
// format = "postcard"
// traits = ["binary", "schema", "reference", "core"]
// page = "https://docs.rs/postcard/1.1.3/postcard/fn.to_slice.html"
// unions = "the variant's number and the value"
// evolution = "serde's default and alias"
// crate = "postcard"
// extra = ["borrow"]
// types = { keys = "map" }
//
// [dependencies]
// postcard = { version = "1.1.3", default-features = false, features = ["alloc"] }
// ---

use serbench_driver::{Borrowed, Buffer, Error, Plain, PlainCodec, SerdeRoot, Visit};

#[derive(Default)]
struct Postcard;

impl<V: SerdeRoot> PlainCodec<V> for Postcard {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        out.fill(|room| Ok(postcard::to_slice(value, room).map_err(refused)?.len()))
    }

    fn encode_fresh(value: &V) -> Result<impl AsRef<[u8]>, Error> {
        Ok(postcard::to_allocvec(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        Ok(postcard::from_bytes(bytes)?)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        Ok(postcard::from_bytes::<B::Of<'a>>(bytes)?)
    }
}

#[cold]
#[inline(never)]
fn refused(error: postcard::Error) -> Error {
    match error {
        postcard::Error::SerializeBufferFull => Error::Full,
        error => error.into(),
    }
}

serbench_driver::codec!(Plain<Postcard>);
