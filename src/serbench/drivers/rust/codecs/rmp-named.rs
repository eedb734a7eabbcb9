// ---
// library = "rmp-serde"
// format = "msgpack-named"
// traits = ["binary", "self-describing"]
// page = "https://docs.rs/rmp-serde/1/rmp_serde/encode/fn.write_named.html"
// crate = "rmp-serde"
// limits = ["values nested more than 1024 levels deep do not decode"]
//
// [dependencies]
// rmp-serde = "1.3.1"
// ---

use serbench_driver::{Buffer, Error, Plain, PlainCodec};
use serde::de::DeserializeOwned;
use serde::Serialize;

/// Records as maps from the names of their fields.
#[derive(Default)]
struct RmpNamed;

impl<V: Serialize + DeserializeOwned> PlainCodec<V> for RmpNamed {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        Ok(rmp_serde::encode::write_named(out.vec(), value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        rmp_serde::from_slice(bytes).map_err(|error| match error {
            rmp_serde::decode::Error::DepthLimitExceeded => Error::cannot_hold(error),
            _ => error.into(),
        })
    }
}

serbench_driver::main!(Plain<RmpNamed>);
