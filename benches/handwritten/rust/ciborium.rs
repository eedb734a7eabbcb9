//! https://docs.rs/ciborium/0.2.2/ciborium/fn.from_reader.html: faster with a larger buffer, for
//! example 64 KB.

use schema::Root;

use crate::direct;

struct Ciborium {
    out: Vec<u8>,
    scratch: Vec<u8>,
}

impl Default for Ciborium {
    fn default() -> Self {
        Self { out: Vec::new(), scratch: vec![0; 64 << 10] }
    }
}

impl direct::Plain for Ciborium {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.out.clear();
        ciborium::into_writer(value, &mut self.out).unwrap();
        &self.out
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        ciborium::from_reader_with_buffer(bytes, &mut self.scratch).unwrap()
    }
}

pub fn run() {
    direct::plain::<Ciborium>();
}
