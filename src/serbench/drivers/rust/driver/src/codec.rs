//! What a codec's file implements: facts about its library, and nothing of how it is measured.

use std::any::Any;
use std::fmt::Display;

use crate::buffer::Buffer;
use crate::value::{Root, Visit};

/// Why a library would not do what it was asked.
#[derive(Debug)]
pub enum Error {
    /// The format has no way to represent the value, or the library a declared limit.
    CannotHold(String),
    Failed(String),
    /// The room that `Buffer::fill` gave is too small: the value is encoded again, into more.
    Full,
}

impl Error {
    pub fn cannot_hold(cause: impl Display) -> Self {
        Self::CannotHold(cause.to_string())
    }
}

/// So that a codec may end a library call with `?`.
impl<E: std::error::Error> From<E> for Error {
    #[cold]
    fn from(error: E) -> Self {
        Self::Failed(error.to_string())
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::CannotHold(cause) | Self::Failed(cause) => f.write_str(cause),
            Self::Full => f.write_str("the buffer is full"),
        }
    }
}

/// What a library that panicked said.
pub(crate) fn panicked(panic: &(dyn Any + Send)) -> Error {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Error::Failed(format!("panicked: {}", text.unwrap_or_default()))
}

/// A library that encodes plain values as they are. `V` is the root type.
pub trait PlainCodec<V: Root>: Default {
    /// Whether the library has these operations; those that follow are then implemented.
    const BORROWS: bool = false;
    const ACCESSES: bool = false;

    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error>;
    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error>;

    /// An object whose text and bytes lie in `bytes`: `V::Borrowed`, for libraries of serde. It may
    /// borrow from the codec as well, where the library needs scratch room.
    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        absent::<u64>("borrow", bytes)
    }

    /// What the access leaf adds to the visit sum, 0 if it is not there: `V::look_leaf`, for
    /// libraries with an `Accessor`.
    fn access(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        absent("access", bytes)
    }

    /// The visit sum; by accessors on the bytes as they lie, where the library has them.
    fn read(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        Ok(self.decode(bytes)?.visit())
    }

    /// What the format cannot hold of a value that did not survive, and where; asked only then.
    fn explain(&mut self, value: &V) -> Option<String> {
        let _ = value;
        None
    }
}

#[cold]
fn absent<T>(operation: &str, _bytes: &[u8]) -> Result<T, Error> {
    Err(Error::Failed(format!("the codec says that it has {operation}, but has it not")))
}

/// A library with message objects of its own.
pub trait Codec<V: Root>: Default {
    /// False if `encode` is `serialize` and `decode` is `deserialize`: then `Input` and
    /// `Output` are `V` itself, and one measurement serves both.
    const OWN_MODEL: bool = true;
    /// Whether the library has these operations; those that follow are then implemented.
    const BORROWS: bool = false;
    const ACCESSES: bool = false;
    type Input;
    type Output: Visit;

    fn populate(&mut self, value: &V) -> Result<Self::Input, Error>;
    fn encode(&mut self, input: &Self::Input, out: &mut Buffer) -> Result<(), Error>;
    /// The output owns its data: nothing in it borrows from `bytes`.
    fn decode(&mut self, bytes: &[u8]) -> Result<Self::Output, Error>;
    fn convert(&mut self, output: Self::Output) -> Result<V, Error>;

    /// As in `PlainCodec`.
    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        absent::<u64>("borrow", bytes)
    }

    /// As in `PlainCodec`.
    fn access(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        absent("access", bytes)
    }

    /// As in `PlainCodec`.
    fn read(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        Ok(self.decode(bytes)?.visit())
    }

    /// What the format cannot hold of a value that did not survive; asked only then.
    fn explain(&mut self, value: &V, bytes: &[u8]) -> Option<String> {
        let _ = (value, bytes);
        None
    }

    fn serialize(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        let input = self.populate(value)?;
        self.encode(&input, out)
    }

    fn deserialize(&mut self, bytes: &[u8]) -> Result<V, Error> {
        let output = self.decode(bytes)?;
        self.convert(output)
    }
}

/// Makes a `Codec` of a `PlainCodec`.
#[derive(Default)]
pub struct Plain<C>(C);

impl<V: Root, C: PlainCodec<V>> Codec<V> for Plain<C> {
    const OWN_MODEL: bool = false;
    const BORROWS: bool = C::BORROWS;
    const ACCESSES: bool = C::ACCESSES;
    type Input = V;
    type Output = V;

    fn populate(&mut self, value: &V) -> Result<V, Error> {
        Ok(value.clone())
    }

    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        self.0.encode(value, out)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        self.0.decode(bytes)
    }

    fn convert(&mut self, value: V) -> Result<V, Error> {
        Ok(value)
    }

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        self.0.borrow(bytes)
    }

    fn access(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        self.0.access(bytes)
    }

    fn read(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        self.0.read(bytes)
    }

    fn explain(&mut self, value: &V, _bytes: &[u8]) -> Option<String> {
        self.0.explain(value)
    }

    fn serialize(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        self.0.encode(value, out)
    }

    fn deserialize(&mut self, bytes: &[u8]) -> Result<V, Error> {
        self.0.decode(bytes)
    }
}
