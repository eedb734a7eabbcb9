//! What Criterion times, and the proof before it; see rust.py.
//!
//! PROGRAM VALUES ENCODED OPERATION, where ENCODED has the bytes that serbench's driver made of VALUES
//! (`dump` of docs/protocol.md). These are decoded, and the same have to be made.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Bencher, Criterion};
use schema::Root;
use serbench_driver::Value;

/// A library that encodes plain values as they are.
pub trait Plain: Default {
    /// The bytes are good until the next call.
    fn encode(&mut self, value: &Root) -> &[u8];
    fn decode(&mut self, bytes: &[u8]) -> Root;
}

/// A library with objects of its own, which are filled before the time of `encode` begins, and are
/// no plain values when that of `decode` ends.
pub trait OwnModel: Default {
    /// Whether a value has the same bytes whoever writes it.
    const SAME_BYTES: bool = true;
    type Input;
    type Output;

    fn fill(&mut self, value: &Root) -> Self::Input;
    fn encode(&mut self, input: &Self::Input) -> &[u8];
    fn decode(&mut self, bytes: &[u8]) -> Self::Output;
    fn take(&mut self, output: Self::Output) -> Root;

    /// The whole direction.
    fn serialize(&mut self, value: &Root) -> &[u8] {
        let input = self.fill(value);
        self.encode(&input)
    }

    fn deserialize(&mut self, bytes: &[u8]) -> Root {
        let output = self.decode(bytes);
        self.take(output)
    }
}

pub fn plain<L: Plain>() {
    let (asked, mut library) = (Asked::read(), L::default());
    for (value, bytes) in asked.values.iter().zip(&asked.encoded) {
        assert!(library.encode(value) == bytes, "the driver's bytes are others");
        same(&library.decode(bytes), value);
    }
    criterion().bench_function("cell", |bencher| match asked.operation.as_str() {
        "encode" => each(bencher, &asked.values, |value| {
            black_box(library.encode(value));
        }),
        "decode" => each(bencher, &asked.encoded, |bytes| {
            black_box(&library.decode(bytes));
        }),
        other => panic!("unknown operation {other}"),
    });
}

pub fn own_model<L: OwnModel>() {
    let (asked, mut library) = (Asked::read(), L::default());
    for (value, bytes) in asked.values.iter().zip(&asked.encoded) {
        let input = library.fill(value);
        for made in [library.encode(&input).to_vec(), library.serialize(value).to_vec()] {
            assert!(!L::SAME_BYTES || made == *bytes, "the driver's bytes are others");
            same(&library.deserialize(&made), value);
        }
        let output = library.decode(bytes);
        same(&library.take(output), value);
        same(&library.deserialize(bytes), value);
    }
    criterion().bench_function("cell", |bencher| match asked.operation.as_str() {
        "encode" => ahead(bencher, &asked, &mut library),
        "decode" => each(bencher, &asked.encoded, |bytes| {
            black_box(&library.decode(bytes));
        }),
        "serialize" => each(bencher, &asked.values, |value| {
            black_box(library.serialize(value));
        }),
        "deserialize" => each(bencher, &asked.encoded, |bytes| {
            black_box(&library.deserialize(bytes));
        }),
        other => panic!("unknown operation {other}"),
    });
}

/// Does `work` with every item, as often as Criterion wants.
fn each<T>(bencher: &mut Bencher, items: &[T], mut work: impl FnMut(&T)) {
    bencher.iter(|| items.iter().for_each(|item| work(black_box(item))));
}

/// Encodes objects that were filled just before, a few at once, as the driver does: one that was
/// encoded a thousand times has its branches learned and lies in the caches.
fn ahead<L: OwnModel>(bencher: &mut Bencher, asked: &Asked, library: &mut L) {
    let bytes: usize = asked.encoded.iter().map(Vec::len).sum();
    let at_once = (16 << 10) * asked.values.len() / bytes;
    bencher.iter_custom(|times| {
        let mut spent = Duration::ZERO;
        for _ in 0..times {
            for values in asked.values.chunks(at_once) {
                let inputs: Vec<_> = values.iter().map(|value| library.fill(value)).collect();
                let started = Instant::now();
                for input in &inputs {
                    black_box(library.encode(black_box(input)));
                }
                spent += started.elapsed();
            }
        }
        spent
    });
}

struct Asked {
    values: Vec<Root>,
    encoded: Vec<Vec<u8>>,
    operation: String,
}

impl Asked {
    fn read() -> Self {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let [values, encoded, operation] = &arguments[..] else {
            panic!("usage: PROGRAM VALUES ENCODED OPERATION");
        };
        let text = std::fs::read_to_string(values).unwrap();
        let value = |line: &str| Root::from_json(&line.parse().unwrap()).unwrap();
        let values: Vec<Root> = text.lines().map(value).collect();
        let dumped = std::fs::read(encoded).unwrap();
        let (mut rest, mut encoded) = (&dumped[..], Vec::new());
        while let Some((size, after)) = rest.split_first_chunk() {
            let (bytes, next) = after.split_at(u32::from_le_bytes(*size) as usize);
            encoded.push(bytes.to_vec());
            rest = next;
        }
        assert!(encoded.len() == values.len());
        Self { values, encoded, operation: operation.clone() }
    }
}

fn same(found: &Root, value: &Root) {
    let (mut actual, mut wanted) = (Vec::new(), Vec::new());
    found.canonical(&mut actual);
    value.canonical(&mut wanted);
    assert!(actual == wanted, "the value is another");
}

fn criterion() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(50))
        .measurement_time(Duration::from_millis(50))
        .sample_size(10)
        .nresamples(1000)
        .without_plots()
}
