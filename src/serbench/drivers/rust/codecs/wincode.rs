// ---
// library = "wincode"
// released = "2026-03-24"
// format = "bincode-fixint"
// # What `bincode::serialize` of bincode 1 writes; other codecs of bincode write numbers in fewer bytes.
// traits = ["binary", "schema"]
// page = "https://github.com/djkoloski/rust_serialization_benchmark/blob/master/src/bench_wincode.rs"
// crate = "wincode"
// generate = ["wincode"]
// plain = "wincode"
// limits = ["lists and texts of more than 4 MiB"]
// types = { keys = "map" }
//
// [dependencies]
// # 0.5 wants a newer Rust than the oldest that serbench supports.
// wincode = { version = "0.4.9", features = ["alloc", "derive"] }
// ---

use schema::Root;
use serbench_driver::{Buffer, Error, Plain, PlainCodec};
use wincode::io::WriteError::WriteSizeLimit;
use wincode::WriteError;

#[derive(Default)]
struct Wincode;

impl PlainCodec<Root> for Wincode {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        out.fill(|room| {
            let size = room.len();
            let mut left = room;
            wincode::serialize_into(&mut left, value).map_err(refused)?;
            Ok(size - left.len())
        })
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(wincode::serialize(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        Ok(wincode::deserialize(bytes)?)
    }
}

#[cold]
#[inline(never)]
fn refused(error: WriteError) -> Error {
    match error {
        WriteError::Io(WriteSizeLimit(_)) => Error::Full,
        error => error.into(),
    }
}

serbench_driver::codec!(Plain<Wincode>);
