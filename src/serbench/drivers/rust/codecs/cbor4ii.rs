// ---
// library = "cbor4ii"
// released = "2026-10-19"
// format = "cbor"
// # No `wire`: it refuses a float that others write as an integer, or in another width.
// traits = ["binary", "self-describing"]
// page = "https://github.com/quininer/cbor4ii/blob/master/benches/bench_ser.rs"
// unions = "a map from the variant's name to the value"
// evolution = "serde's default and alias"
// crate = "cbor4ii"
// extra = ["borrow"]
// limits = ["values nested more than 128 levels deep do not decode"]
// types = { absent = "no member", keys = "map" }
//
// [dependencies]
// cbor4ii = { version = "1.2.4", features = ["serde1", "use_std"] }
// ---

use std::mem::take;

use serbench_driver::{Borrowed, Buffer, Error, Plain, PlainCodec, SerdeRoot, Visit};

#[derive(Default)]
struct Cbor4ii;

impl<V: SerdeRoot> PlainCodec<V> for Cbor4ii {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        out.append(|vec| {
            *vec = cbor4ii::serde::to_vec(take(vec), value)?;
            Ok(())
        })
    }

    fn encode_fresh(value: &V) -> Result<impl AsRef<[u8]>, Error> {
        Ok(cbor4ii::serde::to_vec(Vec::new(), value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        cbor4ii::serde::from_slice(bytes).map_err(refusal)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        cbor4ii::serde::from_slice::<B::Of<'a>>(bytes).map_err(refusal)
    }
}

fn refusal(error: impl std::error::Error) -> Error {
    match error.to_string() {
        cause if cause.contains("DepthOverflow") => {
            Error::cannot_hold("values nested deeper than the library's limit")
        }
        cause => Error::Failed(cause),
    }
}

serbench_driver::codec!(Plain<Cbor4ii>);
