// ---
// library = "serde_json"
// released = "2026-10-11"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "core"]
// page = "https://docs.rs/serde_json/1/serde_json/fn.to_writer.html"
// unions = "the value, by deserialize_any"
// evolution = "serde's default and alias"
// crate = "serde_json"
// extra = ["borrow"]
// limits = ["NaN and infinities", "values nested more than 127 levels deep do not decode"]
//
// [types]
// absent = "no member"
// date = "string"
// time = "time of the day, its fraction as short as can be"
// timestamp = "RFC 3339, its fraction as short as can be"
// timestamp_offset = "RFC 3339, its fraction as short as can be"
// duration = "list of seconds and nanoseconds"
// decimal = "string, perhaps with an exponent beyond 28 digits"
// uuid = "string"
// keys = "object"
//
// [dependencies]
// # float_roundtrip: without it a number may come back one bit off.
// serde_json = { version = "1.0.154", features = ["float_roundtrip"] }
// ---

use serbench_driver::{explain, Borrowed, Buffer, Error, Plain, PlainCodec, SerdeRoot, Visit};

#[derive(Default)]
struct SerdeJson;

impl<V: SerdeRoot> PlainCodec<V> for SerdeJson {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        Ok(serde_json::to_writer(out.vec(), value)?)
    }

    fn encode_fresh(value: &V) -> Result<impl AsRef<[u8]>, Error> {
        Ok(serde_json::to_vec(value)?)
    }

    /// As https://github.com/serde-rs/json-benchmark: `from_slice` checks each key and string by itself.
    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        serde_json::from_str(std::str::from_utf8(bytes)?).map_err(refusal)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        serde_json::from_str::<B::Of<'a>>(std::str::from_utf8(bytes)?).map_err(refusal)
    }

    fn explain(&mut self, value: &V) -> Option<String> {
        explain::non_finite(value)
    }
}

fn refusal(error: serde_json::Error) -> Error {
    match error.to_string() {
        cause if cause.starts_with("recursion limit") => Error::cannot_hold(cause),
        _ => error.into(),
    }
}

serbench_driver::codec!(Plain<SerdeJson>);
