//! The program of `serbench footprint`: it reads the bytes of a value from a file, makes the plain
//! value of them, writes that as bytes again, and prints these.
//!
//! It stands in the driver's place, under the same name, and has the driver's files that codecs and
//! plain types call. What `codec!` makes of a codec is a `Walker` here too, with both directions and
//! no more than these.

use std::hint::black_box;
use std::io::Write;
use std::marker::PhantomData;

#[path = "../driver/src/absence.rs"]
mod absence;
#[path = "../driver/src/access.rs"]
mod access;
#[path = "../driver/src/borrowed.rs"]
mod borrowed;
#[path = "../driver/src/buffer.rs"]
mod buffer;
#[path = "../driver/src/bytes.rs"]
mod bytes;
#[path = "../driver/src/codec.rs"]
mod codec;
#[path = "../driver/src/entries.rs"]
mod entries;
#[path = "../driver/src/error.rs"]
mod error;
#[path = "../driver/src/explain.rs"]
pub mod explain;
#[path = "../driver/src/macros.rs"]
mod macros;
#[path = "../driver/src/model.rs"]
pub mod model;
#[path = "../driver/src/narrow_visitor.rs"]
mod narrow_visitor;
#[path = "../driver/src/union.rs"]
mod union;
#[path = "../driver/src/value.rs"]
mod value;

pub use absence::*;
pub use access::*;
pub use borrowed::*;
pub use buffer::*;
pub use bytes::*;
pub use codec::*;
pub use entries::*;
pub use error::*;
pub use narrow_visitor::*;
pub use operation::Meter;
pub use union::*;
pub use value::*;

pub trait Walks {
    /// The bytes of the value that `bytes` hold, written again.
    fn pass(&mut self, bytes: &[u8]) -> Result<Vec<u8>, Error>;
}

pub struct Walker<V: Root, C: Codec<V>> {
    codec: C,
    value: PhantomData<V>,
}

impl<V: Root, C: Codec<V>> Default for Walker<V, C> {
    fn default() -> Self {
        Self { codec: C::default(), value: PhantomData }
    }
}

impl<V: Root, C: Codec<V>> Walks for Walker<V, C> {
    fn pass(&mut self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        let codec = &mut self.codec;
        // Whatever of the value is read or not: all of it could be.
        let value = black_box(codec.deserialize(bytes)?);
        let mut out = Buffer::default();
        out.until_it_fits(|out| codec.serialize(&value, out))?;
        Ok(codec.encoded(&out).to_vec())
    }
}

pub fn run(mut walks: Box<dyn Walks>) {
    let path = std::env::args_os().nth(1).unwrap_or_default();
    let done = std::fs::read(path)
        .map_err(Error::from)
        .and_then(|bytes| walks.pass(&bytes))
        .and_then(|bytes| Ok(std::io::stdout().write_all(&bytes)?));
    if let Err(error) = done {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

/// Nobody times here: this is what files of the driver name.
mod operation {
    use crate::error::Error;

    pub trait Meter {}

    pub fn each<T>(
        _passes: u64,
        mut items: impl Iterator<Item = T>,
        _meter: &mut dyn Meter,
        work: impl FnMut(T) -> Result<(), Error>,
    ) -> Result<(), Error> {
        items.try_for_each(work)
    }

    pub fn kept<T>(made: Result<T, Error>) -> Result<(), Error> {
        made.map(drop)
    }
}

/// As `operation`.
mod process {
    pub fn place_of_panic() -> String {
        String::new()
    }
}
