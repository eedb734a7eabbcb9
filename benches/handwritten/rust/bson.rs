//! https://docs.rs/bson/3.1.0/bson/fn.serialize_to_buffer.html and fn.deserialize_from_slice.html.

use schema::Root;

use crate::direct;

#[derive(Default)]
struct Bson {
    out: Vec<u8>,
}

impl direct::Plain for Bson {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.out.clear();
        bson::serialize_to_buffer(value, &mut self.out).unwrap();
        &self.out
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        bson::deserialize_from_slice(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Bson>();
}
