//! https://github.com/google/flatbuffers/blob/master/samples/sample_flexbuffers_serde.rs, with the
//! serializer kept and reset, as builders are in the library's own benchmark
//! (https://github.com/google/flatbuffers/tree/master/tests/rust_usage_test/benches).

use flexbuffers::{FlexbufferSerializer, Reader};
use schema::Root;
use serde::{Deserialize, Serialize};

use crate::direct;

#[derive(Default)]
struct Flexbuffers {
    serializer: FlexbufferSerializer,
}

impl direct::Plain for Flexbuffers {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.serializer.reset();
        Serialize::serialize(value, &mut self.serializer).unwrap();
        self.serializer.view()
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        Deserialize::deserialize(Reader::get_root(bytes).unwrap()).unwrap()
    }
}

pub fn run() {
    direct::plain::<Flexbuffers>();
}
