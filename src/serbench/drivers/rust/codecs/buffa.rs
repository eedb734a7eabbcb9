// ---
// library = "buffa"
// released = "2026-09-03"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/anthropics/buffa/blob/main/benchmarks/buffa/benches/protobuf.rs"
// evolution = "field numbers"
// crate = "buffa"
// extra = ["decode-reused"]
// generate = ["buffa"]
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// limits = [
//     "values nested more than 100 messages deep do not decode",
//     "values whose items of lists and maps take more than 32 MiB in memory do not decode",
// ]
//
// [dependencies]
// # Generated code is for this version of the library.
// buffa = "=0.9.2"
//
// [types_dependencies]
// buffa-types = "=0.9.2"
// ---

use buffa::{DecodeError, Message};
use schema_buffa::Root; // by buffa-build, from the schema's .proto
use serbench_driver::{Buffer, Codec, Error};

#[derive(Default)]
struct Buffa;

impl Codec<schema::Root> for Buffa {
    type Input = Root;
    type Output = Root;

    fn populate(&mut self, value: &schema::Root) -> Result<Root, Error> {
        Ok(value.into())
    }

    fn encode(&mut self, message: &Root, out: &mut Buffer) -> Result<(), Error> {
        Ok(message.try_encode(out.vec())?)
    }

    fn encode_fresh(message: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(message.encode_to_vec())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        Root::decode_from_slice(bytes).map_err(refusal)
    }

    fn decode_reused(&mut self, bytes: &[u8], message: &mut Root) -> Result<(), Error> {
        message.clear();
        message.merge_from_slice(bytes).map_err(refusal)
    }

    fn convert(&mut self, message: Root) -> Result<schema::Root, Error> {
        message.try_into()
    }
}

fn refusal(error: DecodeError) -> Error {
    match error {
        DecodeError::RecursionLimitExceeded | DecodeError::ElementMemoryLimitExceeded => {
            Error::cannot_hold(error)
        }
        _ => error.into(),
    }
}

serbench_driver::codec!(Buffa);
