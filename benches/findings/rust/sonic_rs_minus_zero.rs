// sonic-rs reads -0.0 as 0.0 where an f64 is read, and as -0.0 where an f32 is.
// sonic-rs 0.5.10, serde_json 1.0.154
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/sonic_rs_minus_zero.rs $d/src/main.rs && cd $d && cargo add -q sonic-rs@=0.5.10 && cargo add -q serde_json@=1.0.154 && cargo run -q
// Prints: sonic-rs: f64 0.0, f32 -0.0; -1e-400 is -0.0
//   serde_json: f64 -0.0, f32 -0.0

fn main() {
    let sonic: f64 = sonic_rs::from_str("-0.0").unwrap();
    let narrow: f32 = sonic_rs::from_str("-0.0").unwrap();
    let small: f64 = sonic_rs::from_str("-1e-400").unwrap();
    println!("sonic-rs: f64 {sonic:?}, f32 {narrow:?}; -1e-400 is {small:?}");
    let wide: f64 = serde_json::from_str("-0.0").unwrap();
    let other: f32 = serde_json::from_str("-0.0").unwrap();
    println!("serde_json: f64 {wide:?}, f32 {other:?}");
    assert!(!sonic.is_sign_negative() && narrow.is_sign_negative() && wide.is_sign_negative());
}
