//! `scan` and `get` of docs/object-files.md: values decoded from a file, in order or at random.

use std::cell::Cell;
use std::fs::{self, File};
use std::hint::black_box;
use std::io;
use std::os::unix::fs::FileExt;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;

use serde_json::json;
use xxhash_rust::xxh64::Xxh64;

use crate::block::AlignedBlock;
use crate::codec::{panicked, Codec, Error};
use crate::digest::{hex, Digester};
use crate::laps::Laps;
use crate::object_index::{start_of, Index, Origin};
use crate::protocol::{block_bytes, required, threads, Kind, Refusal, Reply, Request};
use crate::threads::each_on_a_thread;
use crate::value::Root;

pub fn scan<V: Root, C: Codec<V>>(request: &Request, schema: &str) -> Result<Reply, Refusal> {
    let path = required(&request.path, "path")?;
    let (block_bytes, threads) = (block_bytes(request)?, threads(request)?);
    let index = Index::read(path, Origin::new(schema, &request.wire)?)?;
    if request.digest {
        return scan_digest::<V, C>(path, &index, block_bytes);
    }
    let parts = parts_of(&index, threads);
    let parts = parts.into_iter().map(|part| (part, AlignedBlock::new(block_bytes))).collect();
    let took = each_on_a_thread(parts, |(part, mut block)| {
        let mut codec = C::default();
        part.read(path, &mut block, request.codec, |bytes| drop_value(&mut codec, bytes))
    })?;
    Ok(reply(index.ends.len(), index.object_bytes(), &took))
}

fn scan_digest<V: Root, C: Codec<V>>(
    path: &Path,
    index: &Index,
    block_bytes: usize,
) -> Result<Reply, Refusal> {
    let (mut codec, mut digester, mut digest) = (C::default(), Digester::default(), Xxh64::new(0));
    let mut reads = 0;
    for part in parts_of(index, 1) {
        let took = part.read(path, &mut AlignedBlock::new(block_bytes), true, |bytes| {
            let value = codec.deserialize(bytes)?;
            digest.update(&digester.value(&value).to_le_bytes());
            Ok(())
        });
        reads += took?.reads;
    }
    Ok(json!({
        "values": index.ends.len(),
        "bytes": index.object_bytes(),
        "reads": reads,
        "digest": hex(digest.digest()),
    }))
}

pub fn get<V: Root, C: Codec<V>>(request: &Request, schema: &str) -> Result<Reply, Refusal> {
    let path = required(&request.path, "path")?;
    let list = required(&request.list, "list")?;
    let threads = threads(request)?;
    let index = Index::read(path, Origin::new(schema, &request.wire)?)?;
    let numbers = read_list(list, index.ends.len())?;
    let sizes = numbers.iter().map(|&number| {
        let place = index.place(number);
        place.end - place.start
    });
    let (bytes, largest) = (sizes.clone().sum(), sizes.max().unwrap_or(0));
    let parts = (0..threads).map(|part| (part, AlignedBlock::new(largest as usize))).collect();
    let took = each_on_a_thread(parts, |(part, mut block)| {
        let mut codec = C::default();
        let numbers = numbers.iter().copied().skip(part).step_by(threads);
        get_each(path, &index, numbers, &mut block, request.codec, |bytes| {
            drop_value(&mut codec, bytes)
        })
    })?;
    Ok(reply(numbers.len(), bytes, &took))
}

#[inline]
fn drop_value<V: Root>(codec: &mut impl Codec<V>, bytes: &[u8]) -> Result<(), Error> {
    black_box(&codec.deserialize(bytes)?);
    Ok(())
}

/// What one thread did.
struct Took {
    laps: Laps,
    reads: u64,
}

fn reply(values: usize, bytes: u64, took: &[Took]) -> Reply {
    let started = took.iter().map(|took| took.laps.started).min();
    let ended = took.iter().map(|took| took.laps.ended).max();
    let total = ended.zip(started).map(|(ended, started)| ended - started);
    let mean = |of: fn(&Laps) -> u64| {
        took.iter().map(|took| of(&took.laps)).sum::<u64>() / took.len().max(1) as u64
    };
    json!({
        "values": values,
        "bytes": bytes,
        "total_ns": total.unwrap_or_default().as_nanos() as u64,
        "codec_ns": mean(|laps| laps.codec_ns),
        "io_ns": mean(|laps| laps.io_ns),
        "reads": took.iter().map(|took| took.reads).sum::<u64>(),
    })
}

/// Consecutive values of a file: what one thread scans.
struct Part<'a> {
    /// The number of the first, and where it starts.
    first: usize,
    start: u64,
    ends: &'a [u64],
}

/// As many parts as there are threads, of about as many bytes each.
fn parts_of(index: &Index, threads: usize) -> Vec<Part<'_>> {
    let ends = &index.ends[..];
    let cut = |part: usize| match part {
        0 => 0,
        part if part == threads => ends.len(),
        part => {
            let bytes = u128::from(index.object_bytes()) * part as u128 / threads as u128;
            ends.partition_point(|&end| u128::from(end) <= bytes)
        }
    };
    let part = |number| {
        let (first, last) = (cut(number), cut(number + 1));
        Part { first, start: start_of(ends, first), ends: &ends[first..last] }
    };
    (0..threads).map(part).collect()
}

impl Part<'_> {
    /// Reads the part in blocks; with `codec`, `take` is called with each value's bytes.
    fn read(
        &self,
        path: &Path,
        block: &mut AlignedBlock,
        codec: bool,
        mut take: impl FnMut(&[u8]) -> Result<(), Error>,
    ) -> Result<Took, Refusal> {
        guarded(path, self.first, |at| {
            let end = self.ends.last().copied().unwrap_or(self.start);
            let mut ends = self.ends.iter().copied().peekable();
            // Where the next value starts; its beginning, if it lies in blocks that are gone.
            let (mut start, mut beginning) = (self.start, Vec::new());
            let (mut read, mut reads) = (self.start, 0);
            let mut laps = Laps::start();
            let file = open(path)?;
            loop {
                let block_start = read;
                let count = (end - read).min(block.bytes as u64) as usize;
                let block = &mut block.at(block_start)[..count];
                reads += read_whole(&file, path, block, block_start)?;
                laps.io();
                read += count as u64;
                if codec {
                    let mut from = start.saturating_sub(block_start) as usize;
                    while let Some(value_end) = ends.next_if(|&value_end| value_end <= read) {
                        let to = (value_end - block_start) as usize;
                        if start < block_start {
                            beginning.extend_from_slice(&block[..to]);
                            take(black_box(&beginning)).map_err(|error| at.refusal(error))?;
                            beginning.clear();
                        } else {
                            take(black_box(&block[from..to])).map_err(|error| at.refusal(error))?;
                        }
                        (from, start) = (to, value_end);
                        at.next();
                    }
                    if let Some(&value_end) = ends.peek() {
                        if beginning.is_empty() {
                            beginning.reserve((value_end - start) as usize);
                        }
                        beginning.extend_from_slice(&block[from..]);
                    }
                    laps.codec();
                }
                if read == end {
                    return Ok(Took { laps, reads });
                }
            }
        })
    }
}

/// Reads each value alone; with `codec`, `take` is called with its bytes.
fn get_each(
    path: &Path,
    index: &Index,
    numbers: impl Iterator<Item = usize>,
    block: &mut AlignedBlock,
    codec: bool,
    mut take: impl FnMut(&[u8]) -> Result<(), Error>,
) -> Result<Took, Refusal> {
    guarded(path, 0, |at| {
        let mut reads = 0;
        let mut laps = Laps::start();
        let file = open(path)?;
        for number in numbers {
            let place = index.place(number);
            let bytes = &mut block.at(0)[..(place.end - place.start) as usize];
            reads += read_whole(&file, path, bytes, place.start)?;
            // Without the codec too: reading the clock, a part of each lap, is no difference then.
            laps.io();
            if codec {
                at.set(number);
                take(black_box(bytes)).map_err(|error| at.refusal(error))?;
                laps.codec();
            }
        }
        Ok(Took { laps, reads })
    })
}

/// Which value is being decoded.
struct At<'a> {
    path: &'a Path,
    number: Cell<usize>,
}

impl At<'_> {
    fn set(&self, number: usize) {
        self.number.set(number);
    }

    fn next(&self) {
        self.set(self.number.get() + 1);
    }

    #[cold]
    fn refusal(&self, error: Error) -> Refusal {
        Refusal::of(error, &format!("{}: value {}: ", self.path.display(), self.number.get()))
    }
}

/// Lets a library's panic end what it panicked in, and nothing else.
fn guarded<T>(
    path: &Path,
    first: usize,
    work: impl FnOnce(&At) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let at = At { path, number: Cell::new(first) };
    let outcome = catch_unwind(AssertUnwindSafe(|| work(&at)));
    outcome.unwrap_or_else(|panic| Err(at.refusal(panicked(&*panic))))
}

fn open(path: &Path) -> Result<File, Refusal> {
    File::open(path).map_err(|error| Refusal::file(Kind::Failed, path, error))
}

/// Fills `bytes` from the file. Returns the number of reads: one, unless the system reads less.
fn read_whole(file: &File, path: &Path, bytes: &mut [u8], offset: u64) -> Result<u64, Refusal> {
    let (mut done, mut reads) = (0, 0);
    while done < bytes.len() {
        reads += 1;
        match file.read_at(&mut bytes[done..], offset + done as u64) {
            Ok(0) => {
                let text = "it has become shorter since its index was read";
                return Err(Refusal::file(Kind::BadFile, path, text));
            }
            Ok(count) => done += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Refusal::file(Kind::Failed, path, error)),
        }
    }
    Ok(reads)
}

/// The numbers of values that a file lists, one a line; they are below `count`.
fn read_list(list: &Path, count: usize) -> Result<Vec<usize>, Refusal> {
    let text = fs::read_to_string(list);
    let text = text.map_err(|error| Refusal::file(Kind::BadRequest, list, error))?;
    let number = |(index, line): (usize, &str)| {
        let number = line.parse().ok().filter(|&number| number < count);
        number.ok_or_else(|| {
            let text = format!(
                "{}: line {}: {line:?} is not the number of a value; there are {count}",
                list.display(),
                index + 1
            );
            Refusal::new(Kind::BadRequest, text)
        })
    };
    text.lines().enumerate().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_whole_values_of_about_as_many_bytes() {
        let index = Index { ends: vec![10, 20, 30, 90, 90, 100] };
        let parts = parts_of(&index, 3);
        let found: Vec<_> = parts.iter().map(|p| (p.first, p.start, p.ends)).collect();
        assert_eq!(
            found,
            [(0, 0, &[10, 20, 30][..]), (3, 30, &[][..]), (3, 30, &[90, 90, 100][..])]
        );
        let none = Index { ends: vec![] };
        assert!(parts_of(&none, 2).iter().all(|part| part.ends.is_empty() && part.start == 0));
    }
}
