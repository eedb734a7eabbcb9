// ---
// library = "rmp-serde"
// released = "2025-12-23"
// format = "msgpack"
// wire = "msgpack"
// traits = ["binary", "self-describing", "core"]
// page = "https://docs.rs/rmp-serde/1/rmp_serde/encode/fn.write_named.html"
// unions = "a map from the variant's name to the value"
// evolution = "serde's default and alias"
// crate = "rmp-serde"
// extra = ["borrow"]
// shares = ["rmp"]
// limits = ["values nested more than 1024 levels deep do not decode"]
// types = { absent = "no member", keys = "map" }
//
// [dependencies]
// rmp-serde = "1.3.1"
// ---

use library_rmp::refusal; // with what it shares with its sibling
use schema::Root;
use serbench_driver::{Borrowed, Buffer, Error, Plain, PlainCodec, Visit};

/// Records as maps from the names of their fields.
#[derive(Default)]
struct RmpNamed;

impl PlainCodec<Root> for RmpNamed {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        out.append(|vec| Ok(rmp_serde::encode::write_named(vec, value)?))
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(rmp_serde::to_vec_named(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        library_rmp::decode(bytes)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        rmp_serde::from_slice::<B::Of<'a>>(bytes).map_err(refusal)
    }
}

serbench_driver::codec!(Plain<RmpNamed>);
