//! https://docs.rs/parity-scale-codec/3.7.5/parity_scale_codec/trait.Encode.html.

use parity_scale_codec::{Decode, Encode};
use schema::Root;

use crate::direct;

#[derive(Default)]
struct Scale {
    room: Vec<u8>,
}

impl direct::Plain for Scale {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        value.encode_to(&mut self.room);
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        Root::decode(&mut &*bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Scale>();
}
