// NaN and infinities: simd-json-derive writes numbers for them, of which an f32 that was NaN comes back
// infinite; simd-json and serde_json write null, which an optional field reads as absent.
// simd-json-derive 0.19.0, simd-json 0.19.0, serde_json 1.0.154
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/simd_json_nan.rs $d/src/main.rs && cd $d && cargo add -q simd-json@=0.19.0 && cargo add -q simd-json-derive@=0.19.0 && cargo add -q serde_json@=1.0.154 && cargo run -q
// Prints: NaN: derived 2.696539702293474e308, simd-json null, serde_json null
//   inf: derived 1.797693134862316e308, simd-json null, serde_json null
//   f32 {"single":5.1042355e38} is read as inf, Some(NaN) as None
use simd_json_derive::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Record {
    single: f32,
}

fn main() {
    for double in [f64::NAN, f64::INFINITY] {
        let derived = double.json_string().unwrap();
        let serde = serde_json::to_string(&double).unwrap();
        let simd = simd_json::to_string(&double).unwrap();
        println!("{double}: derived {derived}, simd-json {simd}, serde_json {serde}");
        assert!(derived.ends_with("e308") && simd == "null" && serde == "null");
    }
    let mut text = Record { single: f32::NAN }.json_string().unwrap();
    print!("f32 {text}");
    // SAFETY: the text is not read again.
    let read = unsafe { Record::from_str(&mut text) }.unwrap();
    let absent: Option<f64> =
        serde_json::from_str(&serde_json::to_string(&Some(f64::NAN)).unwrap()).unwrap();
    println!(" is read as {}, Some(NaN) as {absent:?}", read.single);
    assert!(read.single == f32::INFINITY && absent.is_none());
}
