//! https://docs.rs/speedy/0.8.7/speedy/trait.Writable.html.

use schema::Root;
use speedy::{Readable, Writable};

use crate::direct;

struct Speedy {
    room: Vec<u8>,
}

impl Default for Speedy {
    fn default() -> Self {
        Self { room: vec![0; 1 << 20] }
    }
}

impl direct::Plain for Speedy {
    fn encode(&mut self, value: &Root) -> &[u8] {
        let size = Writable::<speedy::LittleEndian>::bytes_needed(value).unwrap();
        value.write_to_buffer(&mut self.room[..size]).unwrap();
        &self.room[..size]
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        Root::read_from_buffer(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Speedy>();
}
