// ---
// library = "ciborium"
// released = "2024-01-24"
// format = "cbor"
// # No `wire`: it refuses a float that is written as an integer, as JavaScript writes whole ones.
// traits = ["binary", "self-describing", "core"]
// page = "https://docs.rs/ciborium/0.2.2/ciborium/fn.from_reader_with_buffer.html"
// unions = "a map from the variant's name to the value"
// evolution = "serde's default and alias"
// crate = "ciborium"
// limits = ["values nested more than 256 levels deep do not decode"]
// types = { absent = "no member", keys = "map" }
//
// [dependencies]
// ciborium = "0.2.2"
// ---

use ciborium::de::Error as Refusal;
use serbench_driver::{Buffer, Error, Plain, PlainCodec, SerdeRoot};

/// It reads from readers alone, so it has no `borrow`.
struct Ciborium {
    /// 64 KiB, which its documentation recommends for speed; its own 4 KiB are zeroed for each value.
    scratch: Box<[u8]>,
}

impl Default for Ciborium {
    fn default() -> Self {
        Self { scratch: vec![0; 64 << 10].into() }
    }
}

impl<V: SerdeRoot> PlainCodec<V> for Ciborium {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        Ok(ciborium::into_writer(value, out.vec())?)
    }

    fn encode_fresh(value: &V) -> Result<impl AsRef<[u8]>, Error> {
        let mut bytes = Vec::new();
        ciborium::into_writer(value, &mut bytes)?;
        Ok(bytes)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        let decoded = ciborium::de::from_reader_with_buffer(bytes, &mut self.scratch);
        decoded.map_err(|error| match error {
            Refusal::RecursionLimitExceeded => Error::cannot_hold("recursion limit exceeded"),
            _ => error.into(),
        })
    }
}

serbench_driver::codec!(Plain<Ciborium>);
