//! https://docs.rs/ron/0.12.3/ron/ser/fn.to_string.html.

use schema::Root;

use crate::direct;

#[derive(Default)]
struct Ron {
    room: Vec<u8>,
}

impl direct::Plain for Ron {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room = ron::to_string(value).unwrap().into_bytes();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        ron::de::from_bytes(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Ron>();
}
