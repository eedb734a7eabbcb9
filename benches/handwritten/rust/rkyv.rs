//! https://github.com/djkoloski/rust_serialization_benchmark/blob/master/src/bench_rkyv.rs.

use rkyv::api::high::to_bytes_in;
use rkyv::from_bytes;
use rkyv::rancor::Failure;
use rkyv::util::AlignedVec;
use schema::Root;
use std::mem::take;

use crate::direct;

#[derive(Default)]
struct Rkyv {
    room: AlignedVec,
}

impl direct::Plain for Rkyv {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        self.room = to_bytes_in::<_, Failure>(value, take(&mut self.room)).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        from_bytes::<Root, Failure>(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<Rkyv>();
}
