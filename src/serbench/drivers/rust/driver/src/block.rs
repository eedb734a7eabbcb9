//! Blocks of memory that files are written from and read into.

use crate::buffer::Buffer;
use crate::error::Error;

/// Blocks begin at a page: the kernel copies such bytes fastest.
pub const PAGE: usize = 4096;
/// Room beyond a block for the end of its last value, so that it seldom has to grow.
const SPARE: usize = 64 << 10;

/// Values encoded one behind the other, until there are enough of them to be written.
pub struct WriteBlock {
    buffer: Buffer,
    /// Where the first byte lies that is not written.
    from: usize,
}

impl WriteBlock {
    /// With memory that has been touched: page faults are no part of writing.
    pub fn new(block_bytes: usize) -> Self {
        let room = vec![1; PAGE + block_bytes + SPARE];
        let from = room.as_ptr().align_offset(PAGE);
        Self { buffer: Buffer::behind(room, from), from }
    }

    /// What the next value is encoded into, for `keep` to keep it.
    pub fn buffer(&mut self) -> &mut Buffer {
        &mut self.buffer
    }

    pub fn keep(&mut self) -> Result<(), Error> {
        self.buffer.keep()
    }

    /// What is kept and not released.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer.kept()[self.from..]
    }

    /// The number of those bytes.
    pub fn len(&self) -> usize {
        self.buffer.kept().len() - self.from
    }

    /// Forgets the first `count` bytes; the rest moves to the start of a page.
    pub fn release(&mut self, count: usize) {
        self.from = self.buffer.keep_from(self.from + count, PAGE);
    }
}

/// Where a file is read into. Its memory has been touched as well.
pub struct AlignedBlock {
    room: Vec<u8>,
    page: usize,
    pub bytes: usize,
}

impl AlignedBlock {
    pub fn new(bytes: usize) -> Self {
        let room = vec![1; PAGE + bytes + PAGE];
        let page = room.as_ptr().align_offset(PAGE);
        Self { room, page, bytes }
    }

    /// Room for the bytes of a file from `offset` on, as far from the start of a page as they are in
    /// the file: what is aligned there is aligned here, whatever the size of blocks.
    pub fn at(&mut self, offset: u64) -> &mut [u8] {
        let from = self.page + (offset % PAGE as u64) as usize;
        &mut self.room[from..from + self.bytes]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(block: &mut WriteBlock, bytes: &[u8]) {
        block.buffer().vec().extend_from_slice(bytes);
        block.keep().unwrap();
    }

    fn fill(block: &mut WriteBlock, bytes: &[u8]) {
        let write = |room: &mut [u8]| {
            room.get_mut(..bytes.len()).ok_or(Error::Full)?.copy_from_slice(bytes);
            Ok(bytes.len())
        };
        block.buffer().until_it_fits(|buffer| buffer.fill(write)).unwrap();
        block.keep().unwrap();
    }

    #[test]
    fn values_lie_one_behind_the_other_whichever_way_they_came() {
        for put in [put, fill] {
            let mut block = WriteBlock::new(8);
            put(&mut block, b"abc");
            put(&mut block, b"");
            put(&mut block, b"defghij");
            assert_eq!((block.bytes(), block.len()), (&b"abcdefghij"[..], 10));
            block.release(8);
            put(&mut block, b"k");
            assert_eq!(block.bytes(), b"ijk");
        }
    }

    #[test]
    fn a_vector_that_a_library_returned_is_appended() {
        let mut block = WriteBlock::new(8);
        put(&mut block, b"abc");
        block.buffer().put(b"def".to_vec());
        block.keep().unwrap();
        fill(&mut block, b"gh");
        put(&mut block, b"i");
        assert_eq!(block.bytes(), b"abcdefghi");
    }

    #[test]
    fn a_value_larger_than_a_block_fits_and_blocks_begin_at_pages() {
        for put in [put, fill] {
            let mut block = WriteBlock::new(8);
            assert_eq!(block.bytes().as_ptr().align_offset(PAGE), 0);
            put(&mut block, b"abc");
            let large: Vec<u8> = (0..300_000).map(|i| i as u8).collect();
            put(&mut block, &large);
            assert_eq!(block.len(), 300_003);
            block.release(300_000);
            assert_eq!(block.bytes(), &large[299_997..]);
            assert_eq!(block.bytes().as_ptr().align_offset(PAGE), 0);
        }
    }

    #[test]
    fn a_codec_that_clears_what_it_should_append_to_is_told() {
        let mut block = WriteBlock::new(8);
        put(&mut block, b"abc");
        block.buffer().vec().clear();
        assert!(block.keep().is_err());
    }

    #[test]
    fn a_value_that_is_encoded_again_takes_the_place_of_the_first() {
        let mut block = WriteBlock::new(8);
        put(&mut block, b"abc");
        block.buffer().vec().extend_from_slice(b"first");
        assert_eq!(block.buffer().as_slice(), b"first");
        put(&mut block, b"second");
        assert_eq!(block.bytes(), b"abcsecond");
    }

    #[test]
    fn bytes_are_aligned_in_memory_as_in_the_file() {
        let mut block = AlignedBlock::new(100);
        for offset in [0, 100, 4096, 1_000_003] {
            let address = block.at(offset).as_ptr() as usize;
            assert_eq!(address % PAGE, offset as usize % PAGE);
            assert_eq!(block.at(offset).len(), 100);
        }
    }
}
