//! The buffer that values are encoded into: one for all values, kept from one to the next.

use crate::error::Error;

/// A codec calls one of `append`, `fill` and `put` for each value, whichever its library is made for.
#[derive(Default)]
pub struct Buffer {
    room: Vec<u8>,
    /// Where the value begins: behind those that were kept.
    start: usize,
    /// How much of the room from there `fill` has used; none after `vec`.
    filled: Option<usize>,
}

impl Buffer {
    /// For libraries that append. `write` has the vector as an argument: with one that `vec` returned,
    /// rmp-serde executed 18 % more instructions, and with names 37 %. To most libraries it is the same.
    #[inline]
    pub fn append(
        &mut self,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        write(self.vec())
    }

    /// What `append` hands over. Empty, unless the value goes to a file: then those before it are
    /// there and must stay, so that none has to be copied to a block. The capacity is what it has
    /// grown to.
    #[inline]
    pub fn vec(&mut self) -> &mut Vec<u8> {
        self.filled = None;
        self.room.truncate(self.start);
        &mut self.room
    }

    /// For libraries that write into a slice. `write` returns how many bytes it wrote, or
    /// `Error::Full` if they do not fit: then the value is encoded again, with more room. There is
    /// never less than has once been enough, so that it is not called in vain after the first walk.
    /// That `until_it_fits` does it and no loop here lets the compiler inline the library: with
    /// one, postcard and bincode took 1.5 times as long.
    #[inline]
    pub fn fill(
        &mut self,
        write: impl FnOnce(&mut [u8]) -> Result<usize, Error>,
    ) -> Result<(), Error> {
        if self.filled.is_none() {
            self.use_all_room();
        }
        self.filled = Some(write(&mut self.room[self.start..])?);
        Ok(())
    }

    /// After `vec` the room is as long as what was put there.
    #[cold]
    fn use_all_room(&mut self) {
        self.room.resize(self.room.capacity(), 0);
    }

    /// Encodes a value whose size is not known.
    pub fn until_it_fits(
        &mut self,
        mut encode: impl FnMut(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        loop {
            match encode(self) {
                Err(Error::Full) => self.grow(),
                done => return done,
            }
        }
    }

    pub(crate) fn grow(&mut self) {
        let more = (self.room.len() * 2).max(64);
        self.room.resize(more, 0);
    }

    /// For libraries that return a new vector or string: it is taken, not copied, unless it goes to
    /// a file.
    pub fn put(&mut self, bytes: Vec<u8>) {
        if self.start > 0 {
            self.vec().extend_from_slice(&bytes);
            return;
        }
        self.filled = None;
        self.room = bytes;
    }

    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        &self.room[self.start..self.end()]
    }

    #[inline]
    fn end(&self) -> usize {
        self.filled.map_or(self.room.len(), |used| self.start + used)
    }

    /// One whose values begin behind the first `start` bytes of `room`.
    pub(crate) fn behind(room: Vec<u8>, start: usize) -> Self {
        Self { room, start, filled: Some(0) }
    }

    /// The next value goes behind this one.
    pub(crate) fn keep(&mut self) -> Result<(), Error> {
        let end = self.end();
        if end < self.start {
            let text = "the codec cleared the values before the one that it encoded";
            return Err(Error::Failed(text.into()));
        }
        self.start = end;
        self.filled = self.filled.map(|_| 0);
        Ok(())
    }

    /// Whatever lies before the next value.
    pub(crate) fn kept(&self) -> &[u8] {
        &self.room[..self.start]
    }

    /// Moves what is kept from `first` on to the first address that is a multiple of `alignment`,
    /// and forgets all else. Returns where it lies then.
    pub(crate) fn keep_from(&mut self, first: usize, alignment: usize) -> usize {
        let kept = first..self.start;
        let to = self.room.as_ptr().align_offset(alignment);
        let end = to + kept.len();
        if self.room.len() < end {
            self.room.resize(end, 0);
        }
        self.room.copy_within(kept, to);
        self.start = end;
        if self.filled.is_none() {
            self.room.truncate(end);
        }
        to
    }
}

impl AsRef<[u8]> for Buffer {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.as_slice()
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
            let mut write = |room: &mut [u8]| {
                rooms.push(room.len());
                room.get_mut(..bytes.len()).ok_or(Error::Full)?.copy_from_slice(bytes);
                Ok(bytes.len())
            };
            buffer.until_it_fits(|buffer| buffer.fill(&mut write)).unwrap();
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
        let third = |vec: &mut Vec<u8>| {
            vec.extend_from_slice(b"third");
            Ok(())
        };
        buffer.append(third).unwrap();
        assert_eq!(buffer.as_slice(), b"third");
    }

    #[test]
    fn what_a_library_refuses_is_handed_on() {
        let refused = Buffer::default().fill(|_| Err(Error::cannot_hold("no")));
        assert!(matches!(refused, Err(Error::CannotHold(_))));
    }
}
