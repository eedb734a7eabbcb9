// ---
// library = "capnp"
// format = "capnproto"
// wire = "capnproto"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects"]
// page = "https://docs.rs/capnp/0.27/capnp/serialize/fn.read_message_from_flat_slice.html"
// crate = "capnp"
// extra = ["access", "read"]
// generate = ["capnp"]
// program = "capnp"
// packages = ["capnproto"]
//
// [dependencies]
// capnp = "0.27"
// ---

use capnp::message::{Builder, HeapAllocator, ReaderOptions};
use capnp::serialize::{self, BufferSegments, OwnedSegments};
use schema_capnp::{Message, Scratch}; // beside what capnpc makes of the schema's .capnp
use serbench_driver::{Buffer, Codec, Error};

/// Without the limits against hostile messages, which count what is read and how deep it lies.
const OPTIONS: ReaderOptions =
    ReaderOptions { traversal_limit_in_words: None, nesting_limit: i32::MAX };

#[derive(Default)]
struct CapnProto {
    scratch: Scratch,
}

fn open(bytes: &[u8]) -> Result<capnp::message::Reader<BufferSegments<&[u8]>>, Error> {
    Ok(serialize::read_message_from_flat_slice(&mut &*bytes, OPTIONS)?)
}

impl Codec<schema::Root> for CapnProto {
    type Input = Builder<HeapAllocator>;
    type Output = Message<OwnedSegments>;

    fn populate(&mut self, value: &schema::Root) -> Result<Self::Input, Error> {
        let mut message = Builder::new_default();
        schema_capnp::fill(&mut message, value)?;
        Ok(message)
    }

    fn encode(&mut self, message: &Self::Input, out: &mut Buffer) -> Result<(), Error> {
        Ok(serialize::write_message(out.vec(), message)?)
    }

    fn serialize(&mut self, value: &schema::Root, out: &mut Buffer) -> Result<(), Error> {
        let mut message = Builder::new(&mut self.scratch.0);
        schema_capnp::fill(&mut message, value)?;
        Ok(serialize::write_message(out.vec(), &message)?)
    }

    /// A copy of the bytes: what an accessor finds in them is found when it is called.
    fn decode(&mut self, bytes: &[u8]) -> Result<Self::Output, Error> {
        Ok(Message(serialize::read_message(bytes, OPTIONS)?))
    }

    fn convert(&mut self, message: Self::Output) -> Result<schema::Root, Error> {
        schema_capnp::plain(&message.0)
    }

    fn deserialize(&mut self, bytes: &[u8]) -> Result<schema::Root, Error> {
        schema_capnp::plain(&open(bytes)?)
    }

    fn access(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        schema_capnp::access(&open(bytes)?)
    }

    fn read(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        schema_capnp::visit(&open(bytes)?)
    }
}

serbench_driver::codec!(CapnProto);
