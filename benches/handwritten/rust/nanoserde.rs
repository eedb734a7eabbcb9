//! https://docs.rs/nanoserde/0.2.1/nanoserde/trait.SerBin.html.

use nanoserde::{DeBin, SerBin};
use schema::Root;

use crate::direct;

#[derive(Default)]
struct Nanoserde {
    room: Vec<u8>,
}

impl direct::Plain for Nanoserde {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        value.ser_bin(&mut self.room);
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        DeBin::deserialize_bin(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Nanoserde>();
}
