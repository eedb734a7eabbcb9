//! https://docs.rs/zerompk/0.8.0/zerompk/fn.write_msgpack.html.

use schema::Root;

use crate::direct;

struct Zerompk {
    room: Vec<u8>,
}

impl Default for Zerompk {
    fn default() -> Self {
        Self { room: vec![0; 1 << 20] }
    }
}

impl direct::Plain for Zerompk {
    fn encode(&mut self, value: &Root) -> &[u8] {
        let size = zerompk::to_msgpack(value, &mut self.room).unwrap();
        &self.room[..size]
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        zerompk::from_msgpack(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Zerompk>();
}
