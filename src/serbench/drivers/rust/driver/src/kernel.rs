//! The reference kernel of docs/protocol.md: work that looks like a codec's, timed beside every
//! sample so that slow rounds can be told from fast ones.

use std::hint::black_box;
use std::time::Instant;

const SOURCE: usize = 32 << 10;
const HALF: usize = SOURCE / 2;
const TARGET: usize = 64 << 10;
const WRAP: usize = 63 << 10;
/// A cursor stops when fewer bytes than this remain of its half.
const MARGIN: usize = 80;
/// Fixed, so that the times of different processes can be compared.
const REPETITIONS: u32 = 12;
/// Else the time would tell what ran before: what is in the caches, which branches are learnt.
const UNTIMED: u32 = 4;

pub struct Kernel {
    source: Vec<u8>,
    target: Vec<u8>,
}

impl Kernel {
    pub fn new() -> Self {
        let mut x = 1_u64;
        let source = std::iter::repeat_with(|| {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (x >> 56) as u8
        });
        let source = source.take(SOURCE).collect();
        Self { source, target: vec![0; TARGET] }
    }

    /// The time of all repetitions but the untimed.
    pub fn time_ns(&mut self) -> u64 {
        for _ in 0..UNTIMED {
            black_box(self.walk());
        }
        let start = Instant::now();
        for _ in 0..REPETITIONS {
            black_box(self.walk());
        }
        start.elapsed().as_nanos() as u64
    }

    /// Walks over the source once. Returns the sum of the counts and the last target position.
    fn walk(&mut self) -> (u64, usize) {
        let (source, target) = (&self.source[..], &mut self.target[..]);
        let mut cursors = [0, HALF];
        let mut sum = 0_u64;
        let mut position = 0;
        loop {
            let mut stopped = 0;
            for (half, cursor) in cursors.iter_mut().enumerate() {
                let at = *cursor;
                if (half + 1) * HALF - at < MARGIN {
                    stopped += 1;
                    continue;
                }
                let byte = source[at];
                if byte < 96 {
                    let bytes = source[at..at + 8].try_into().expect("eight bytes");
                    let mut number = u64::from_le_bytes(bytes) >> (byte & 63);
                    while number >= 0x80 {
                        target[position] = number as u8 | 0x80;
                        number >>= 7;
                        position += 1;
                    }
                    target[position] = number as u8;
                    position += 1;
                    *cursor = at + 3;
                } else if byte < 192 {
                    let length = usize::from(byte & 31) + 1;
                    target[position..position + length].copy_from_slice(&source[at..at + length]);
                    position += length;
                    *cursor = at + length;
                } else {
                    let quote = |byte: &u8| matches!(byte, 0x22 | 0x5c);
                    let count = source[at..at + 64].iter().position(quote).unwrap_or(64);
                    sum += count as u64;
                    *cursor = at + count + 1;
                }
                if position > WRAP {
                    position = 0;
                }
            }
            if stopped == cursors.len() {
                return (sum, position);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_does_the_work_that_the_protocol_describes() {
        let mut kernel = Kernel::new();
        // Computed by another program, from the protocol's text alone.
        assert_eq!(kernel.walk(), (20_635, 13_124));
        assert_eq!(xxhash_rust::xxh64::xxh64(&kernel.target, 0), 0xc257_4cc9_34d1_d8da);
        assert_eq!(kernel.walk(), (20_635, 13_124));
    }

    #[test]
    fn the_kernel_takes_some_250_microseconds() {
        let mut kernel = Kernel::new();
        let fastest_ns = (0..50).map(|_| kernel.time_ns()).min().unwrap();
        // Without optimisation it takes tens of times as long.
        assert!((25_000..25_000_000).contains(&fastest_ns), "{fastest_ns} ns");
    }
}
