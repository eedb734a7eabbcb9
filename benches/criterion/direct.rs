//! Libraries called directly under Criterion; see criterion.py.
//!
//! criterion-direct VALUES OPERATION CODEC

mod settings;

use std::hint::black_box;

use criterion::Bencher;
use prost::Message;
use schema::Root;
use serbench_driver::Value;

/// Does `work` with every item, as often as Criterion wants.
fn each<T>(bencher: &mut Bencher, items: &[T], mut work: impl FnMut(&T)) {
    bencher.iter(|| items.iter().for_each(|item| work(black_box(item))));
}

fn encode(bencher: &mut Bencher, codec: &str, values: &[Root]) {
    let mut out = Vec::new();
    let mut room = vec![0; 1 << 20];
    let standard = bincode::config::standard();
    match codec {
        "serde-json" => each(bencher, values, |value| {
            out.clear();
            serde_json::to_writer(&mut out, value).unwrap();
            black_box(&out[..]);
        }),
        "bincode" => each(bencher, values, |value| {
            let used = bincode::serde::encode_into_slice(value, &mut room, standard).unwrap();
            black_box(&room[..used]);
        }),
        "postcard" => each(bencher, values, |value| {
            black_box(postcard::to_slice(value, &mut room).unwrap());
        }),
        "prost" => {
            let messages: Vec<schema_prost::Root> = values.iter().map(Into::into).collect();
            each(bencher, &messages, |message| {
                out.clear();
                message.encode(&mut out).unwrap();
                black_box(&out[..]);
            });
        }
        other => panic!("unknown codec {other}"),
    }
}

fn decode(bencher: &mut Bencher, codec: &str, values: &[Root]) {
    let standard = bincode::config::standard();
    let all =
        |encode: &dyn Fn(&Root) -> Vec<u8>| -> Vec<Vec<u8>> { values.iter().map(encode).collect() };
    match codec {
        "serde-json" => each(bencher, &all(&|v| serde_json::to_vec(v).unwrap()), |bytes| {
            black_box(&serde_json::from_slice::<Root>(bytes).unwrap());
        }),
        "bincode" => {
            let encoded = all(&|v| bincode::serde::encode_to_vec(v, standard).unwrap());
            each(bencher, &encoded, |bytes| {
                let decoded: (Root, usize) =
                    bincode::serde::decode_from_slice(bytes, standard).unwrap();
                black_box(&decoded);
            });
        }
        "postcard" => each(bencher, &all(&|v| postcard::to_allocvec(v).unwrap()), |bytes| {
            black_box(&postcard::from_bytes::<Root>(bytes).unwrap());
        }),
        "prost" => {
            let encoded = all(&|v| schema_prost::Root::from(v).encode_to_vec());
            each(bencher, &encoded, |bytes| {
                black_box(&schema_prost::Root::decode(&bytes[..]).unwrap());
            });
        }
        other => panic!("unknown codec {other}"),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, operation, codec] = &arguments[..] else {
        panic!("usage: criterion-direct VALUES OPERATION CODEC");
    };
    let text = std::fs::read_to_string(path).unwrap();
    let value = |line| Root::from_json(&serde_json::from_str(line).unwrap()).unwrap();
    let values: Vec<Root> = text.lines().map(value).collect();
    settings::settings().bench_function("cell", |bencher| match operation.as_str() {
        "encode" => encode(bencher, codec, &values),
        "decode" => decode(bencher, codec, &values),
        other => panic!("unknown operation {other}"),
    });
}
