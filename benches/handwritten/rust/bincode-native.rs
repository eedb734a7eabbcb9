//! https://docs.rs/bincode/2.0.1/bincode/#which-functions-to-use: into a buffer that
//! is there, by its own derives.

use bincode::config::standard;
use bincode::{decode_from_slice, encode_into_slice};
use schema::Root;

use crate::direct;

struct BincodeNative {
    room: Vec<u8>,
}

impl Default for BincodeNative {
    fn default() -> Self {
        Self { room: vec![0; 1 << 20] }
    }
}

impl direct::Plain for BincodeNative {
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
    direct::plain::<BincodeNative>();
}
