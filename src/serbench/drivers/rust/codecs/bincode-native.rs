// ---
// library = "bincode"
// released = "2025-03-10"
// format = "bincode"
// traits = ["binary", "schema"]
// wire = "bincode"
// page = "https://docs.rs/bincode/2.0.1/bincode/#which-functions-to-use"
// unmaintained = "https://docs.rs/crate/bincode/3.0.0/source/README.md"
// crate = "bincode"
// extra = ["borrow"]
// generate = ["bincode"]
// plain = "bincode" # its derives do not know the types that others share
// types = { keys = "map" }
//
// [dependencies]
// bincode = "=2.0.1" # 3.0.0 is a notice that does not compile
// ---

use bincode::config::standard;
use bincode::error::EncodeError;
use bincode::{borrow_decode_from_slice, decode_from_slice, encode_into_slice, encode_to_vec};
use schema::{borrowed, Root};
use serbench_driver::{Borrowed, Buffer, Error, Plain, PlainCodec, Visit};

/// By its own `Encode` and `Decode`; `bincode` goes by serde.
#[derive(Default)]
struct BincodeNative;

impl PlainCodec<Root> for BincodeNative {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        out.fill(|room| encode_into_slice(value, room, standard()).map_err(refused))
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(encode_to_vec(value, standard())?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        let (value, _) = decode_from_slice(bytes, standard())?;
        Ok(value)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        let (value, _) = borrow_decode_from_slice::<borrowed::Root<'a>, _>(bytes, standard())?;
        Ok(value)
    }
}

#[cold]
#[inline(never)]
fn refused(error: EncodeError) -> Error {
    match error {
        EncodeError::UnexpectedEnd => Error::Full,
        error => error.into(),
    }
}

serbench_driver::codec!(Plain<BincodeNative>);
