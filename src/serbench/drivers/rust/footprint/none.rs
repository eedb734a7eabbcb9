// ---
// library = "serbench"
// format = "none"
// traits = ["binary", "hand-written"]
// page = ""
// unions = "none of it is written"
// crate = "serde"
//
// [dependencies]
// serde = "1"
// ---

// No codec, for `serbench footprint`: what the same program is without one.

use serbench_driver::{Buffer, Error, Plain, PlainCodec, Root};

#[derive(Default)]
struct None;

impl<V: Root> PlainCodec<V> for None {
    fn encode(&mut self, _value: &V, _out: &mut Buffer) -> Result<(), Error> {
        Ok(())
    }

    fn decode(&mut self, _bytes: &[u8]) -> Result<V, Error> {
        Err(Error::Failed("nothing was written".into()))
    }
}

serbench_driver::codec!(Plain<None>);
