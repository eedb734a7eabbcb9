//! Operations that a codec has besides: each compiled in a crate of its own, and only if asked for.

use std::hint::black_box;
use std::marker::PhantomData;

use crate::borrowed::Borrowed;
use crate::codec::Codec;
use crate::encoded_values::EncodedValues;
use crate::error::Error;
use crate::operation::{each, kept, Meter};
use crate::value::{Root, Visit};

pub trait Extra {
    /// What the operation adds up of one value: a visit sum, or what the access leaf adds to it.
    fn sum(&mut self, bytes: &[u8]) -> Result<u64, Error>;

    /// Walks `passes` times over encoded values, under the meter.
    fn walk(
        &mut self,
        encoded: &EncodedValues,
        passes: u64,
        meter: &mut dyn Meter,
    ) -> Result<(), Error>;
}

/// The operation `borrow`, with objects of `B`.
pub struct Borrow<V, C, B> {
    codec: C,
    types: PhantomData<(V, B)>,
}

impl<V, C: Default, B> Default for Borrow<V, C, B> {
    fn default() -> Self {
        Self { codec: C::default(), types: PhantomData }
    }
}

impl<V: Root, C: Codec<V>, B: Borrowed> Extra for Borrow<V, C, B> {
    fn sum(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        Ok(self.codec.borrow::<B>(bytes)?.visit())
    }

    fn walk(
        &mut self,
        encoded: &EncodedValues,
        passes: u64,
        meter: &mut dyn Meter,
    ) -> Result<(), Error> {
        each(passes, encoded.iter(), meter, |bytes| kept(self.codec.borrow::<B>(bytes)))
    }
}

macro_rules! by_accessors {
    ($type:ident, $method:ident) => {
        #[doc = concat!("The operation `", stringify!($method), "`.")]
        pub struct $type<V, C> {
            codec: C,
            types: PhantomData<V>,
        }

        impl<V, C: Default> Default for $type<V, C> {
            fn default() -> Self {
                Self { codec: C::default(), types: PhantomData }
            }
        }

        impl<V: Root, C: Codec<V>> Extra for $type<V, C> {
            fn sum(&mut self, bytes: &[u8]) -> Result<u64, Error> {
                self.codec.$method(bytes)
            }

            fn walk(
                &mut self,
                encoded: &EncodedValues,
                passes: u64,
                meter: &mut dyn Meter,
            ) -> Result<(), Error> {
                each(passes, encoded.iter(), meter, |bytes| {
                    black_box(self.codec.$method(bytes)?);
                    Ok(())
                })
            }
        }
    };
}

by_accessors!(Access, access);
by_accessors!(Read, read);
