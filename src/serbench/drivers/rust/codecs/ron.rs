// ---
// library = "ron"
// released = "2026-10-28"
// format = "ron"
// traits = ["human-readable", "self-describing"]
// page = "https://docs.rs/ron/0.12.3/ron/ser/fn.to_string.html"
// crate = "ron"
// generate = ["ron"]
// plain = "ron"
// limits = ["values nested more than 128 levels deep; a present optional is a level"]
//
// [types]
// date = "string"
// time = "time of the day, its fraction as short as can be"
// timestamp = "RFC 3339, its fraction as short as can be"
// timestamp_offset = "RFC 3339, its fraction as short as can be"
// duration = "list of seconds and nanoseconds"
// decimal = "string, perhaps with an exponent beyond 28 digits"
// uuid = "string"
// keys = "map"
//
// [dependencies]
// ron = "0.12.3"
// serde = { version = "1", features = ["derive"] }
// ---

use ron::Error as Cause;
use schema::Root;
use serbench_driver::{Buffer, Error, Plain, PlainCodec};

#[derive(Default)]
struct Ron;

impl PlainCodec<Root> for Ron {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        out.put(ron::to_string(value).map_err(refusal)?.into_bytes());
        Ok(())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        ron::de::from_bytes(bytes).map_err(|error| refusal(error.code))
    }
}

fn refusal(cause: Cause) -> Error {
    match cause {
        Cause::ExceededRecursionLimit => Error::cannot_hold(cause),
        _ => cause.into(),
    }
}

serbench_driver::codec!(Plain<Ron>);
