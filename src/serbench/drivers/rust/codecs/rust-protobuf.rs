// ---
// library = "rust-protobuf"
// released = "2025-03-10"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://docs.rs/protobuf/3.7.2/protobuf/trait.Message.html#method.write_to_vec"
// evolution = "field numbers"
// crate = "protobuf"
// extra = ["decode-reused"]
// generate = ["protobuf"]
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// limits = ["-0.0 becomes 0.0 in a field that is not optional"]
//
// [dependencies]
// # Generated code says which version of the library it is for: this one.
// protobuf = "=3.7.2"
// ---

use protobuf::{CodedInputStream, Message};
use schema_protobuf::Root; // by protobuf-codegen, from the schema's .proto
use serbench_driver::{Buffer, Codec, Error};

#[derive(Default)]
struct RustProtobuf;

impl Codec<schema::Root> for RustProtobuf {
    type Input = Root;
    type Output = Root;

    fn populate(&mut self, value: &schema::Root) -> Result<Root, Error> {
        Ok(value.into())
    }

    fn encode(&mut self, message: &Root, out: &mut Buffer) -> Result<(), Error> {
        Ok(message.write_to_vec(out.vec())?)
    }

    fn encode_fresh(message: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(message.write_to_bytes()?)
    }

    /// As `parse_from_bytes`, but values may be nested more than 100 messages deep.
    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        let mut input = opened(bytes);
        let message = Root::parse_from(&mut input)?;
        input.check_eof()?;
        Ok(message)
    }

    fn decode_reused(&mut self, bytes: &[u8], message: &mut Root) -> Result<(), Error> {
        message.clear();
        let mut input = opened(bytes);
        message.merge_from(&mut input)?;
        Ok(input.check_eof()?)
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

fn opened(bytes: &[u8]) -> CodedInputStream<'_> {
    let mut input = CodedInputStream::from_bytes(bytes);
    input.set_recursion_limit(u32::MAX);
    input
}

serbench_driver::codec!(RustProtobuf);
