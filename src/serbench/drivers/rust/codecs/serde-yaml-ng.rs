// ---
// library = "serde_yaml_ng"
// released = "2024-05-26"
// format = "yaml"
// traits = ["human-readable", "self-describing"]
// page = "https://docs.rs/serde_yaml_ng/0.10.0/serde_yaml_ng/fn.to_writer.html"
// unions = "the value, by deserialize_any"
// evolution = "serde's default and alias"
// crate = "serde_yaml_ng"
// extra = ["borrow"]
// limits = ["values nested more than 128 levels deep do not decode"]
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
// keys = "mapping"
//
// [dependencies]
// serde_yaml_ng = "0.10.0"
// ---

use serbench_driver::{Borrowed, Buffer, Error, Plain, PlainCodec, SerdeRoot, Visit};
use serde_yaml_ng::Error as Refusal;

#[derive(Default)]
struct SerdeYamlNg;

impl<V: SerdeRoot> PlainCodec<V> for SerdeYamlNg {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        Ok(serde_yaml_ng::to_writer(out.vec(), value)?)
    }

    fn encode_fresh(value: &V) -> Result<impl AsRef<[u8]>, Error> {
        Ok(serde_yaml_ng::to_string(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        serde_yaml_ng::from_slice(bytes).map_err(refusal)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        serde_yaml_ng::from_slice::<B::Of<'a>>(bytes).map_err(refusal)
    }
}

fn refusal(error: Refusal) -> Error {
    match error.to_string() {
        cause if cause.starts_with("recursion limit") => Error::cannot_hold(cause),
        _ => error.into(),
    }
}

serbench_driver::codec!(Plain<SerdeYamlNg>);
