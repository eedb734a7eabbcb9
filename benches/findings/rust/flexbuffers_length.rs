// A vector's length from the bytes is held against nothing: index(0) of 19 bytes panics in a debug build,
// and is the number 0 in a release build.
// flexbuffers 25.12.19
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/flexbuffers_length.rs $d/src/main.rs && cd $d && cargo add -q flexbuffers@=25.12.19 && cargo run -q && cargo run -q --release
// Prints: 2305843009213693953 elements
//   .../reader/vector.rs:55:52: attempt to multiply with overflow
//   Err(Any { .. })
//   2305843009213693953 elements
//   Ok(0)
use std::panic::catch_unwind;

fn main() {
    let bytes = [1, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0x2b, 1];
    let read = catch_unwind(|| {
        let vector = flexbuffers::Reader::get_root(&bytes[..]).unwrap().as_vector();
        println!("{} elements", vector.len());
        vector.index(0).unwrap().as_i64()
    });
    println!("{read:?}");
    assert_eq!(read.is_err(), cfg!(debug_assertions));
}
