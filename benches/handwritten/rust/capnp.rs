//! https://docs.rs/capnp/0.27/capnp/serialize/index.html. Encoded and decoded are messages that own
//! their memory. Whole directions keep the scratch space that a message is built in, as the library's
//! own benchmark does (https://github.com/capnproto/capnproto-rust/blob/master/benchmark/benchmark.rs),
//! and read the bytes where they lie.

use capnp::message::{Builder, HeapAllocator, Reader, ReaderOptions, ScratchSpaceHeapAllocator};
use capnp::serialize::{self, OwnedSegments};
use capnp::Word;
use schema::Root;

use crate::direct;

struct CapnProto {
    scratch: ScratchSpaceHeapAllocator<'static>,
    out: Vec<u8>,
}

impl Default for CapnProto {
    fn default() -> Self {
        let words = Word::allocate_zeroed_vec(1024).leak();
        let scratch = ScratchSpaceHeapAllocator::new(Word::words_to_bytes_mut(words));
        Self { scratch, out: Vec::new() }
    }
}

impl direct::OwnModel for CapnProto {
    /// The driver's message is in two segments where it is larger than those before.
    const SAME_BYTES: bool = false;
    type Input = Builder<HeapAllocator>;
    type Output = Reader<OwnedSegments>;

    fn fill(&mut self, value: &Root) -> Self::Input {
        let mut message = Builder::new(HeapAllocator::new().first_segment_words(128));
        schema_capnp::fill(&mut message, value).unwrap();
        message
    }

    fn encode(&mut self, message: &Self::Input) -> &[u8] {
        self.out.clear();
        serialize::write_message(&mut self.out, message).unwrap();
        &self.out
    }

    fn decode(&mut self, bytes: &[u8]) -> Self::Output {
        serialize::read_message(bytes, ReaderOptions::new()).unwrap()
    }

    fn take(&mut self, message: Self::Output) -> Root {
        schema_capnp::plain(&message).unwrap()
    }

    fn serialize(&mut self, value: &Root) -> &[u8] {
        self.out.clear();
        let mut message = Builder::new(&mut self.scratch);
        schema_capnp::fill(&mut message, value).unwrap();
        serialize::write_message(&mut self.out, &message).unwrap();
        &self.out
    }

    fn deserialize(&mut self, mut bytes: &[u8]) -> Root {
        let options = ReaderOptions::new();
        let message = serialize::read_message_from_flat_slice_no_alloc(&mut bytes, options);
        schema_capnp::plain(&message.unwrap()).unwrap()
    }
}

pub fn run() {
    direct::own_model::<CapnProto>();
}
