// ---
// library = "musli"
// released = "2026-10-23"
// format = "musli-descriptive"
// traits = ["binary", "self-describing"]
// page = "https://docs.rs/musli/0.2.1/musli/descriptive/index.html"
// crate = "musli"
// generate = ["musli"]
// plain = "musli"
// limits = ["values nested more than 128 levels deep do not decode; a present optional is a level"]
// types = { keys = "map" }
//
// [dependencies]
// musli = { version = "0.2.1", features = ["descriptive"] }
// ---

use schema::Root;
use serbench_driver::{Buffer, Error, Plain, PlainCodec};

#[derive(Default)]
struct MusliDescriptive;

impl PlainCodec<Root> for MusliDescriptive {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        Ok(musli::descriptive::encode(out.vec(), value)?)
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(musli::descriptive::to_vec(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        musli::descriptive::from_slice(bytes).map_err(refusal)
    }
}

fn refusal(error: musli::descriptive::Error) -> Error {
    match error.to_string() {
        cause if cause.starts_with("Recursion limit") => Error::cannot_hold(cause),
        _ => error.into(),
    }
}

serbench_driver::codec!(Plain<MusliDescriptive>);
