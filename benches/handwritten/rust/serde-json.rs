//! https://github.com/serde-rs/json-benchmark/blob/master/src/main.rs: the library's own benchmark
//! appends to a vector that is kept, and reads text that is known to be UTF-8.

use schema::Root;

use crate::direct;

#[derive(Default)]
struct SerdeJson {
    out: Vec<u8>,
}

impl direct::Plain for SerdeJson {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.out.clear();
        serde_json::to_writer(&mut self.out, value).unwrap();
        &self.out
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        serde_json::from_str(std::str::from_utf8(bytes).unwrap()).unwrap()
    }
}

pub fn run() {
    direct::plain::<SerdeJson>();
}
