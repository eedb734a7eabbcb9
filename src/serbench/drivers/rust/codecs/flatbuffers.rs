// ---
// library = "flatbuffers"
// released = "2025-12-19"
// format = "flatbuffers"
// wire = "flatbuffers"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects", "core"]
// page = "https://github.com/google/flatbuffers/tree/master/tests/rust_usage_test/benches"
// evolution = "ids and deprecated fields"
// crate = "flatbuffers"
// extra = ["borrow", "access", "read"]
// generate = ["flatbuffers"]
// limits = [
//     "values nested more than 64 tables deep do not decode",
//     "values of more than 1,000,000 tables do not decode",
// ]
//
// [dependencies]
// flatbuffers = "25.12"
// ---

use std::ptr::NonNull;

use schema_flatbuffers::{checked, fill, unchecked, Builder}; // on what flatc makes
use serbench_driver::{Borrowed, Buffer, Codec, Error, Visit};

/// A builder makes the bytes, so that nothing is left to encode: they stay where it has them. Whole
/// directions have one builder; inputs have builders of their own.
#[derive(Default)]
struct FlatBuffers {
    builder: Builder,
    /// Those of the last value, in the input or in `builder`.
    encoded: Option<NonNull<[u8]>>,
}

/// A copy of bytes that were checked.
struct Message(Vec<u8>);

impl Visit for Message {
    fn visit(&self) -> u64 {
        // SAFETY: `decode` checked them.
        unsafe { unchecked(&self.0) }.visit()
    }
}

impl Codec<schema::Root> for FlatBuffers {
    type Input = Builder;
    type Output = Message;

    fn populate(&mut self, value: &schema::Root) -> Result<Builder, Error> {
        let mut builder = Builder::new();
        fill(&mut builder, value);
        Ok(builder)
    }

    fn encode(&mut self, builder: &Builder, _out: &mut Buffer) -> Result<(), Error> {
        self.encoded = Some(builder.finished_data().into());
        Ok(())
    }

    fn encode_fresh(builder: &Builder) -> Result<impl AsRef<[u8]>, Error> {
        Ok(builder.finished_data().to_vec())
    }

    fn serialize(&mut self, value: &schema::Root, _out: &mut Buffer) -> Result<(), Error> {
        fill(&mut self.builder, value);
        self.encoded = Some(self.builder.finished_data().into());
        Ok(())
    }

    fn storage(&self) -> Option<&[u8]> {
        // SAFETY: the driver looks at the bytes of a value before it drops the input or has the
        // next value built.
        self.encoded.map(|bytes| unsafe { bytes.as_ref() })
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Message, Error> {
        checked(bytes)?;
        Ok(Message(bytes.to_vec()))
    }

    fn convert(&mut self, message: Message) -> Result<schema::Root, Error> {
        // SAFETY: `decode` checked them.
        unsafe { unchecked(&message.0) }.plain()
    }

    fn deserialize(&mut self, bytes: &[u8]) -> Result<schema::Root, Error> {
        checked(bytes)?.plain()
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        checked(bytes)
    }

    fn access(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        Ok(checked(bytes)?.access())
    }

    fn read(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        Ok(checked(bytes)?.visit())
    }
}

serbench_driver::codec!(FlatBuffers);
