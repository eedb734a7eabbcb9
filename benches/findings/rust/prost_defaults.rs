// prost leaves out -0.0, which it takes for the default, and the default key or value of a map's entry; 2^40 + 8
// where the schema has 32 bits is read as 8, as protobuf's documentation says of varints.
// prost 0.14.4
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/prost_defaults.rs $d/src/main.rs && cd $d && cargo add -q prost@=0.14.4 && cargo run -q
// Prints: -0.0: []
//   a map's entry k -> 0: [a, 3, a, 1, 6b]
//   2^40 + 8: 8
use prost::Message;
use std::collections::HashMap;

#[derive(Clone, PartialEq, Message)]
struct Zero {
    #[prost(double, tag = "1")]
    number: f64,
}
#[derive(Clone, PartialEq, Message)]
struct Map {
    #[prost(map = "string, int32", tag = "1")]
    entries: HashMap<String, i32>,
}
#[derive(Clone, PartialEq, Message)]
struct Wide {
    #[prost(int64, tag = "1")]
    number: i64,
}
#[derive(Clone, PartialEq, Message)]
struct Narrow {
    #[prost(int32, tag = "1")]
    number: i32,
}

fn main() {
    let zero = Zero { number: -0.0 }.encode_to_vec();
    let map = Map { entries: HashMap::from([("k".into(), 0)]) }.encode_to_vec();
    let wide = Wide { number: (1 << 40) + 8 }.encode_to_vec();
    let narrow = Narrow::decode(&wide[..]).unwrap().number;
    println!("-0.0: {zero:x?}\na map's entry k -> 0: {map:x?}\n2^40 + 8: {narrow}");
    assert!(zero.is_empty() && map == b"\x0a\x03\x0a\x01k" && narrow == 8);
}
