//! https://github.com/simd-lite/simd-json-derive/blob/main/benches/mesh.rs: buffers are kept. The input
//! is rewritten: it is a copy, since the bytes are needed again.

use schema::Root;
use simd_json::Buffers;
use simd_json_derive::{Deserialize, Serialize};

use crate::direct;

#[derive(Default)]
struct SimdJsonDerive {
    out: Vec<u8>,
    input: Vec<u8>,
    buffers: Buffers,
}

impl direct::Plain for SimdJsonDerive {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.out.clear();
        value.json_write(&mut self.out).unwrap();
        &self.out
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        self.input.clear();
        self.input.extend_from_slice(bytes);
        Root::from_slice_with_buffers(&mut self.input, &mut self.buffers).unwrap()
    }
}

pub fn run() {
    direct::plain::<SimdJsonDerive>();
}
