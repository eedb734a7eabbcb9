//! https://github.com/djkoloski/rust_serialization_benchmark/blob/master/src/bench_rkyv.rs.

use rkyv::api::high::to_bytes_in;
use rkyv::rancor::Failure;
use rkyv::util::AlignedVec;
use rkyv::Archived;
use schema::Root;
use std::mem::take;

use crate::direct;

#[derive(Default)]
struct RkyvUnchecked {
    room: AlignedVec,
}

impl direct::Plain for RkyvUnchecked {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        self.room = to_bytes_in::<_, Failure>(value, take(&mut self.room)).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        // SAFETY: the bytes are those that `encode` made.
        let archived = unsafe { rkyv::access_unchecked::<Archived<Root>>(bytes) };
        rkyv::deserialize::<Root, Failure>(archived).unwrap()
    }
}

pub fn run() {
    direct::plain::<RkyvUnchecked>();
}
