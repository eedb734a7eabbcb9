// ---
// library = "bitcode"
// released = "2025-12-18"
// format = "bitcode"
// traits = ["binary", "schema"]
// page = "https://docs.rs/bitcode/0.6.9/bitcode/fn.serialize.html"
// unions = "the variant's number and the value"
// evolution = "serde's default and alias"
// crate = "bitcode"
// extra = ["borrow"]
// unsupported = ["symbols"]
// types = { keys = "map" }
//
// [dependencies]
// bitcode = { version = "0.6.9", default-features = false, features = ["serde", "std"] }
// ---

use serbench_driver::{Borrowed, Buffer, Error, Plain, PlainCodec, SerdeRoot, Visit};

/// By serde; `bitcode-native` goes by its own derives, for which the library is made.
#[derive(Default)]
struct Bitcode;

impl<V: SerdeRoot> PlainCodec<V> for Bitcode {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        out.put(bitcode::serialize(value)?);
        Ok(())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        Ok(bitcode::deserialize(bytes)?)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        Ok(bitcode::deserialize::<B::Of<'a>>(bytes)?)
    }
}

serbench_driver::codec!(Plain<Bitcode>);
