// ---
// library = "prost"
// released = "2026-06-07"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model", "core"]
// page = "https://docs.rs/prost/0.14/prost/trait.Message.html"
// unions = "a message with a oneof"
// evolution = "field numbers"
// crate = "prost"
// extra = ["decode-reused"]
// generate = ["prost"]
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// limits = [
//     "values nested more than 100 messages deep do not decode",
//     "-0.0 becomes 0.0 in a field that is not optional and in a map",
// ]
//
// [dependencies]
// prost = "0.14.4"
//
// [types_dependencies]
// prost-types = "0.14.4"
// ---

use prost::{DecodeError, Message};
use schema_prost::Root; // by prost-build, from the schema's .proto
use serbench_driver::{Buffer, Codec, Error};

#[derive(Default)]
struct Prost;

impl Codec<schema::Root> for Prost {
    type Input = Root;
    type Output = Root;

    fn populate(&mut self, value: &schema::Root) -> Result<Root, Error> {
        Ok(value.into())
    }

    fn encode(&mut self, message: &Root, out: &mut Buffer) -> Result<(), Error> {
        Ok(Message::encode(message, out.vec())?)
    }

    fn encode_fresh(message: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(message.encode_to_vec())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        Message::decode(bytes).map_err(refusal)
    }

    fn decode_reused(&mut self, bytes: &[u8], message: &mut Root) -> Result<(), Error> {
        message.clear();
        message.merge(bytes).map_err(refusal)
    }

    /// What equals 0 is left out, and -0 does: messages compare equal that are not the same.
    fn explain(&mut self, value: &schema::Root, bytes: &[u8]) -> Option<String> {
        let same = self.decode(bytes).ok()? == value.into();
        same.then(|| "the sign of -0.0".into())
    }

    fn convert(&mut self, message: Root) -> Result<schema::Root, Error> {
        message.try_into()
    }
}

fn refusal(error: DecodeError) -> Error {
    match error.to_string() {
        cause if cause.contains("recursion limit") => Error::cannot_hold(cause),
        _ => error.into(),
    }
}

serbench_driver::codec!(Prost);
