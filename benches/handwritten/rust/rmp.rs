//! https://docs.rs/rmp-serde/1/rmp_serde/: the value is serialized to a serializer around a vector.

use rmp_serde::Serializer;
use schema::Root;
use serde::Serialize;

use crate::direct;

#[derive(Default)]
struct Rmp {
    out: Vec<u8>,
}

impl direct::Plain for Rmp {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.out.clear();
        Serialize::serialize(value, &mut Serializer::new(&mut self.out)).unwrap();
        &self.out
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        rmp_serde::from_slice(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Rmp>();
}
