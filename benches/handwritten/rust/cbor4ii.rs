//! https://github.com/quininer/cbor4ii/blob/master/benches/bench_ser.rs.

use schema::Root;

use crate::direct;

#[derive(Default)]
struct Cbor4ii {
    room: Vec<u8>,
}

impl direct::Plain for Cbor4ii {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        cbor4ii::serde::to_writer(&mut self.room, value).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        cbor4ii::serde::from_slice(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Cbor4ii>();
}
