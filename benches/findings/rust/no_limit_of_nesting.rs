// A type that holds itself: one byte of a message is one call of the decoder, and none of these libraries
// counts them. A message of 300,000 times the byte 1 overflows the stack of 8 MiB, which ends the process: no
// error, and no panic that could be caught.
// borsh 1.8.1, speedy 0.8.7, parity-scale-codec 3.7.5, nanoserde 0.2.1, wincode 0.4.9, postcard 1.1.3
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/no_limit_of_nesting.rs $d/src/main.rs && cd $d && cargo add -q borsh@=1.8.1 --features derive && cargo add -q speedy@=0.8.7 && cargo add -q parity-scale-codec@=3.7.5 --features derive && cargo add -q nanoserde@=0.2.1 && cargo add -q wincode@=0.4.9 --features derive && cargo add -q postcard@=1.1.3 --features use-std && cargo add -q serde@=1.0.229 --features derive && cargo run -q --release
// Prints: a line for each library, which ends: killed by signal 6
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

use nanoserde::{DeBin, SerBin};
use parity_scale_codec::Decode;
use speedy::Readable;

#[derive(borsh::BorshSerialize, borsh::BorshDeserialize)]
#[derive(speedy::Readable, speedy::Writable)]
#[derive(parity_scale_codec::Encode, parity_scale_codec::Decode)]
#[derive(nanoserde::SerBin, nanoserde::DeBin)]
#[derive(wincode::SchemaWrite, wincode::SchemaRead)]
#[derive(serde::Serialize, serde::Deserialize)]
struct Node {
    next: Option<Box<Node>>,
}

const LIBRARIES: [&str; 6] = ["borsh", "speedy", "scale", "nanoserde", "wincode", "postcard"];

/// The number of nodes, or what the library says.
fn decode(library: &str, bytes: &[u8]) -> Result<usize, String> {
    let mut node: Node = match library {
        "borsh" => borsh::from_slice(bytes).map_err(|e| e.to_string())?,
        "speedy" => Node::read_from_buffer(bytes).map_err(|e| e.to_string())?,
        "scale" => Decode::decode(&mut &bytes[..]).map_err(|e| e.to_string())?,
        "nanoserde" => DeBin::deserialize_bin(bytes).map_err(|e| e.to_string())?,
        "wincode" => wincode::deserialize(bytes).map_err(|e| e.to_string())?,
        _ => postcard::from_bytes(bytes).map_err(|e| e.to_string())?,
    };
    let mut nodes = 1;
    while let Some(next) = node.next.take() {
        node = *next;
        nodes += 1;
    }
    Ok(nodes)
}

fn main() {
    if let Some(library) = std::env::args().nth(1) {
        let mut hostile = vec![1; 300_000];
        hostile.push(0);
        println!("{:?}", decode(&library, &hostile));
        return;
    }
    for library in LIBRARIES {
        assert_eq!(decode(library, &[1, 1, 1, 0]), Ok(4)); // each reads such bytes
        let program = std::env::current_exe().unwrap();
        let ended = Command::new(program).arg(library).stderr(Stdio::null()).status().unwrap();
        println!("{library}: killed by signal {}", ended.signal().unwrap());
        assert_eq!(ended.signal(), Some(6));
    }
}
