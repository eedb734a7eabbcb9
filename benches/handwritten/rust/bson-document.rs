//! https://docs.rs/bson/3.1.0/bson/#bson-values: documents by `to_vec`, not by serde. One is read
//! from the bytes where they lie, by https://docs.rs/bson/3.1.0/bson/raw/index.html.

use bson::raw::RawDocument;
use bson::{deserialize_from_document, serialize_to_document};
use schema::Root;

use crate::direct;

#[derive(Default)]
struct BsonDocument {
    out: Vec<u8>,
}

impl direct::Plain for BsonDocument {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.out = serialize_to_document(value).unwrap().to_vec().unwrap();
        &self.out
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        let raw = RawDocument::from_bytes(bytes).unwrap();
        deserialize_from_document(raw.try_into().unwrap()).unwrap()
    }
}

pub fn run() {
    direct::plain::<BsonDocument>();
}
