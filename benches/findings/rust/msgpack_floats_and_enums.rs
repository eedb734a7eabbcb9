// rmp-serde refuses a float where an integer is read; a variant of an enum is written by its name also where
// records are arrays, and read as a number too. ciborium refuses a float for an integer as well.
// rmp-serde 1.3.1, ciborium 0.2.2
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/msgpack_floats_and_enums.rs $d/src/main.rs && cd $d && cargo add -q rmp-serde@=1.3.1 && cargo add -q ciborium@=0.2.2 && cargo add -q serde@=1.0.229 --features derive && cargo run -q
// Prints: rmp-serde: invalid type: floating point `1099511627776.0`, expected u64
//   ciborium: Semantic(None, "invalid type: floating point `1099511627776.0`, expected integer")
//   (Green, 7): [92, a5, 47, 72, 65, 65, 6e, 7]
//   92 01 07: (Green, 7)
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Debug, PartialEq)]
enum Colour {
    Red,
    Green,
}

fn main() {
    let float = b"\xcb\x42\x70\0\0\0\0\0\0";
    println!("rmp-serde: {}", rmp_serde::from_slice::<u64>(float).unwrap_err());
    let cbor = b"\xfb\x42\x70\0\0\0\0\0\0";
    println!("ciborium: {}", ciborium::from_reader::<u64, _>(&cbor[..]).unwrap_err());
    let bytes = rmp_serde::to_vec(&(Colour::Green, 7)).unwrap();
    println!("(Green, 7): {bytes:x?}");
    let number = rmp_serde::from_slice::<(Colour, i32)>(&[0x92, 1, 7]).unwrap();
    println!("92 01 07: {number:?}");
    assert!(bytes == b"\x92\xa5Green\x07" && number == (Colour::Green, 7));
}
