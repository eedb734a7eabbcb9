// ---
// library = "sonic-rs"
// released = "2026-09-11"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://github.com/cloudwego/sonic-rs/blob/main/docs/performance_zh.md"
// unions = "the value, by deserialize_any"
// evolution = "serde's default and alias"
// crate = "sonic-rs"
// extra = ["borrow"]
// limits = [
//     "NaN and infinities",
//     "-0.0 becomes 0.0",
//     "values nested more than 254 levels deep do not decode",
// ]
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
// sonic-rs = "0.5.10"
// ---

use serbench_driver::{explain, Borrowed, Buffer, Error, Plain, PlainCodec, SerdeRoot, Visit};

#[derive(Default)]
struct SonicRs;

impl<V: SerdeRoot> PlainCodec<V> for SonicRs {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        Ok(sonic_rs::to_writer(out.vec(), value)?)
    }

    fn encode_fresh(value: &V) -> Result<impl AsRef<[u8]>, Error> {
        Ok(sonic_rs::to_vec(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        sonic_rs::from_slice(bytes).map_err(refusal)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        sonic_rs::from_slice::<B::Of<'a>>(bytes).map_err(refusal)
    }

    fn explain(&mut self, value: &V) -> Option<String> {
        explain::non_finite(value).or_else(|| explain::negative_zero(value))
    }
}

fn refusal(error: sonic_rs::Error) -> Error {
    match error.to_string() {
        cause if cause.starts_with("Encountered nesting") => {
            Error::cannot_hold("values nested deeper than the library's limit")
        }
        _ => error.into(),
    }
}

serbench_driver::codec!(Plain<SonicRs>);
