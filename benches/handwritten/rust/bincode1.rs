//! https://docs.rs/bincode/1.3.3/bincode/config/index.html, with the options that write varints.

use bincode::{DefaultOptions, Options};
use schema::Root;

use crate::direct;

#[derive(Default)]
struct Bincode1 {
    out: Vec<u8>,
}

impl direct::Plain for Bincode1 {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.out.clear();
        DefaultOptions::new().serialize_into(&mut self.out, value).unwrap();
        &self.out
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        DefaultOptions::new().deserialize(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Bincode1>();
}
