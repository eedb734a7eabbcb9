// A map whose keys are unit variants is written and not read.
// flexbuffers 25.12.19; serde_json 1.0.154 reads what it writes of the same map
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/flexbuffers_keys.rs $d/src/main.rs && cd $d && cargo add -q flexbuffers@=25.12.19 serde_json@=1.0.154 && cargo add -q serde@1 -F derive && cargo run -q
// Prints: serde_json: {"Red":1}, read: Ok({Red: 1})
//   flexbuffers: Err(Reader(UnexpectedFlexbufferType { expected: Map, actual: Key }))
use std::collections::BTreeMap;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
enum Colour {
    Red,
}

type Map = BTreeMap<Colour, u8>;

fn main() {
    let map = Map::from([(Colour::Red, 1)]);
    let json = serde_json::to_string(&map).unwrap();
    println!("serde_json: {json}, read: {:?}", serde_json::from_str::<Map>(&json));
    let read = flexbuffers::from_slice::<Map>(&flexbuffers::to_vec(&map).unwrap());
    println!("flexbuffers: {read:?}");
    assert!(read.is_err());
}
