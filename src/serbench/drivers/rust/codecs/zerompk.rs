// ---
// library = "zerompk"
// released = "2026-08-29"
// format = "msgpack-arrays"
// traits = ["binary", "schema"]
// page = "https://docs.rs/zerompk/0.8.0/zerompk/fn.write_msgpack.html"
// crate = "zerompk"
// generate = ["zerompk"]
// plain = "zerompk"
// limits = ["values nested more than 500 levels deep do not decode"]
// types = { keys = "map" }
//
// [dependencies]
// zerompk = { version = "0.8.0", features = ["derive"] }
// ---

use schema::Root;
use serbench_driver::{Buffer, Error, Plain, PlainCodec};
use zerompk::Error as Refusal;

/// Records as arrays and symbols as numbers, as its documentation recommends for speed. Others of the
/// format write symbols as texts, which it then refuses: it shares no wire.
#[derive(Default)]
struct Zerompk;

impl PlainCodec<Root> for Zerompk {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        out.fill(|room| zerompk::to_msgpack(value, room).map_err(refused))
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(zerompk::to_msgpack_vec(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        zerompk::from_msgpack(bytes).map_err(unread)
    }
}

#[cold]
#[inline(never)]
fn refused(error: Refusal) -> Error {
    match error {
        Refusal::BufferTooSmall => Error::Full,
        error => error.into(),
    }
}

/// Of bytes that are cut off it says that the buffer is too small, too.
fn unread(error: Refusal) -> Error {
    match error {
        Refusal::DepthLimitExceeded { max } => {
            Error::cannot_hold(format!("the limit of {max} levels"))
        }
        error => error.into(),
    }
}

serbench_driver::codec!(Plain<Zerompk>);
