//! https://docs.rs/flat_message/0.2.2/flat_message/: a `Storage` that is kept is written to. What is
//! read lies in memory aligned as a `Storage` is, and is not checked.

use flat_message::{Config, FlatMessage, Storage, StorageRef};
use schema::Root;

use crate::direct;

#[derive(Default)]
struct FlatUnchecked {
    out: Storage,
}

impl direct::Plain for FlatUnchecked {
    fn encode(&mut self, value: &Root) -> &[u8] {
        value.serialize_to(&mut self.out, Config::default()).unwrap();
        self.out.as_slice()
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        assert!(bytes.as_ptr() as usize % 16 == 0);
        // SAFETY: a `StorageRef` is a transparent slice of bytes that is so aligned.
        let stored: &StorageRef = unsafe { std::mem::transmute(bytes) };
        // SAFETY: `encode` wrote the bytes.
        unsafe { Root::deserialize_from_ref_unchecked(stored) }.unwrap()
    }
}

pub fn run() {
    direct::plain::<FlatUnchecked>();
}
