//! https://docs.rs/bitcode/0.6.9/bitcode/fn.serialize.html.

use schema::Root;

use crate::direct;

#[derive(Default)]
struct Bitcode {
    room: Vec<u8>,
}

impl direct::Plain for Bitcode {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room = bitcode::serialize(value).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        bitcode::deserialize(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Bitcode>();
}
