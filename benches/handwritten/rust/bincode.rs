//! https://docs.rs/bincode/2.0.1/bincode/#which-functions-to-use: into a buffer that is there.

use bincode::config::standard;
use bincode::serde::{decode_from_slice, encode_into_slice};
use schema::Root;

use crate::direct;

struct Bincode {
    room: Vec<u8>,
}

impl Default for Bincode {
    fn default() -> Self {
        Self { room: vec![0; 1 << 20] }
    }
}

impl direct::Plain for Bincode {
    fn encode(&mut self, value: &Root) -> &[u8] {
        let size = encode_into_slice(value, &mut self.room, standard()).unwrap();
        &self.room[..size]
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        let (value, _size) = decode_from_slice(bytes, standard()).unwrap();
        value
    }
}

pub fn run() {
    direct::plain::<Bincode>();
}
