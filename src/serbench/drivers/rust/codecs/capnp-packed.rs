// ---
// library = "capnp"
// released = "2026-10-27"
// format = "capnproto-packed"
// wire = "capnproto-packed"
// traits = ["binary", "schema", "own-model", "reuses-objects"]
// page = "https://docs.rs/capnp/0.27/capnp/serialize_packed/index.html"
// evolution = "ordinals"
// crate = "capnp"
// generate = ["capnp"]
// program = "capnp"
// packages = ["capnproto"]
//
// [dependencies]
// capnp = "0.27"
// ---

use capnp::message::{Builder, HeapAllocator, ReaderOptions};
use capnp::serialize::OwnedSegments;
use capnp::serialize_packed;
use schema_capnp::{Message, Room}; // beside what capnpc makes of the schema's .capnp
use serbench_driver::{Buffer, Codec, Error};

/// The defaults stop at 64 structs in one another, and at 64 MiB read, each time it is: a message is
/// read many times here, and still ends those that claim more than they hold.
fn options(bytes: &[u8]) -> ReaderOptions {
    let words = (8 << 20).max(1000 * bytes.len());
    ReaderOptions { traversal_limit_in_words: Some(words), nesting_limit: i32::MAX }
}

#[derive(Default)]
struct CapnProtoPacked {
    room: Room,
}

impl Codec<schema::Root> for CapnProtoPacked {
    type Input = Builder<HeapAllocator>;
    type Output = Message<OwnedSegments>;

    fn populate(&mut self, value: &schema::Root) -> Result<Self::Input, Error> {
        self.room.message(value)
    }

    fn encode(&mut self, message: &Self::Input, out: &mut Buffer) -> Result<(), Error> {
        Ok(serialize_packed::write_message(out.vec(), message)?)
    }

    /// Not by a new codec, whose scratch room is never given back.
    fn encode_fresh(message: &Self::Input) -> Result<impl AsRef<[u8]>, Error> {
        let mut bytes = Vec::new();
        serialize_packed::write_message(&mut bytes, message)?;
        Ok(bytes)
    }

    fn serialize(&mut self, value: &schema::Root, out: &mut Buffer) -> Result<(), Error> {
        self.room.once(value, |message| serialize_packed::write_message(out.vec(), message))
    }

    /// The bytes unpacked: what an accessor finds in them is found when it is called.
    fn decode(&mut self, bytes: &[u8]) -> Result<Self::Output, Error> {
        Ok(Message(serialize_packed::read_message(bytes, options(bytes))?))
    }

    fn convert(&mut self, message: Self::Output) -> Result<schema::Root, Error> {
        schema_capnp::plain(&message.0)
    }
}

serbench_driver::codec!(CapnProtoPacked);
