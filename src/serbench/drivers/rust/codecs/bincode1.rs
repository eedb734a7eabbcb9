// ---
// library = "bincode"
// released = "2021-04-10"
// format = "bincode"
// traits = ["binary", "schema"]
// wire = "bincode"
// page = "https://docs.rs/bincode/1.3.3/bincode/config/index.html"
// unmaintained = "https://docs.rs/crate/bincode/3.0.0/source/README.md"
// unions = "the variant's number and the value"
// evolution = "serde's default and alias"
// crate = "bincode"
// extra = ["borrow"]
// types = { keys = "map" }
//
// [dependencies]
// bincode = "=1.3.3" # the studies' own; bincode.rs has its successor
// ---

use bincode::{DefaultOptions, Options};
use serbench_driver::{Borrowed, Buffer, Error, Plain, PlainCodec, SerdeRoot, Visit};

/// With varints, as the studies' sizes show and as bincode 2 writes by default.
#[derive(Default)]
struct Bincode1;

impl<V: SerdeRoot> PlainCodec<V> for Bincode1 {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        Ok(DefaultOptions::new().serialize_into(out.vec(), value)?)
    }

    fn encode_fresh(value: &V) -> Result<impl AsRef<[u8]>, Error> {
        Ok(DefaultOptions::new().serialize(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        Ok(DefaultOptions::new().deserialize(bytes)?)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        Ok(DefaultOptions::new().deserialize::<B::Of<'a>>(bytes)?)
    }
}

serbench_driver::codec!(Plain<Bincode1>);
