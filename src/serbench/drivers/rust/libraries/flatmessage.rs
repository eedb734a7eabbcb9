//! What the codecs of flat_message share, whether they check what they read or not.

use flat_message::{Config, ConfigBuilder, Storage, StorageRef};
use serbench_driver::Error;

/// A message of its own.
pub struct Written(pub Storage);

impl AsRef<[u8]> for Written {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.0.as_slice()
    }
}

/// Its errors are none of std's.
pub fn failed(error: flat_message::Error) -> Error {
    Error::Failed(format!("{error:?}"))
}

/// Without the limit of 16 MiB.
#[inline]
pub fn config() -> Config {
    ConfigBuilder::new().max_size(u32::MAX).build()
}

/// The bytes, or a copy of them in `storage` where they do not lie as the library reads them.
#[inline]
pub fn aligned<'a>(storage: &'a mut Storage, bytes: &'a [u8]) -> &'a StorageRef {
    if bytes.as_ptr().align_offset(16) != 0 {
        *storage = Storage::from_buffer(bytes);
        return storage;
    }
    // SAFETY: a StorageRef is a transparent slice of bytes, known to be so aligned.
    unsafe { &*(std::ptr::from_ref(bytes) as *const StorageRef) }
}
