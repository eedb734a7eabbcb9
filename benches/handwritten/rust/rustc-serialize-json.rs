//! https://docs.rs/rustc-serialize/0.3.25/rustc_serialize/json/index.html, with an encoder around
//! text that is kept.

use rustc_serialize::json::{self, Encoder};
use rustc_serialize::Encodable;
use schema::Root;
use schema_rustc_serialize::{Decoded, Encoded};

use crate::direct;

#[derive(Default)]
struct RustcSerializeJson {
    out: String,
}

impl direct::Plain for RustcSerializeJson {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.out.clear();
        Encoded(value).encode(&mut Encoder::new(&mut self.out)).unwrap();
        self.out.as_bytes()
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        let Decoded(value) = json::decode(std::str::from_utf8(bytes).unwrap()).unwrap();
        value
    }
}

pub fn run() {
    direct::plain::<RustcSerializeJson>();
}
