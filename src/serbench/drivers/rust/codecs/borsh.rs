// ---
// library = "borsh"
// released = "2026-08-26"
// format = "borsh"
// traits = ["binary", "schema"]
// page = "https://docs.rs/borsh/1.8.1/borsh/fn.to_writer.html"
// crate = "borsh"
// generate = ["borsh"]
// plain = "borsh"
// limits = ["NaN"]
// unsupported = ["symbols", "list<empty>"]
// types = { keys = "map" }
//
// [dependencies]
// borsh = { version = "1.8.1", features = ["derive"] }
// ---

use borsh::BorshDeserialize;
use schema::Root;
use serbench_driver::{explain, Buffer, Error, Plain, PlainCodec};

#[derive(Default)]
struct Borsh;

impl PlainCodec<Root> for Borsh {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        Ok(borsh::to_writer(out.vec(), value)?)
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(borsh::to_vec(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        Ok(Root::try_from_slice(bytes)?)
    }

    fn explain(&mut self, value: &Root) -> Option<String> {
        explain::non_finite(value)
    }
}

serbench_driver::codec!(Plain<Borsh>);
