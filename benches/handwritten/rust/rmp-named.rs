//! https://docs.rs/rmp-serde/1/rmp_serde/encode/struct.Serializer.html#method.with_struct_map.

use rmp_serde::Serializer;
use schema::Root;
use serde::Serialize;

use crate::direct;

#[derive(Default)]
struct RmpNamed {
    out: Vec<u8>,
}

impl direct::Plain for RmpNamed {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.out.clear();
        let mut serializer = Serializer::new(&mut self.out).with_struct_map();
        Serialize::serialize(value, &mut serializer).unwrap();
        &self.out
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        rmp_serde::from_slice(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<RmpNamed>();
}
