// ---
// library = "serbench"
// format = "none"
// traits = ["binary", "hand-written"]
// page = ""
// unions = "none of it is written"
// ---

use std::hint::black_box;

use serbench_driver::{Buffer, Error, Plain, PlainCodec};

/// No codec, for `serbench footprint`: what the same program is without one. The compiler cannot
/// know that there never is a value, so the program has what drops one.
#[derive(Default)]
struct Nothing;

impl<V: serbench_driver::Root> PlainCodec<V> for Nothing {
    fn encode(&mut self, _value: &V, _out: &mut Buffer) -> Result<(), Error> {
        Ok(())
    }

    fn decode(&mut self, _bytes: &[u8]) -> Result<V, Error> {
        black_box(None).ok_or_else(|| Error::Failed("there is no codec".into()))
    }
}

serbench_driver::codec!(Plain<Nothing>);
