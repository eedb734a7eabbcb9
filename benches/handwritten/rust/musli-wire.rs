//! https://docs.rs/musli/0.2.1/musli/wire/index.html.

use schema::Root;

use crate::direct;

#[derive(Default)]
struct MusliWire {
    room: Vec<u8>,
}

impl direct::Plain for MusliWire {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        musli::wire::encode(&mut self.room, value).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        musli::wire::from_slice(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<MusliWire>();
}
