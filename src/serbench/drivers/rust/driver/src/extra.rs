//! Operations that a codec has besides: each compiled in a crate of its own, and only if asked for.

use std::any::Any;
use std::hint::black_box;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;

use crate::borrowed::Borrowed;
use crate::codec::Codec;
use crate::encoded_values::EncodedValues;
use crate::error::Error;
use crate::operation::{each, kept, Meter};
use crate::reading::Take;
use crate::value::{Root, Visit};
use crate::walks::taking;

/// What operations walk over.
#[derive(Clone, Copy)]
pub struct Subjects<'a> {
    /// The plain values: a `Vec` of the schema's root type, which the driver does not know.
    pub values: &'a dyn Any,
    pub encoded: &'a EncodedValues,
}

pub trait Extra {
    /// What the operation makes of one value, from which verification tells whether it is right: a
    /// visit sum, what the access leaf adds to it, or a digest (`encode-fresh`).
    fn sum(&mut self, bytes: &[u8]) -> Result<u64, Error>;

    /// Walks `passes` times over the working set, under the meter.
    fn walk(&mut self, subjects: Subjects, passes: u64, meter: &mut dyn Meter)
        -> Result<(), Error>;

    /// Reads values of an object file, `most` if they are kept; of `borrow` alone.
    fn take(&mut self, keep: bool, most: usize) -> Take<'_> {
        let _ = (keep, most);
        Box::new(|_| Err(Error::Failed("no step of reading files".into())))
    }
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

impl<V: Root, C: Codec<V> + 'static, B: Borrowed> Extra for Borrow<V, C, B> {
    fn sum(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        Ok(self.codec.borrow::<B>(bytes)?.visit())
    }

    fn walk(
        &mut self,
        subjects: Subjects,
        passes: u64,
        meter: &mut dyn Meter,
    ) -> Result<(), Error> {
        each(passes, subjects.encoded.iter(), meter, |bytes| kept(self.codec.borrow::<B>(bytes)))
    }

    fn take(&mut self, keep: bool, most: usize) -> Take<'_> {
        if keep {
            return taking(Kept::<C>::new::<V, B>, true, most);
        }
        Box::new(|bytes| kept(self.codec.borrow::<B>(bytes)))
    }
}

/// An object that borrows from bytes and a codec of its own.
struct Kept<C> {
    object: ManuallyDrop<Box<dyn Visit>>,
    codec: *mut C,
    bytes: *mut [u8],
}

impl<C: 'static> Kept<C> {
    fn new<V: Root, B: Borrowed>(bytes: &[u8]) -> Result<Self, Error>
    where
        C: Codec<V>,
    {
        let codec = Box::into_raw(Box::<C>::default());
        let bytes = Box::into_raw(Box::<[u8]>::from(bytes));
        // SAFETY: both live until `drop`, which drops the object before them, and nobody else has
        // them.
        let object = unsafe { (*codec).borrow::<B>(&*bytes) };
        match object {
            Ok(object) => Ok(Self { object: ManuallyDrop::new(Box::new(object)), codec, bytes }),
            Err(error) => {
                // SAFETY: there is no object that borrows.
                unsafe { free(codec, bytes) };
                Err(error)
            }
        }
    }
}

impl<C> Drop for Kept<C> {
    fn drop(&mut self) {
        // SAFETY: the object is dropped once, and its borrows end here.
        unsafe {
            ManuallyDrop::drop(&mut self.object);
            free(self.codec, self.bytes);
        }
    }
}

/// # Safety
/// Both come from `Box::into_raw`, and nothing borrows from them.
unsafe fn free<C>(codec: *mut C, bytes: *mut [u8]) {
    drop(Box::from_raw(codec));
    drop(Box::from_raw(bytes));
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
                subjects: Subjects,
                passes: u64,
                meter: &mut dyn Meter,
            ) -> Result<(), Error> {
                each(passes, subjects.encoded.iter(), meter, |bytes| {
                    black_box(self.codec.$method(bytes)?);
                    Ok(())
                })
            }
        }
    };
}

by_accessors!(Access, access);
by_accessors!(Read, read);
