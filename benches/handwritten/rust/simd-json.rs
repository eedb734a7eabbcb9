//! https://docs.rs/simd-json/0.19.0/simd_json/serde/fn.from_slice_with_buffers.html, with buffers that
//! are kept. The input is rewritten: it is a copy, since the bytes are needed again.

use schema::Root;
use simd_json::Buffers;

use crate::direct;

#[derive(Default)]
struct SimdJson {
    out: Vec<u8>,
    input: Vec<u8>,
    buffers: Buffers,
}

impl direct::Plain for SimdJson {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.out.clear();
        simd_json::serde::to_writer(&mut self.out, value).unwrap();
        &self.out
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        self.input.clear();
        self.input.extend_from_slice(bytes);
        simd_json::serde::from_slice_with_buffers(&mut self.input, &mut self.buffers).unwrap()
    }
}

pub fn run() {
    direct::plain::<SimdJson>();
}
