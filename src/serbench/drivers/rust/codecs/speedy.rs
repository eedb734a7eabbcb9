// ---
// library = "speedy"
// released = "2024-01-14"
// format = "speedy"
// traits = ["binary", "schema"]
// page = "https://docs.rs/speedy/0.8.7/speedy/trait.Writable.html"
// crate = "speedy"
// generate = ["speedy"]
// plain = "speedy"
// types = { keys = "map" }
//
// [dependencies]
// speedy = "0.8.7"
// ---

use schema::Root;
use serbench_driver::{Buffer, Error, Plain, PlainCodec};
use speedy::{Readable, Writable};

#[derive(Default)]
struct Speedy;

impl PlainCodec<Root> for Speedy {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        Ok(value.write_to_stream(out.vec())?)
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(value.write_to_vec()?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        Ok(Root::read_from_buffer(bytes)?)
    }
}

serbench_driver::codec!(Plain<Speedy>);
