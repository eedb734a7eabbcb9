//! https://github.com/google/flatbuffers/tree/master/tests/rust_usage_test/benches: whole directions keep
//! the builder and reset it. What was decoded is a copy of checked bytes.

use schema::Root;
use schema_flatbuffers::{checked, fill, Builder};

use crate::direct;

#[derive(Default)]
struct FlatBuffers {
    builder: Builder,
}

impl direct::OwnModel for FlatBuffers {
    type Input = Builder;
    type Output = Vec<u8>;

    fn fill(&mut self, value: &Root) -> Builder {
        let mut builder = Builder::new();
        fill(&mut builder, value);
        builder
    }

    /// Nothing is left to do.
    fn encode(&mut self, builder: &Builder) -> &[u8] {
        let bytes: *const [u8] = builder.finished_data();
        // SAFETY: they are looked at before the builder is dropped.
        unsafe { &*bytes }
    }

    fn decode(&mut self, bytes: &[u8]) -> Vec<u8> {
        checked(bytes).unwrap();
        bytes.to_vec()
    }

    fn take(&mut self, message: Vec<u8>) -> Root {
        // SAFETY: `decode` checked them.
        unsafe { schema_flatbuffers::unchecked(&message) }.plain().unwrap()
    }

    fn serialize(&mut self, value: &Root) -> &[u8] {
        fill(&mut self.builder, value);
        self.builder.finished_data()
    }

    fn deserialize(&mut self, bytes: &[u8]) -> Root {
        checked(bytes).unwrap().plain().unwrap()
    }
}

pub fn run() {
    direct::own_model::<FlatBuffers>();
}
