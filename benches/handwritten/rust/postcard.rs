//! https://docs.rs/postcard/1.1.3/postcard/fn.to_slice.html and fn.from_bytes.html.

use schema::Root;

use crate::direct;

struct Postcard {
    room: Vec<u8>,
}

impl Default for Postcard {
    fn default() -> Self {
        Self { room: vec![0; 1 << 20] }
    }
}

impl direct::Plain for Postcard {
    fn encode(&mut self, value: &Root) -> &[u8] {
        postcard::to_slice(value, &mut self.room).unwrap()
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        postcard::from_bytes(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Postcard>();
}
