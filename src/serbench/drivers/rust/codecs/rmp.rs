// ---
// library = "rmp-serde"
// format = "msgpack"
// wire = "msgpack"
// traits = ["binary", "schema", "core"]
// page = "https://docs.rs/rmp-serde/1/rmp_serde/encode/fn.write.html"
// crate = "rmp-serde"
// limits = ["values nested more than 1024 levels deep do not decode"]
//
// [dependencies]
// rmp-serde = "1.3.1"
// ---

use serbench_driver::{Buffer, Error, Plain, PlainCodec, Root, Visit};

/// Records as arrays, in the order of their fields.
#[derive(Default)]
struct Rmp;

impl<V: Root> PlainCodec<V> for Rmp {
    const BORROWS: bool = true;

    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        Ok(rmp_serde::encode::write(out.vec(), value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        rmp_serde::from_slice(bytes).map_err(refusal)
    }

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        rmp_serde::from_slice::<V::Borrowed<'a>>(bytes).map_err(refusal)
    }
}

fn refusal(error: rmp_serde::decode::Error) -> Error {
    match error {
        rmp_serde::decode::Error::DepthLimitExceeded => Error::cannot_hold(error),
        _ => error.into(),
    }
}

serbench_driver::main!(Plain<Rmp>);
