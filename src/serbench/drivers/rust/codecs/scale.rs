// ---
// library = "parity-scale-codec"
// released = "2025-05-20"
// format = "scale"
// traits = ["binary", "schema"]
// page = "https://docs.rs/parity-scale-codec/3.7.5/parity_scale_codec/trait.Encode.html"
// crate = "parity-scale-codec"
// generate = ["scale"]
// plain = "scale"
// unsupported = ["symbols"]
// types = { keys = "map" }
//
// [dependencies]
// parity-scale-codec = { version = "3.7.5", features = ["derive"] }
// ---

use parity_scale_codec::{DecodeAll, Encode};
use schema::Root;
use serbench_driver::{Buffer, Error, Plain, PlainCodec};

#[derive(Default)]
struct Scale;

impl PlainCodec<Root> for Scale {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        value.encode_to(out.vec());
        Ok(())
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(value.encode())
    }

    fn decode(&mut self, mut bytes: &[u8]) -> Result<Root, Error> {
        Ok(Root::decode_all(&mut bytes)?)
    }
}

serbench_driver::codec!(Plain<Scale>);
