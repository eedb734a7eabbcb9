// Eight bytes abort the process: a text's length is asked of the allocator before anything is read.
// savefile 0.20.6
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/savefile_length.rs $d/src/main.rs && cd $d && cargo add -q savefile@=0.20.6 --no-default-features && cargo build -q && cargo run -q; test $? = 134
// Prints: "ab" is [2, 0, 0, 0, 0, 0, 0, 0, 97, 98]
//   memory allocation of 1099511627776 bytes failed
// SIGABRT is the finding: no error is returned.
use savefile::{Deserializer, Serializer};

fn main() {
    let mut bytes = Vec::new();
    Serializer::bare_serialize(&mut bytes, 0, &"ab".to_string()).unwrap();
    println!("\"ab\" is {bytes:?}");
    let bytes = (1u64 << 40).to_le_bytes();
    let _ = Deserializer::bare_deserialize::<String>(&mut &bytes[..], 0);
}
