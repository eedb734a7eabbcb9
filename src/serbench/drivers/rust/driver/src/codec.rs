//! What a codec's file implements: facts about its library, and nothing of how it is measured.

use crate::borrowed::Borrowed;
use crate::buffer::Buffer;
use crate::error::Error;
use crate::value::{Root, Visit};

/// A library that encodes plain values as they are. `V` is the root type.
pub trait PlainCodec<V: Root>: Default {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error>;
    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error>;

    /// The bytes of the last value, of a library that keeps them in storage of its own: `encode`
    /// leaves them there, since a copy into the buffer is none of the library's work.
    fn storage(&self) -> Option<&[u8]> {
        None
    }

    /// An object whose text and bytes lie in `bytes`: `B::Of<'a>`, for libraries of serde. It may
    /// borrow from the codec as well, where the library needs scratch room. As the two that follow,
    /// asked for only if `extra` in the front matter names it.
    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        absent::<u64>("borrow", bytes)
    }

    /// What the access leaf adds to the visit sum, 0 if it is not there: `V::look_leaf`, for
    /// libraries with an `Accessor`.
    fn access(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        absent("access", bytes)
    }

    /// The visit sum, by accessors on the bytes as they lie. A library without them is read by
    /// `decode` and a visit of what that gave.
    fn read(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        absent("read", bytes)
    }

    /// The bytes of `encode-fresh`, in memory of their own: what its users call who keep nothing from
    /// value to value. A library whose bytes lie in `storage` has to say how.
    fn encode_fresh(value: &V) -> Result<impl AsRef<[u8]>, Error> {
        let (mut codec, mut out) = (Self::default(), Buffer::default());
        out.until_it_fits(|out| codec.encode(value, out))?;
        Ok(out)
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
    type Input;
    type Output: Visit;

    fn populate(&mut self, value: &V) -> Result<Self::Input, Error>;
    fn encode(&mut self, input: &Self::Input, out: &mut Buffer) -> Result<(), Error>;
    /// The output owns its data: nothing in it borrows from `bytes`.
    fn decode(&mut self, bytes: &[u8]) -> Result<Self::Output, Error>;
    /// The time of this part has the dropping of the output, and not that of the plain value, to
    /// which the output may have moved what `decode` dropped.
    fn convert(&mut self, output: Self::Output) -> Result<V, Error>;

    /// As in `PlainCodec`.
    fn storage(&self) -> Option<&[u8]> {
        None
    }

    /// As in `PlainCodec`.
    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        absent::<u64>("borrow", bytes)
    }

    /// As in `PlainCodec`.
    fn access(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        absent("access", bytes)
    }

    /// As in `PlainCodec`.
    fn read(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        absent("read", bytes)
    }

    /// As in `PlainCodec`.
    fn encode_fresh(input: &Self::Input) -> Result<impl AsRef<[u8]>, Error> {
        let (mut codec, mut out) = (Self::default(), Buffer::default());
        out.until_it_fits(|out| codec.encode(input, out))?;
        Ok(out)
    }

    /// Replaces all that the output of the value before held, and keeps its memory. Asked for only
    /// if `extra` names `decode-reused`.
    fn decode_reused(&mut self, bytes: &[u8], output: &mut Self::Output) -> Result<(), Error> {
        let _ = output;
        absent("decode-reused", bytes)
    }

    /// Plain values, if they are what is encoded.
    fn as_inputs(values: &[V]) -> Option<&[Self::Input]> {
        let _ = values;
        None
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

    /// Where the last value's bytes lie: in the buffer, or in the codec's own storage.
    #[inline]
    fn encoded<'a>(&'a self, out: &'a Buffer) -> &'a [u8] {
        self.storage().unwrap_or_else(|| out.as_slice())
    }
}

/// Makes a `Codec` of a `PlainCodec`.
#[derive(Default)]
pub struct Plain<C>(C);

impl<V: Root, C: PlainCodec<V>> Codec<V> for Plain<C> {
    const OWN_MODEL: bool = false;
    type Input = V;
    type Output = V;

    fn populate(&mut self, value: &V) -> Result<V, Error> {
        Ok(value.populate())
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

    fn storage(&self) -> Option<&[u8]> {
        self.0.storage()
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        self.0.borrow::<B>(bytes)
    }

    fn access(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        self.0.access(bytes)
    }

    fn read(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        self.0.read(bytes)
    }

    fn encode_fresh(value: &V) -> Result<impl AsRef<[u8]>, Error> {
        C::encode_fresh(value)
    }

    fn as_inputs(values: &[V]) -> Option<&[V]> {
        Some(values)
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
