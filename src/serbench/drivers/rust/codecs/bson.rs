// ---
// library = "bson"
// released = "2025-11-20"
// format = "bson"
// wire = "bson"
// traits = ["binary", "self-describing"]
// page = "https://docs.rs/bson/3.1.0/bson/fn.serialize_to_buffer.html"
// evolution = "serde's default and alias"
// crate = "bson"
// extra = ["borrow"]
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

use bson::{deserialize_from_slice, serialize_to_buffer, serialize_to_vec};
use serbench_driver::{explain, Borrowed, Buffer, Error, Plain, PlainCodec, SerdeRoot, Visit};

#[derive(Default)]
struct Bson;

impl<V: SerdeRoot> PlainCodec<V> for Bson {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        Ok(serialize_to_buffer(value, out.vec())?)
    }

    fn encode_fresh(value: &V) -> Result<impl AsRef<[u8]>, Error> {
        Ok(serialize_to_vec(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        Ok(deserialize_from_slice(bytes)?)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        Ok(deserialize_from_slice::<B::Of<'a>>(bytes)?)
    }

    fn explain(&mut self, value: &V) -> Option<String> {
        explain::above_i64(value).or_else(|| explain::nul_in_key(value))
    }
}

serbench_driver::codec!(Plain<Bson>);
