// ---
// library = "minicbor"
// released = "2026-10-18"
// format = "cbor"
// # No `wire`: it refuses a float that others write as an integer, or in another width.
// traits = ["binary", "self-describing"]
// page = "https://docs.rs/minicbor-serde/0.7.2/minicbor_serde/struct.Serializer.html"
// unions = "a map from the variant's name to the value"
// evolution = "serde's default and alias"
// crate = "minicbor-serde"
// extra = ["borrow"]
// types = { absent = "no member", keys = "map" }
//
// [dependencies]
// minicbor-serde = { version = "0.7.2", features = ["alloc"] }
// ---

use minicbor_serde::Serializer;
use serbench_driver::{Borrowed, Buffer, Error, Plain, PlainCodec, SerdeRoot, Visit};

#[derive(Default)]
struct MinicborSerde;

impl<V: SerdeRoot> PlainCodec<V> for MinicborSerde {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        value.serialize(&mut Serializer::new(out.vec()))?;
        Ok(())
    }

    fn encode_fresh(value: &V) -> Result<impl AsRef<[u8]>, Error> {
        Ok(minicbor_serde::to_vec(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        Ok(minicbor_serde::from_slice(bytes)?)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        Ok(minicbor_serde::from_slice::<B::Of<'a>>(bytes)?)
    }
}

serbench_driver::codec!(Plain<MinicborSerde>);
