// ---
// library = "bson"
// released = "2025-11-20"
// format = "bson"
// traits = ["binary", "self-describing"]
// page = "https://docs.rs/bson/3.1.0/bson/fn.serialize_to_document.html"
// evolution = "serde's default and alias"
// crate = "bson"
// types_plain = "bson"
// limits = ["u64 above 2^63 - 1", "keys that hold the character NUL"]
//
// [types]
// absent = "no member"
// timestamp_s_utc = "UTC datetime"
// timestamp_ms_utc = "UTC datetime"
// uuid = "binary of subtype 4"
// enum_keys = "document"
// text_keys = "document"
//
// [dependencies]
// bson = { version = "3.1.0", features = ["serde"] }
//
// [types_dependencies]
// bson = { version = "3.1.0", features = ["serde", "uuid-1"] }
// ---

use bson::{deserialize_from_document, serialize_to_document, Document};
use serbench_driver::{explain, Buffer, Error, Plain, PlainCodec, SerdeRoot};

/// By way of a tree, as who asks a database for documents has them. The tree counts as human
/// readable, so that bytes are text in it: another wire than that of `bson`.
#[derive(Default)]
struct BsonDocument;

impl<V: SerdeRoot> PlainCodec<V> for BsonDocument {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        Ok(serialize_to_document(value)?.to_writer(out.vec())?)
    }

    fn encode_fresh(value: &V) -> Result<impl AsRef<[u8]>, Error> {
        Ok(serialize_to_document(value)?.to_vec()?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        Ok(deserialize_from_document(Document::from_reader(bytes)?)?)
    }

    fn explain(&mut self, value: &V) -> Option<String> {
        explain::above_i64(value).or_else(|| explain::nul_in_key(value))
    }
}

serbench_driver::codec!(Plain<BsonDocument>);
