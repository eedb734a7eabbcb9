//! https://docs.rs/bitcode/0.6.9/bitcode/struct.Buffer.html.

use schema::Root;

use crate::direct;

#[derive(Default)]
struct BitcodeNative {
    kept: bitcode::Buffer,
}

impl direct::Plain for BitcodeNative {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.kept.encode(value)
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        self.kept.decode(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<BitcodeNative>();
}
