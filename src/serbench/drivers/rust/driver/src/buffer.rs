//! The buffer that values are encoded into: one for all values, kept from one to the next.

use crate::codec::Error;

/// A codec calls one of `vec`, `fill` and `put` for each value, whichever its library is made for.
#[derive(Default)]
pub struct Buffer {
    room: Vec<u8>,
    /// How much of the room `fill` has used; none after `vec`.
    filled: Option<usize>,
}

impl Buffer {
    /// Empty, with the capacity it has grown to: for libraries that append.
    pub fn vec(&mut self) -> &mut Vec<u8> {
        self.filled = None;
        self.room.clear();
        &mut self.room
    }

    /// For libraries that write into a slice. `write` returns how many bytes it wrote, or `None`
    /// if they do not fit: then it is called again with more room. It is never called with
    /// less than has once been enough, so that after the first walk one call does.
    pub fn fill(
        &mut self,
        mut write: impl FnMut(&mut [u8]) -> Result<Option<usize>, Error>,
    ) -> Result<(), Error> {
        if self.filled.is_none() {
            // After `vec` the room is as long as what was put there.
            self.room.resize(self.room.capacity(), 0);
        }
        loop {
            self.filled = write(&mut self.room)?;
            if self.filled.is_some() {
                return Ok(());
            }
            let more = (self.room.len() * 2).max(64);
            self.room.resize(more, 0);
        }
    }

    /// For libraries that return a new vector or string: it is taken, not copied.
    pub fn put(&mut self, bytes: Vec<u8>) {
        self.filled = None;
        self.room = bytes;
    }

    pub fn as_slice(&self) -> &[u8] {
        &self.room[..self.filled.unwrap_or(self.room.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_grows_until_the_bytes_fit_and_keeps_its_room() {
        let mut buffer = Buffer::default();
        let mut rooms = Vec::new();
        let mut put = |buffer: &mut Buffer, bytes: &[u8]| {
            let write = |room: &mut [u8]| {
                rooms.push(room.len());
                Ok(room.get_mut(..bytes.len()).map(|room| {
                    room.copy_from_slice(bytes);
                    bytes.len()
                }))
            };
            buffer.fill(write).unwrap();
            assert_eq!(buffer.as_slice(), bytes);
        };
        put(&mut buffer, &[7; 100]);
        put(&mut buffer, b"short");
        buffer.vec().push(1);
        put(&mut buffer, b"");
        assert_eq!(rooms, [0, 64, 128, 128, 128]);
        buffer.put(b"taken".into());
        assert_eq!(buffer.as_slice(), b"taken");
    }

    #[test]
    fn a_vec_starts_empty_each_time() {
        let mut buffer = Buffer::default();
        buffer.vec().extend_from_slice(b"first");
        buffer.vec().extend_from_slice(b"second");
        assert_eq!(buffer.as_slice(), b"second");
    }

    #[test]
    fn what_a_library_refuses_is_handed_on() {
        let refused = Buffer::default().fill(|_| Err(Error::cannot_hold("no")));
        assert!(matches!(refused, Err(Error::CannotHold(_))));
    }
}
