//! https://docs.rs/minicbor-serde/0.7.2/minicbor_serde/struct.Serializer.html.

use minicbor_serde::Serializer;
use schema::Root;
use serde::Serialize;

use crate::direct;

#[derive(Default)]
struct MinicborSerde {
    room: Vec<u8>,
}

impl direct::Plain for MinicborSerde {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        value.serialize(&mut Serializer::new(&mut self.room)).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        minicbor_serde::from_slice(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<MinicborSerde>();
}
