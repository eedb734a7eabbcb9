//! The extra operations that keep nothing from value to value, or more than is usual.

use std::hint::black_box;
use std::marker::PhantomData;

use crate::codec::Codec;
use crate::digest::Digester;
use crate::error::Error;
use crate::extra::{Extra, Subjects};
use crate::operation::{each, Meter};
use crate::value::{Root, Visit};
use crate::walks::ahead;

/// The operation `encode-fresh`.
pub struct Fresh<V, C> {
    /// Of what is not encoding.
    codec: C,
    types: PhantomData<V>,
}

impl<V, C: Default> Default for Fresh<V, C> {
    fn default() -> Self {
        Self { codec: C::default(), types: PhantomData }
    }
}

impl<V: Root, C: Codec<V>> Extra for Fresh<V, C> {
    fn sum(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        let value = self.codec.deserialize(bytes)?;
        let input = self.codec.populate(&value)?;
        let again = self.codec.deserialize(C::encode_fresh(&input)?.as_ref())?;
        Ok(Digester::default().value(&again))
    }

    fn walk(
        &mut self,
        subjects: Subjects,
        passes: u64,
        meter: &mut dyn Meter,
    ) -> Result<(), Error> {
        let encode = |input: &C::Input| {
            black_box(C::encode_fresh(black_box(input))?.as_ref());
            Ok(())
        };
        let values: &Vec<V> = subjects.values.downcast_ref().expect("values of the schema");
        if let Some(inputs) = C::as_inputs(values) {
            return each(passes, inputs.iter(), meter, encode);
        }
        let encode = |_: &mut C, inputs: &mut Vec<C::Input>| inputs.iter().try_for_each(encode);
        let (codec, encoded) = (&mut self.codec, subjects.encoded);
        ahead(codec, passes, values.iter(), encoded, meter, C::populate, encode)
    }
}

/// The operation `decode-reused`.
pub struct Reused<V: Root, C: Codec<V>> {
    codec: C,
    kept: Option<C::Output>,
}

impl<V: Root, C: Codec<V>> Default for Reused<V, C> {
    fn default() -> Self {
        Self { codec: C::default(), kept: None }
    }
}

impl<V: Root, C: Codec<V>> Reused<V, C> {
    fn output(&mut self, bytes: &[u8]) -> Result<(&mut C, &mut C::Output), Error> {
        if self.kept.is_none() {
            self.kept = Some(self.codec.decode(bytes)?);
        }
        Ok((&mut self.codec, self.kept.as_mut().expect("just decoded")))
    }
}

impl<V: Root, C: Codec<V>> Extra for Reused<V, C> {
    /// Twice, since the value before may be this one, whose items are to be replaced and not added to.
    fn sum(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        let (codec, output) = self.output(bytes)?;
        codec.decode_reused(bytes, output)?;
        codec.decode_reused(bytes, output)?;
        Ok(output.visit())
    }

    fn walk(
        &mut self,
        subjects: Subjects,
        passes: u64,
        meter: &mut dyn Meter,
    ) -> Result<(), Error> {
        let Some(first) = subjects.encoded.iter().next() else { return Ok(()) };
        let (codec, output) = self.output(first)?;
        each(passes, subjects.encoded.iter(), meter, |bytes| {
            codec.decode_reused(bytes, output)?;
            black_box(&*output);
            Ok(())
        })
    }
}
