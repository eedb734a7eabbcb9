//! https://github.com/djkoloski/rust_serialization_benchmark/blob/master/src/bench_wincode.rs.

use schema::Root;

use crate::direct;

struct Wincode {
    room: Vec<u8>,
}

impl Default for Wincode {
    fn default() -> Self {
        Self { room: vec![0; 1 << 20] }
    }
}

impl direct::Plain for Wincode {
    fn encode(&mut self, value: &Root) -> &[u8] {
        let size = self.room.len();
        let mut left = &mut self.room[..];
        wincode::serialize_into(&mut left, value).unwrap();
        let size = size - left.len();
        &self.room[..size]
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        wincode::deserialize(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Wincode>();
}
