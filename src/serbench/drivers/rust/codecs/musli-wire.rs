// ---
// library = "musli"
// released = "2026-10-23"
// format = "musli-wire"
// traits = ["binary", "schema"]
// page = "https://docs.rs/musli/0.2.1/musli/wire/index.html"
// crate = "musli"
// generate = ["musli"]
// plain = "musli"
// limits = ["values nested more than 128 levels deep do not decode; a present optional is a level"]
// types = { keys = "map" }
//
// [dependencies]
// musli = { version = "0.2.1", features = ["wire"] }
// ---

use schema::Root;
use serbench_driver::{Buffer, Error, Plain, PlainCodec};

#[derive(Default)]
struct MusliWire;

impl PlainCodec<Root> for MusliWire {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        Ok(musli::wire::encode(out.vec(), value)?)
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(musli::wire::to_vec(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        musli::wire::from_slice(bytes).map_err(refusal)
    }
}

fn refusal(error: musli::wire::Error) -> Error {
    match error.to_string() {
        cause if cause.starts_with("Recursion limit") => Error::cannot_hold(cause),
        _ => error.into(),
    }
}

serbench_driver::codec!(Plain<MusliWire>);
