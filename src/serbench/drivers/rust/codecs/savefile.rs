// ---
// library = "savefile"
// released = "2026-10-19"
// format = "savefile"
// traits = ["binary", "schema"]
// page = "https://github.com/djkoloski/rust_serialization_benchmark/blob/master/src/bench_savefile.rs"
// crate = "savefile"
// generate = ["savefile"]
// plain = "savefile"
// types = { keys = "map" }
//
// [dependencies]
// savefile = { version = "0.20.6", default-features = false }
// savefile-derive = "0.20.6"
// ---

use schema::Root;
use serbench_driver::{Buffer, Error, Plain, PlainCodec};

/// Without the description of the types, which is 6.5 KB for each value of `log`: its usual `save` is
/// for a file with one value.
#[derive(Default)]
struct Savefile;

const VERSION: u32 = 0;

impl PlainCodec<Root> for Savefile {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        Ok(savefile::save_noschema(out.vec(), VERSION, value)?)
    }

    fn decode(&mut self, mut bytes: &[u8]) -> Result<Root, Error> {
        Ok(savefile::load_noschema(&mut bytes, VERSION)?)
    }
}

serbench_driver::codec!(Plain<Savefile>);
