//! `scan` and `get` of docs/object-files.md: values decoded from a file, in order or at random.

use std::fs;
use std::ops::Range;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;

use serde_json::json;
use xxhash_rust::xxh64::Xxh64;

use crate::block::AlignedBlock;
use crate::digest::hex;
use crate::error::{panicked, Kind, Refusal};
use crate::object_file::{ObjectFile, Page, Run};
use crate::object_index::{Index, Origin};
use crate::parts::Parts;
use crate::reader::Reader;
use crate::reading::Reading;
use crate::request::{block_bytes, page_bytes, required, threads, Reply, Request};
use crate::split_clock::SplitClock;
use crate::threads::each_on_a_thread;
use crate::walks::MakeWalks;

pub fn scan(request: &Request, schema: &str, parts: Parts) -> Result<Reply, Refusal> {
    let reading = Reading::of(request, parts)?;
    let path = required(&request.path, "path")?;
    let (block_bytes, threads) = (block_bytes(request)?, threads(request)?);
    let index = Index::read(path, Origin::new(schema, &request.wire)?)?;
    if request.digest {
        return scan_digest(path, &index, block_bytes, parts.walks);
    }
    let shares = parts_of(&index, threads);
    let shares = shares.into_iter().map(|share| (share, AlignedBlock::new(block_bytes))).collect();
    let took = each_on_a_thread(shares, |(share, mut block)| {
        let mut reader = Reader::new(parts);
        match reading {
            None => read(path, &index, |file| file.scan(share, &mut block, None)),
            Some(Reading::USUAL) => read(path, &index, |file| {
                file.scan(share, &mut block, Some(&mut |run| reader.walks.decode_run(run)))
            }),
            Some(reading) => {
                let mut take = reader.take(reading, share.len());
                let mut take_run = |run: &mut Run| {
                    while let Some(bytes) = run.next() {
                        take(bytes)?;
                    }
                    Ok(())
                };
                read(path, &index, |file| file.scan(share, &mut block, Some(&mut take_run)))
            }
        }
    })?;
    Ok(reply(index.ends.len(), &took))
}

fn scan_digest(
    path: &Path,
    index: &Index,
    block_bytes: usize,
    make: MakeWalks,
) -> Result<Reply, Refusal> {
    let (mut walks, mut digest) = (make(), Xxh64::new(0));
    let mut block = AlignedBlock::new(block_bytes);
    let took = read(path, index, |file| {
        let every = 0..index.ends.len();
        file.scan(
            every,
            &mut block,
            Some(&mut |run| {
                while let Some(bytes) = run.next() {
                    digest.update(&walks.digest(bytes)?.to_le_bytes());
                }
                Ok(())
            }),
        )
    })?;
    Ok(json!({
        "values": index.ends.len(),
        "bytes": index.object_bytes(),
        "reads": took.reads,
        "digest": hex(digest.digest()),
    }))
}

pub fn get(request: &Request, schema: &str, parts: Parts) -> Result<Reply, Refusal> {
    let reading = Reading::of(request, parts)?;
    let page_bytes = page_bytes(request)?;
    let path = required(&request.path, "path")?;
    let list = required(&request.list, "list")?;
    let threads = threads(request)?;
    let index = Index::read(path, Origin::new(schema, &request.wire)?)?;
    let numbers = read_list(list, index.ends.len())?;
    let sizes = numbers.iter().map(|&number| {
        let place = index.place(number);
        place.end - place.start
    });
    let largest = sizes.max().unwrap_or(0) as usize;
    let page = |_| (page_bytes > 0).then(|| Page::new(page_bytes));
    let shares = (0..threads).map(|share| (share, AlignedBlock::new(largest), page(share)));
    let took = each_on_a_thread(shares.collect(), |(share, mut block, page)| {
        let mut reader = Reader::new(parts);
        let numbers = numbers.get(share..).unwrap_or_default();
        if page.is_none() && matches!(reading, None | Some(Reading::USUAL)) {
            let walks = &mut reader.walks;
            let decode = reading.is_some();
            return read(path, &index, |file| {
                walks.get_each(file, numbers, threads, &mut block, decode)
            });
        }
        let numbers = numbers.iter().copied().step_by(threads);
        let take = reading.map(|reading| reader.take(reading, numbers.len()));
        read(path, &index, |file| file.get_each(numbers, &mut block, page, take))
    })?;
    Ok(reply(numbers.len(), &took))
}

/// Lets a library's panic end what it panicked in, and nothing else.
fn read(
    path: &Path,
    index: &Index,
    work: impl FnOnce(&mut ObjectFile) -> Result<(), Refusal>,
) -> Result<Took, Refusal> {
    let mut file = ObjectFile::open(path, index)?;
    match catch_unwind(AssertUnwindSafe(|| work(&mut file))) {
        Ok(done) => done?,
        Err(panic) => return Err(file.refusal(panicked(&*panic))),
    }
    Ok(Took { clock: file.clock, reads: file.reads, bytes: file.bytes })
}

/// What one thread did.
struct Took {
    clock: SplitClock,
    reads: u64,
    bytes: u64,
}

fn reply(values: usize, took: &[Took]) -> Reply {
    let started = took.iter().map(|took| took.clock.started).min();
    let ended = took.iter().map(|took| took.clock.ended).max();
    let total = ended.zip(started).map(|(ended, started)| ended - started);
    let mean = |of: fn(&SplitClock) -> u64| {
        took.iter().map(|took| of(&took.clock)).sum::<u64>() / took.len().max(1) as u64
    };
    json!({
        "values": values,
        "bytes": took.iter().map(|took| took.bytes).sum::<u64>(),
        "total_ns": total.unwrap_or_default().as_nanos() as u64,
        "codec_ns": mean(|clock| clock.codec_ns),
        "io_ns": mean(|clock| clock.io_ns),
        "reads": took.iter().map(|took| took.reads).sum::<u64>(),
    })
}

/// The numbers of values in as many parts as there are threads, of about as many bytes each.
fn parts_of(index: &Index, threads: usize) -> Vec<Range<usize>> {
    let ends = &index.ends[..];
    let cut = |part: usize| match part {
        0 => 0,
        part if part == threads => ends.len(),
        part => {
            let bytes = u128::from(index.object_bytes()) * part as u128 / threads as u128;
            ends.partition_point(|&end| u128::from(end) <= bytes)
        }
    };
    (0..threads).map(|part| cut(part)..cut(part + 1)).collect()
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
        assert_eq!(parts_of(&index, 3), [0..3, 3..3, 3..6]);
        let none = Index { ends: vec![] };
        assert_eq!(parts_of(&none, 2), [0..0, 0..0]);
    }
}
