//! A codec of serbench under Criterion; see criterion.py. `crate::main` calls `run`.
//!
//! criterion-CODEC VALUES OPERATION

use std::hint::black_box;

use criterion::Bencher;
use serbench_driver::{Buffer, Codec, Root, Value};

/// With plain values as they were read, where the library takes them: a copy lies closer together.
fn encode<V: Root, C: Codec<V>>(
    bencher: &mut Bencher,
    codec: &mut C,
    values: &[V],
    out: &mut Buffer,
) {
    if !C::OWN_MODEL {
        return bencher.iter(|| {
            for value in values {
                codec.serialize(black_box(value), out).unwrap();
                black_box(codec.encoded(out));
            }
        });
    }
    let inputs: Vec<_> = values.iter().map(|value| codec.populate(value).unwrap()).collect();
    bencher.iter(|| {
        for input in &inputs {
            codec.encode(black_box(input), out).unwrap();
            black_box(codec.encoded(out));
        }
    });
}

fn decode<V: Root, C: Codec<V>>(bencher: &mut Bencher, codec: &mut C, encoded: &[Vec<u8>]) {
    bencher.iter(|| {
        for bytes in encoded {
            black_box(&codec.decode(black_box(bytes)).unwrap());
        }
    });
}

fn canonical(value: &impl Value) -> Vec<u8> {
    let mut out = Vec::new();
    value.canonical(&mut out);
    out
}

pub fn run<V: Root, C: Codec<V>>() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, operation] = &arguments[..] else {
        panic!("usage: criterion-CODEC VALUES OPERATION");
    };
    let text = std::fs::read_to_string(path).unwrap();
    let (mut codec, mut out) = (C::default(), Buffer::default());
    let (mut values, mut encoded) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let value = V::from_json(&line.parse().unwrap()).unwrap();
        let input = codec.populate(&value).unwrap();
        out.until_it_fits(|out| codec.encode(&input, out)).unwrap();
        let bytes = codec.encoded(&out).to_vec();
        let decoded = codec.decode(&bytes).unwrap();
        assert!(canonical(&codec.convert(decoded).unwrap()) == canonical(&value));
        encoded.push(bytes);
        values.push(value);
    }
    crate::settings::settings().bench_function("cell", |bencher| match operation.as_str() {
        "encode" => encode::<V, C>(bencher, &mut codec, &values, &mut out),
        "decode" => decode::<V, C>(bencher, &mut codec, &encoded),
        other => panic!("unknown operation {other}"),
    });
}
