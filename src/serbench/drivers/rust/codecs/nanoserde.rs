// ---
// library = "nanoserde"
// released = "2025-03-22"
// format = "nanoserde"
// traits = ["binary", "schema"]
// page = "https://docs.rs/nanoserde/0.2.1/nanoserde/trait.SerBin.html"
// crate = "nanoserde"
// generate = ["nanoserde"]
// plain = "nanoserde"
// types = { keys = "map" }
//
// [dependencies]
// nanoserde = { version = "0.2.1", default-features = false, features = ["binary", "std"] }
// ---

use nanoserde::{DeBin, SerBin};
use schema::Root;
use serbench_driver::{Buffer, Error, Plain, PlainCodec};

#[derive(Default)]
struct Nanoserde;

impl PlainCodec<Root> for Nanoserde {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        value.ser_bin(out.vec());
        Ok(())
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(SerBin::serialize_bin(value))
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        Ok(DeBin::deserialize_bin(bytes)?)
    }
}

serbench_driver::codec!(Plain<Nanoserde>);
