// rust-protobuf leaves out -0.0, which it takes for the default, and refuses 2^40 + 8 where the schema has 32 bits.
// protobuf 3.7.2
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/rust_protobuf_defaults.rs $d/src/main.rs && cd $d && cargo add -q protobuf@=3.7.2 && cargo run -q
// Prints: -0.0: []
//   2^40 + 8: Value too large for i32: 1099511627784
use protobuf::well_known_types::wrappers::{DoubleValue, Int32Value, Int64Value};
use protobuf::Message;

fn main() {
    let mut zero = DoubleValue::new();
    zero.value = -0.0;
    let zero = zero.write_to_bytes().unwrap();
    let mut wide = Int64Value::new();
    wide.value = (1 << 40) + 8;
    let narrow = Int32Value::parse_from_bytes(&wide.write_to_bytes().unwrap());
    let refused = narrow.unwrap_err();
    println!("-0.0: {zero:x?}\n2^40 + 8: {refused}");
    assert!(zero.is_empty());
}
