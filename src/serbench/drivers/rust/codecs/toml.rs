// ---
// library = "toml"
// released = "2026-11-06"
// format = "toml"
// traits = ["human-readable", "self-describing"]
// page = "https://docs.rs/toml/1/toml/fn.to_string.html"
// evolution = "serde's default and alias"
// crate = "toml"
// extra = ["borrow"]
// # It has no null: an absent optional is left out, which only a record allows.
// unsupported = ["list<optional>", "map<optional>"]
// limits = ["values nested more than 80 levels deep do not decode"]
//
// [types]
// date = "string"
// time = "time of the day, its fraction as short as can be"
// timestamp = "RFC 3339, its fraction as short as can be"
// timestamp_offset = "RFC 3339, its fraction as short as can be"
// duration = "list of seconds and nanoseconds"
// decimal = "string, perhaps with an exponent beyond 28 digits"
// uuid = "string"
// keys = "table"
//
// [dependencies]
// toml = "1.2.1"
// ---

use serbench_driver::{Borrowed, Buffer, Error, Plain, PlainCodec, SerdeRoot, Visit};
use toml::de::Error as Refusal;

#[derive(Default)]
struct Toml;

impl<V: SerdeRoot> PlainCodec<V> for Toml {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        out.put(toml::to_string(value)?.into_bytes());
        Ok(())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        toml::from_slice(bytes).map_err(refusal)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        toml::from_slice::<B::Of<'a>>(bytes).map_err(refusal)
    }
}

fn refusal(error: Refusal) -> Error {
    match error.message() {
        cause if cause.contains("recursion limit") => Error::cannot_hold(cause),
        _ => error.into(),
    }
}

serbench_driver::codec!(Plain<Toml>);
