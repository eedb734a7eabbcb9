// -0, as Go's encoding/json writes -0.0, is 0.0 in a field of type f64.
// simd-json 0.19.0
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/simd_json_zero.rs $d/src/main.rs && cd $d && cargo add -q simd-json@=0.19.0 && cargo add -q serde_json@=1.0.154 && cargo run -q
// Prints: simd-json: 0.0, Static(I64(0)); serde_json: -0.0
fn main() {
    let number: f64 = simd_json::from_slice(&mut b"-0".to_vec()).unwrap();
    let value = simd_json::to_owned_value(&mut b"-0".to_vec()).unwrap();
    let serde: f64 = serde_json::from_slice(b"-0").unwrap();
    println!("simd-json: {number:?}, {value:?}; serde_json: {serde:?}");
    assert!(number.is_sign_positive() && serde.is_sign_negative());
}
