//! https://docs.rs/musli/0.2.1/musli/storage/index.html.

use schema::Root;

use crate::direct;

#[derive(Default)]
struct MusliStorage {
    room: Vec<u8>,
}

impl direct::Plain for MusliStorage {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        musli::storage::encode(&mut self.room, value).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        musli::storage::from_slice(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<MusliStorage>();
}
