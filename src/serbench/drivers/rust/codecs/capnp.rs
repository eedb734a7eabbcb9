// ---
// library = "capnp"
// released = "2026-10-27"
// format = "capnproto"
// wire = "capnproto"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects"]
// page = "https://docs.rs/capnp/0.27/capnp/serialize/fn.read_message_from_flat_slice_no_alloc.html"
// evolution = "ordinals"
// crate = "capnp"
// extra = ["borrow", "access", "read"]
// generate = ["capnp"]
// program = "capnp"
// packages = ["capnproto"]
//
// [dependencies]
// capnp = "0.27"
// ---

use capnp::message::{Builder, HeapAllocator, ReaderOptions};
use capnp::serialize::{self, NoAllocSliceSegments, OwnedSegments};
use schema_capnp::{Message, Room}; // beside what capnpc makes of the schema's .capnp
use serbench_driver::{Borrowed, Buffer, Codec, Error, Visit};

/// The defaults stop at 64 structs in one another, and at 64 MiB read, each time it is: a message is
/// read many times here, and still ends those that claim more than they hold.
fn options(bytes: &[u8]) -> ReaderOptions {
    let words = (8 << 20).max(1000 * (bytes.len() / 8));
    ReaderOptions { traversal_limit_in_words: Some(words), nesting_limit: i32::MAX }
}

#[derive(Default)]
struct CapnProto {
    room: Room,
}

/// The bytes as they lie.
fn open(bytes: &[u8]) -> Result<Message<NoAllocSliceSegments<'_>>, Error> {
    Ok(Message(serialize::read_message_from_flat_slice_no_alloc(&mut &*bytes, options(bytes))?))
}

impl Codec<schema::Root> for CapnProto {
    type Input = Builder<HeapAllocator>;
    type Output = Message<OwnedSegments>;

    fn populate(&mut self, value: &schema::Root) -> Result<Self::Input, Error> {
        self.room.message(value)
    }

    fn encode(&mut self, message: &Self::Input, out: &mut Buffer) -> Result<(), Error> {
        Ok(serialize::write_message(out.vec(), message)?)
    }

    fn encode_fresh(message: &Self::Input) -> Result<impl AsRef<[u8]>, Error> {
        Ok(serialize::write_message_to_words(message))
    }

    fn serialize(&mut self, value: &schema::Root, out: &mut Buffer) -> Result<(), Error> {
        self.room.once(value, |message| serialize::write_message(out.vec(), message))
    }

    /// A copy of the bytes: what an accessor finds in them is found when it is called.
    fn decode(&mut self, bytes: &[u8]) -> Result<Self::Output, Error> {
        Ok(Message(serialize::read_message(bytes, options(bytes))?))
    }

    fn convert(&mut self, message: Self::Output) -> Result<schema::Root, Error> {
        schema_capnp::plain(&message.0)
    }

    fn deserialize(&mut self, bytes: &[u8]) -> Result<schema::Root, Error> {
        schema_capnp::plain(&open(bytes)?.0)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        open(bytes)
    }

    fn access(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        schema_capnp::access(&open(bytes)?.0)
    }

    fn read(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        schema_capnp::visit(&open(bytes)?.0)
    }
}

serbench_driver::codec!(CapnProto);
