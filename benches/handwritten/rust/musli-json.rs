//! https://docs.rs/musli/0.2.1/musli/json/index.html.

use schema::Root;

use crate::direct;

#[derive(Default)]
struct MusliJson {
    room: Vec<u8>,
}

impl direct::Plain for MusliJson {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        musli::json::encode(&mut self.room, value).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        musli::json::from_slice(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<MusliJson>();
}
