// ---
// library = "musli"
// released = "2026-10-23"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://docs.rs/musli/0.2.1/musli/json/index.html"
// crate = "musli"
// generate = ["musli"]
// plain = "musli"
// limits = ["NaN and infinities", "values nested more than 128 levels deep do not decode; a present optional is a level"]
// # Bytes would be lists of numbers, which no other reader of JSON takes for bytes.
// unsupported = ["bytes"]
//
// [types]
// absent = "no member"
// integer_keys = "object"
// enum_keys = "object"
// uuid_keys = "object"
// text_keys = "object"
//
// [dependencies]
// musli = { version = "0.2.1", features = ["json"] }
// ---

use schema::Root;
use serbench_driver::{explain, Buffer, Error, Plain, PlainCodec};

#[derive(Default)]
struct MusliJson;

impl PlainCodec<Root> for MusliJson {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        Ok(musli::json::encode(out.vec(), value)?)
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(musli::json::to_vec(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        musli::json::from_slice(bytes).map_err(refusal)
    }

    fn explain(&mut self, value: &Root) -> Option<String> {
        explain::non_finite(value)
    }
}

fn refusal(error: musli::json::Error) -> Error {
    match error.to_string() {
        cause if cause.starts_with("Recursion limit") => Error::cannot_hold(cause),
        _ => error.into(),
    }
}

serbench_driver::codec!(Plain<MusliJson>);
