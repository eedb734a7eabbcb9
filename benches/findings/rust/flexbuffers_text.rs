// Text that is not UTF-8 is refused by Reader::get_str and is the empty text to serde.
// flexbuffers 25.12.19
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/flexbuffers_text.rs $d/src/main.rs && cd $d && cargo add -q flexbuffers@=25.12.19 && cargo run -q
// Prints: get_str: Err(Utf8Error(Some(Utf8Error { valid_up_to: 1, error_len: Some(1) })))
//   from_slice: ""
fn main() {
    let mut bytes = flexbuffers::singleton("abcd");
    bytes[2] = 0xff;
    let got = flexbuffers::Reader::get_root(&bytes[..]).unwrap().get_str();
    let read = flexbuffers::from_slice::<String>(&bytes).unwrap();
    println!("get_str: {got:?}\nfrom_slice: {read:?}");
    assert!(got.is_err() && read.is_empty());
}
