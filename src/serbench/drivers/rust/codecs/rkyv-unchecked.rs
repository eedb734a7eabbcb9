// ---
// library = "rkyv"
// released = "2026-08-05"
// format = "rkyv"
// wire = "rkyv"
// traits = ["binary", "schema", "zero-copy", "unchecked"]
// page = "https://github.com/djkoloski/rust_serialization_benchmark/blob/master/src/bench_rkyv.rs"
// crate = "rkyv"
// extra = ["borrow", "access", "read"]
// shares = ["rkyv"]
// generate = ["rkyv"]
// plain = "rkyv"
// unsupported = ["symbols"]
// types = { keys = "map" }
//
// [dependencies]
// rkyv = "0.8.18"
// ---

use library_rkyv::Writer;
use rkyv::rancor::Error as Cause;
use schema::archived::{self, leaf, Seen};
use schema::Root;
use serbench_driver::{Borrowed, Buffer, Error, Plain, PlainCodec, Visit};

#[derive(Default)]
struct RkyvUnchecked(Writer);

impl RkyvUnchecked {
    fn root<'a>(&'a mut self, bytes: &'a [u8]) -> &'a archived::Root {
        // SAFETY: the driver gives a codec that is unchecked only what it wrote itself.
        unsafe { rkyv::access_unchecked(self.0.aligned(bytes)) }
    }
}

impl PlainCodec<Root> for RkyvUnchecked {
    fn encode(&mut self, value: &Root, _out: &mut Buffer) -> Result<(), Error> {
        self.0.encode(value)
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(rkyv::to_bytes::<Cause>(value)?)
    }

    fn storage(&self) -> Option<&[u8]> {
        Some(self.0.bytes())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        Ok(rkyv::deserialize::<Root, Cause>(self.root(bytes))?)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        Ok(Seen(self.root(bytes)))
    }

    fn access(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        Ok(leaf(self.root(bytes)).unwrap_or(0))
    }

    fn read(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        Ok(Seen(self.root(bytes)).visit())
    }
}

serbench_driver::codec!(Plain<RkyvUnchecked>);
