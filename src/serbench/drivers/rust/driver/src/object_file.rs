//! An object file that is read: by blocks with the values in them, or value by value.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::Path;

use crate::block::AlignedBlock;
use crate::error::{Error, Kind, Refusal};
use crate::object_index::{start_of, Index};
use crate::reading::Take;
use crate::split_clock::SplitClock;

/// Called with the values that end in a block.
type Decode<'d> = &'d mut dyn FnMut(&mut Run) -> Result<(), Error>;

/// What one thread reads of a file, and what that took.
pub struct ObjectFile<'a> {
    path: &'a Path,
    file: File,
    index: &'a Index,
    /// Of the value that is being decoded.
    number: usize,
    pub clock: SplitClock,
    pub reads: u64,
    pub bytes: u64,
}

/// What `get` reads at once, and the one of them that was read last.
pub struct Page {
    block: AlignedBlock,
    there: Option<u64>,
}

impl Page {
    pub fn new(bytes: usize) -> Self {
        Self { block: AlignedBlock::new(bytes), there: None }
    }
}

impl<'a> ObjectFile<'a> {
    pub fn open(path: &'a Path, index: &'a Index) -> Result<Self, Refusal> {
        let clock = SplitClock::start();
        let file = File::open(path).map_err(|error| Refusal::file(Kind::Failed, path, error))?;
        Ok(Self { path, file, index, number: 0, clock, reads: 0, bytes: 0 })
    }

    /// The bytes of a value, read alone.
    #[inline]
    pub fn get<'b>(
        &mut self,
        number: usize,
        block: &'b mut AlignedBlock,
    ) -> Result<&'b [u8], Refusal> {
        let place = self.index.place(number);
        let bytes = &mut block.at(0)[..(place.end - place.start) as usize];
        self.read(bytes, place.start)?;
        self.number = number;
        Ok(bytes)
    }

    /// The same by whole pages, those that the value lies in but for the one that is there. What lies
    /// in several is put together if it `is_wanted`.
    pub fn get_by_page<'b>(
        &mut self,
        number: usize,
        page: &'b mut Page,
        block: &'b mut AlignedBlock,
        is_wanted: bool,
    ) -> Result<&'b [u8], Refusal> {
        let place = self.index.place(number);
        self.number = number;
        let page_bytes = page.block.bytes as u64;
        let together = block.at(0);
        let mut at = place.start;
        loop {
            let first = at / page_bytes * page_bytes;
            let last = (first + page_bytes).min(self.index.object_bytes());
            let bytes = &mut page.block.at(0)[..(last - first) as usize];
            if page.there != Some(first) {
                page.there = None;
                self.read(bytes, first)?;
                self.clock.io();
                page.there = Some(first);
            }
            let to = place.end.min(last);
            let piece = (at - first) as usize..(to - first) as usize;
            if at == place.start && to == place.end {
                return Ok(&page.block.at(0)[piece]);
            }
            if is_wanted {
                let from = (at - place.start) as usize;
                together[from..from + piece.len()].copy_from_slice(&bytes[piece]);
                self.clock.codec();
            }
            if to == place.end {
                return Ok(&together[..(place.end - place.start) as usize]);
            }
            at = to;
        }
    }

    /// Reads values alone or by pages, and calls `take` with each.
    pub fn get_each(
        &mut self,
        numbers: impl Iterator<Item = usize>,
        block: &mut AlignedBlock,
        mut page: Option<Page>,
        mut take: Option<Take<'_>>,
    ) -> Result<(), Refusal> {
        for number in numbers {
            let bytes = match &mut page {
                Some(page) => self.get_by_page(number, page, block, take.is_some())?,
                None => {
                    let bytes = self.get(number, block)?;
                    self.clock.io();
                    bytes
                }
            };
            if let Some(take) = &mut take {
                take(bytes).map_err(|error| self.refusal(error))?;
                self.clock.codec();
            }
        }
        Ok(())
    }

    /// Reads consecutive values, those of `numbers`, in blocks; `decode` is called with what lies in
    /// each.
    pub fn scan(
        &mut self,
        numbers: Range<usize>,
        block: &mut AlignedBlock,
        mut decode: Option<Decode<'_>>,
    ) -> Result<(), Refusal> {
        let ends = &self.index.ends[..numbers.end];
        let (mut read, end) = (start_of(ends, numbers.start), start_of(ends, numbers.end));
        let mut place = Place { ends, next: numbers.start, start: read, beginning: Vec::new() };
        loop {
            let block_start = read;
            let count = (end - read).min(block.bytes as u64) as usize;
            let block = &mut block.at(block_start)[..count];
            self.read(block, block_start)?;
            self.clock.io();
            read += count as u64;
            if let Some(decode) = &mut decode {
                let (number, place) = (&mut self.number, &mut place);
                let mut run = Run { block, block_start, block_end: read, from: 0, place, number };
                let decoded = decode(&mut run).map(|()| run.finish());
                decoded.map_err(|error| self.refusal(error))?;
                self.clock.codec();
            }
            if read == end {
                return Ok(());
            }
        }
    }

    /// About the value that is being decoded.
    #[cold]
    pub fn refusal(&self, error: Error) -> Refusal {
        Refusal::of(error, &format!("{}: value {}: ", self.path.display(), self.number))
    }

    /// Fills `bytes` from the file: by one read, unless the system reads less.
    fn read(&mut self, bytes: &mut [u8], offset: u64) -> Result<(), Refusal> {
        self.bytes += bytes.len() as u64;
        let mut done = 0;
        while done < bytes.len() {
            self.reads += 1;
            match self.file.read_at(&mut bytes[done..], offset + done as u64) {
                Ok(0) => {
                    let text = "it has become shorter since its index was read";
                    return Err(Refusal::file(Kind::BadFile, self.path, text));
                }
                Ok(count) => done += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Refusal::file(Kind::Failed, self.path, error)),
            }
        }
        Ok(())
    }
}

/// Where a scan is.
struct Place<'a> {
    ends: &'a [u64],
    /// The number of the next value, and where it starts.
    next: usize,
    start: u64,
    /// Of that value, if it lies in blocks that are gone.
    beginning: Vec<u8>,
}

/// The values that end in a block.
pub struct Run<'b, 'a> {
    block: &'b [u8],
    block_start: u64,
    block_end: u64,
    /// Where the next value lies in the block.
    from: usize,
    place: &'b mut Place<'a>,
    /// Of the value that was given last.
    number: &'b mut usize,
}

impl Run<'_, '_> {
    /// The bytes of the next value.
    #[inline]
    pub fn next(&mut self) -> Option<&[u8]> {
        let place = &mut *self.place;
        let end = place.ends.get(place.next).copied().filter(|&end| end <= self.block_end)?;
        *self.number = place.next;
        place.next += 1;
        let started = std::mem::replace(&mut place.start, end);
        let to = (end - self.block_start) as usize;
        let from = std::mem::replace(&mut self.from, to);
        if started < self.block_start {
            place.beginning.extend_from_slice(&self.block[..to]);
            return Some(&place.beginning);
        }
        Some(&self.block[from..to])
    }

    /// Keeps the beginning of the value that ends in a block to come.
    fn finish(self) {
        let place = self.place;
        if self.from > 0 {
            place.beginning.clear();
        }
        if let Some(&end) = place.ends.get(place.next) {
            if place.beginning.is_empty() {
                place.beginning.reserve((end - place.start) as usize);
            }
            place.beginning.extend_from_slice(&self.block[self.from..]);
        }
    }
}
