//! https://github.com/anthropics/buffa/blob/main/benchmarks/buffa/benches/protobuf.rs, with bytes in a
//! vector that is cleared, as in
//! https://github.com/djkoloski/rust_serialization_benchmark/blob/master/src/bench_buffa.rs.

use buffa::Message;
use schema::Root;

use crate::direct;

#[derive(Default)]
struct Buffa {
    room: Vec<u8>,
}

impl direct::OwnModel for Buffa {
    type Input = schema_buffa::Root;
    type Output = schema_buffa::Root;

    fn fill(&mut self, value: &Root) -> schema_buffa::Root {
        value.into()
    }

    fn encode(&mut self, message: &schema_buffa::Root) -> &[u8] {
        self.room.clear();
        message.encode(&mut self.room);
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> schema_buffa::Root {
        schema_buffa::Root::decode_from_slice(bytes).unwrap()
    }

    fn take(&mut self, message: schema_buffa::Root) -> Root {
        message.try_into().unwrap()
    }
}

pub fn run() {
    direct::own_model::<Buffa>();
}
