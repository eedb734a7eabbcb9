//! What is timed, and the walks over the working set that time it.

use std::hint::black_box;
use std::time::Instant;

use crate::allocations;
use crate::codec::{Codec, Error};
use crate::value::Root;

/// `convert` gets its outputs made ahead, this many at least, so that reading the clock
/// between them costs nothing that shows.
const CHUNK: usize = 1000;
/// But not more than come from so many encoded bytes: a thousand large ones fill the memory.
const CHUNK_BYTES: usize = 16 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Populate,
    Encode,
    Decode,
    Convert,
    Borrow,
    Access,
    Read,
    Serialize,
    Deserialize,
    Memcpy,
}

impl Operation {
    const ALL: [(Operation, &'static str); 10] = [
        (Operation::Populate, "populate"),
        (Operation::Encode, "encode"),
        (Operation::Decode, "decode"),
        (Operation::Convert, "convert"),
        (Operation::Borrow, "borrow"),
        (Operation::Access, "access"),
        (Operation::Read, "read"),
        (Operation::Serialize, "serialize"),
        (Operation::Deserialize, "deserialize"),
        (Operation::Memcpy, "memcpy"),
    ];

    /// Those of a codec, in the order of docs/protocol.md.
    fn of<V: Root, C: Codec<V>>() -> impl Iterator<Item = (Operation, &'static str)> {
        Self::ALL.into_iter().filter(|(operation, _)| match operation {
            Operation::Convert => C::OWN_MODEL,
            Operation::Borrow => C::BORROWS,
            Operation::Access => C::ACCESSES && V::HAS_LEAF,
            _ => true,
        })
    }

    pub fn names<V: Root, C: Codec<V>>() -> Vec<&'static str> {
        Self::of::<V, C>().map(|(_, name)| name).collect()
    }

    pub fn parse<V: Root, C: Codec<V>>(name: &str) -> Option<Operation> {
        Self::of::<V, C>().find(|(_, known)| *known == name).map(|(operation, _)| operation)
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
    items: &[T],
    meter: &mut dyn Meter,
    mut work: impl FnMut(&T) -> Result<(), Error>,
) -> Result<(), Error> {
    meter.start();
    for _ in 0..passes {
        for item in items {
            work(black_box(item))?;
        }
    }
    meter.stop();
    Ok(())
}

/// Walks under the meter over outputs that are made outside it.
pub fn convert<V: Root, C: Codec<V>>(
    codec: &mut C,
    passes: u64,
    encoded: &[Vec<u8>],
    meter: &mut dyn Meter,
) -> Result<(), Error> {
    let mut left = passes as usize * encoded.len();
    let mut bytes = encoded.iter().cycle();
    let mean_bytes = encoded.iter().map(Vec::len).sum::<usize>() / encoded.len().max(1);
    let most = (CHUNK_BYTES / mean_bytes.max(1)).max(1);
    let chunk = CHUNK.max(encoded.len()).min(most).min(left);
    let mut outputs = Vec::with_capacity(chunk);
    while left > 0 {
        for bytes in bytes.by_ref().take(chunk.min(left)) {
            outputs.push(codec.decode(bytes)?);
        }
        left -= outputs.len();
        meter.start();
        for output in outputs.drain(..) {
            black_box(&codec.convert(output)?);
        }
        meter.stop();
    }
    Ok(())
}
