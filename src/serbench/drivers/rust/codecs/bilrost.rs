// ---
// library = "bilrost"
// released = "2026-10-29"
// format = "bilrost"
// traits = ["binary", "schema"]
// page = "https://github.com/djkoloski/rust_serialization_benchmark/blob/master/src/bench_bilrost.rs"
// crate = "bilrost"
// generate = ["bilrost"]
// plain = "bilrost"
// unsupported = ["list<optional>", "map<optional>"]
// limits = ["values nested more than 100 messages deep do not decode"]
// types = { keys = "map" }
//
// [dependencies]
// bilrost = "0.1016.3"
// ---

use bilrost::{DecodeError, DecodeErrorKind, Message, OwnedMessage};
use schema::Root;
use serbench_driver::{Buffer, Error, Plain, PlainCodec};

#[derive(Default)]
struct Bilrost;

impl PlainCodec<Root> for Bilrost {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        Ok(value.encode(out.vec())?)
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(value.encode_to_vec())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        Root::decode(bytes).map_err(refusal)
    }
}

fn refusal(error: DecodeError) -> Error {
    match error.kind() {
        DecodeErrorKind::RecursionLimitReached => Error::cannot_hold(error.kind()),
        _ => error.into(),
    }
}

serbench_driver::codec!(Plain<Bilrost>);
