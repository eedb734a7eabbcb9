//! What the codecs of rkyv share, whether they check what they read or not.

use std::mem::take;

use rkyv::api::high::to_bytes_in_with_alloc;
use rkyv::rancor::Error as Cause;
use rkyv::ser::allocator::Arena;
use rkyv::util::AlignedVec;
use schema::Root;
use serbench_driver::Error;

/// Keeps what encoding allocates, from one value to the next.
#[derive(Default)]
pub struct Writer {
    arena: Arena,
    bytes: AlignedVec,
}

impl Writer {
    #[inline]
    pub fn encode(&mut self, value: &Root) -> Result<(), Error> {
        let mut bytes = take(&mut self.bytes);
        bytes.clear();
        self.bytes = to_bytes_in_with_alloc::<_, _, Cause>(value, bytes, self.arena.acquire())?;
        Ok(())
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes, or a copy of them where they do not lie as the library reads them.
    #[inline]
    pub fn aligned<'a>(&'a mut self, bytes: &'a [u8]) -> &'a [u8] {
        if bytes.as_ptr().align_offset(16) == 0 {
            return bytes;
        }
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        &self.bytes
    }
}
