//! https://github.com/djkoloski/rust_serialization_benchmark/blob/master/src/bench_bilrost.rs.

use bilrost::{Message, OwnedMessage};
use schema::Root;

use crate::direct;

#[derive(Default)]
struct Bilrost {
    room: Vec<u8>,
}

impl direct::Plain for Bilrost {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        value.encode(&mut self.room).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        Root::decode(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Bilrost>();
}
