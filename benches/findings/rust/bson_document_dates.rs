// A date after the year 9999 that is read from a document, not from bytes, becomes the last moment of that year.
// bson 3.1.0
// run: d=$(mktemp -d) && cargo init -q --vcs none --name finding $d && cp benches/findings/rust/bson_document_dates.rs $d/src/main.rs && cd $d && cargo add -q bson@=3.1.0 --features serde && cargo add -q serde --features derive && cargo build -q && cargo run -q
// Prints: 253402300799999 ms: from bytes 253402300799999, from a document 253402300799999
//   253402300800000 ms: from bytes 253402300800000, from a document 253402300799999
//   8210266876799999 ms: from bytes 8210266876799999, from a document 253402300799999
use bson::{deserialize_from_document, deserialize_from_slice, doc, DateTime};
use serde::Deserialize;

#[derive(Deserialize)]
struct Event {
    at: DateTime,
}

fn main() {
    for written in [253_402_300_799_999, 253_402_300_800_000, 8_210_266_876_799_999] {
        let document = doc! { "at": DateTime::from_millis(written) };
        let bytes = document.to_vec().unwrap();
        let from_bytes: Event = deserialize_from_slice(&bytes).unwrap();
        let from_document: Event = deserialize_from_document(document).unwrap();
        println!(
            "{written} ms: from bytes {}, from a document {}",
            from_bytes.at.timestamp_millis(),
            from_document.at.timestamp_millis()
        );
    }
}
