//! https://docs.rs/capnp/0.27/capnp/serialize_packed/index.html. `serialize` keeps the scratch space
//! that a message is built in, as the library's own benchmark does
//! (https://github.com/capnproto/capnproto-rust/blob/master/benchmark/benchmark.rs).

use capnp::message::{Builder, HeapAllocator, Reader, ReaderOptions, ScratchSpaceHeapAllocator};
use capnp::serialize::OwnedSegments;
use capnp::{serialize_packed, Word};
use schema::Root;

use crate::direct;

struct CapnProtoPacked {
    scratch: ScratchSpaceHeapAllocator<'static>,
    out: Vec<u8>,
}

impl Default for CapnProtoPacked {
    fn default() -> Self {
        let words = Word::allocate_zeroed_vec(1024).leak();
        let scratch = ScratchSpaceHeapAllocator::new(Word::words_to_bytes_mut(words));
        Self { scratch, out: Vec::new() }
    }
}

impl direct::OwnModel for CapnProtoPacked {
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
        serialize_packed::write_message(&mut self.out, message).unwrap();
        &self.out
    }

    fn decode(&mut self, bytes: &[u8]) -> Self::Output {
        serialize_packed::read_message(bytes, ReaderOptions::new()).unwrap()
    }

    fn take(&mut self, message: Self::Output) -> Root {
        schema_capnp::plain(&message).unwrap()
    }

    fn serialize(&mut self, value: &Root) -> &[u8] {
        self.out.clear();
        let mut message = Builder::new(&mut self.scratch);
        schema_capnp::fill(&mut message, value).unwrap();
        serialize_packed::write_message(&mut self.out, &message).unwrap();
        &self.out
    }
}

pub fn run() {
    direct::own_model::<CapnProtoPacked>();
}
