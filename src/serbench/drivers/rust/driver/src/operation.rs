//! What is timed, and what times it.

use std::hint::black_box;
use std::time::Instant;

use crate::allocations;
use crate::error::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Populate,
    Encode,
    Decode,
    Convert,
    Borrow,
    Access,
    Read,
    EncodeFresh,
    DecodeReused,
    Serialize,
    Deserialize,
    Memcpy,
}

impl Operation {
    /// In the order of docs/protocol.md.
    pub const ALL: [Operation; 12] = [
        Operation::Populate,
        Operation::Encode,
        Operation::Decode,
        Operation::Convert,
        Operation::Borrow,
        Operation::Access,
        Operation::Read,
        Operation::EncodeFresh,
        Operation::DecodeReused,
        Operation::Serialize,
        Operation::Deserialize,
        Operation::Memcpy,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Operation::Populate => "populate",
            Operation::Encode => "encode",
            Operation::Decode => "decode",
            Operation::Convert => "convert",
            Operation::Borrow => "borrow",
            Operation::Access => "access",
            Operation::Read => "read",
            Operation::EncodeFresh => "encode-fresh",
            Operation::DecodeReused => "decode-reused",
            Operation::Serialize => "serialize",
            Operation::Deserialize => "deserialize",
            Operation::Memcpy => "memcpy",
        }
    }
}

/// What is switched on around the walks, and off again for all that is not part of them.
pub trait Meter {
    fn start(&mut self);
    fn stop(&mut self);
}

#[derive(Default)]
pub struct Stopwatch {
    started: Option<Instant>,
    pub total_ns: u64,
}

impl Meter for Stopwatch {
    fn start(&mut self) {
        self.started = Some(Instant::now());
    }

    fn stop(&mut self) {
        let now = Instant::now();
        let elapsed = self.started.take().map(|start| now - start);
        self.total_ns += elapsed.unwrap_or_default().as_nanos() as u64;
    }
}

/// For walks that only warm the caches.
pub struct NoMeter;

impl Meter for NoMeter {
    fn start(&mut self) {}
    fn stop(&mut self) {}
}

pub struct AllocationMeter;

impl Meter for AllocationMeter {
    fn start(&mut self) {
        allocations::start();
    }

    fn stop(&mut self) {
        allocations::stop();
    }
}

/// Does `work` with every item, `passes` times, under the meter.
pub fn each<T>(
    passes: u64,
    items: impl Iterator<Item = T> + Clone,
    meter: &mut dyn Meter,
    mut work: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    meter.start();
    for _ in 0..passes {
        for item in items.clone() {
            work(black_box(item))?;
        }
    }
    meter.stop();
    Ok(())
}

/// Takes what an operation made where it lies: out of its `Result` it would be copied.
#[inline]
pub fn kept<T>(made: Result<T, Error>) -> Result<(), Error> {
    black_box(&made);
    match made {
        Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}
