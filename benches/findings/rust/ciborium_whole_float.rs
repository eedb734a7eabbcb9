// ciborium refuses an integer where a float is read: JavaScript, which has one type of number, writes 47.0 as
// the integer 47. rmp-serde and serde_json take it.
// ciborium 0.2.2, rmp-serde 1.3.1, serde_json 1.0.154
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/ciborium_whole_float.rs $d/src/main.rs && cd $d && cargo add -q ciborium@=0.2.2 && cargo add -q rmp-serde@=1.3.1 && cargo add -q serde_json@=1.0.154 && cargo run -q
// Prints: ciborium: Semantic(None, "invalid type: integer `47`, expected float")
//   rmp-serde: 47.0
//   serde_json: 47.0

fn main() {
    let refused = ciborium::from_reader::<f64, _>(&b"\x18\x2f"[..]).unwrap_err();
    println!("ciborium: {refused:?}");
    let float = rmp_serde::from_slice::<f64>(b"\x2f").unwrap();
    println!("rmp-serde: {float:?}");
    let json: f64 = serde_json::from_str("47").unwrap();
    println!("serde_json: {json:?}");
    assert!(format!("{refused:?}").contains("expected float"));
    assert!(float == 47.0 && json == 47.0);
}
