//! https://github.com/djkoloski/rust_serialization_benchmark/blob/master/src/bench_minicbor.rs.

use minicbor::encode::write::Cursor;
use schema::Root;

use crate::direct;

struct Minicbor {
    room: Vec<u8>,
}

impl Default for Minicbor {
    fn default() -> Self {
        Self { room: vec![0; 1 << 20] }
    }
}

impl direct::Plain for Minicbor {
    fn encode(&mut self, value: &Root) -> &[u8] {
        let mut cursor = Cursor::new(self.room.as_mut_slice());
        minicbor::encode(value, &mut cursor).unwrap();
        let size = cursor.position();
        &self.room[..size]
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        minicbor::decode(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Minicbor>();
}
