//! https://docs.rs/musli/0.2.1/musli/descriptive/index.html.

use schema::Root;

use crate::direct;

#[derive(Default)]
struct MusliDescriptive {
    room: Vec<u8>,
}

impl direct::Plain for MusliDescriptive {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        musli::descriptive::encode(&mut self.room, value).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        musli::descriptive::from_slice(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<MusliDescriptive>();
}
