// Eight bytes abort the process: a list's length is asked of the allocator before an item is read.
// nanoserde 0.2.1
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/nanoserde_length.rs $d/src/main.rs && cd $d && cargo add -q nanoserde@=0.2.1 && cargo build -q && cargo run -q; test $? = 134
// Prints: [1, 2] is [2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]
//   memory allocation of 4398046511104 bytes failed
// SIGABRT is the finding: no error is returned.
use nanoserde::{DeBin, SerBin};

fn main() {
    let list: Vec<u32> = vec![1, 2];
    println!("[1, 2] is {:?}", list.serialize_bin());
    let bytes = (1u64 << 40).to_le_bytes();
    let _ = Vec::<u32>::deserialize_bin(&bytes);
}
