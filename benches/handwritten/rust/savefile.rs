//! https://github.com/djkoloski/rust_serialization_benchmark/blob/master/src/bench_savefile.rs.

use schema::Root;
use std::io::Cursor;

use crate::direct;

#[derive(Default)]
struct Savefile {
    room: Vec<u8>,
}

impl direct::Plain for Savefile {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        savefile::save_noschema(&mut self.room, 0, value).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        savefile::load_noschema(&mut Cursor::new(bytes), 0).unwrap()
    }
}

pub fn run() {
    direct::plain::<Savefile>();
}
