//! https://docs.rs/borsh/1.8.1/borsh/fn.to_writer.html.

use borsh::BorshDeserialize;
use schema::Root;

use crate::direct;

#[derive(Default)]
struct Borsh {
    room: Vec<u8>,
}

impl direct::Plain for Borsh {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        borsh::to_writer(&mut self.room, value).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        Root::try_from_slice(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Borsh>();
}
