//! XXH64 digests of values and of working sets.

use xxhash_rust::xxh64::{xxh64, Xxh64};

use crate::error::Error;
use crate::value::Value;

/// Digests values, keeping its scratch area between them.
#[derive(Default)]
pub struct Digester {
    scratch: Vec<u8>,
}

impl Digester {
    pub fn value(&mut self, value: &impl Value) -> u64 {
        self.scratch.clear();
        value.canonical(&mut self.scratch);
        xxh64(&self.scratch, 0)
    }
}

/// The digest of a working set whose values have these digests, as it stands in replies.
pub fn of_set(digests: &[u64]) -> String {
    let mut all = Xxh64::new(0);
    for digest in digests {
        all.update(&digest.to_le_bytes());
    }
    hex(all.digest())
}

pub fn hex(number: u64) -> String {
    format!("{number:016x}")
}

/// What a value became must be what it was.
pub fn same(what: &str, found: u64, expected: u64) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    Err(Error::Failed(format!("{what} {} is not {}", hex(found), hex(expected))))
}
