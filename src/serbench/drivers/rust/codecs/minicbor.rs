// ---
// library = "minicbor"
// released = "2026-10-18"
// format = "cbor-arrays"
// traits = ["binary", "schema"]
// page = "https://github.com/djkoloski/rust_serialization_benchmark/blob/master/src/bench_minicbor.rs"
// crate = "minicbor"
// generate = ["minicbor"]
// plain = "minicbor"
// types = { keys = "map" }
//
// [dependencies]
// minicbor = { version = "2.3.1", features = ["derive", "std"] }
// ---

use schema::Root;
use serbench_driver::{Buffer, Error, Plain, PlainCodec};

/// By its own derives, which make arrays of records, as they do unless told otherwise.
#[derive(Default)]
struct Minicbor;

impl PlainCodec<Root> for Minicbor {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        Ok(minicbor::encode(value, out.vec())?)
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(minicbor::to_vec(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        Ok(minicbor::decode(bytes)?)
    }
}

serbench_driver::codec!(Plain<Minicbor>);
