//! `write` of docs/object-files.md: values encoded into blocks, blocks written to a file.

use std::fs::{self, File};
use std::io::{self, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;

use serde_json::json;
use xxhash_rust::xxh64::Xxh64;

use crate::block::{AlignedBlock, WriteBlock, PAGE};
use crate::digest::hex;
use crate::error::{panicked, Error, Kind, Refusal};
use crate::object_index::{self, Index, Origin};
use crate::request::{block_bytes, lacking, required, Reply, Request};
use crate::split_clock::SplitClock;
use crate::value_reader::ValueReader;
use crate::walks::MakeWalks;

pub fn write(request: &Request, schema: &str, make: MakeWalks) -> Result<Reply, Refusal> {
    let path = required(&request.path, "path")?;
    let block_bytes = block_bytes(request)?;
    let sync = match request.fsync.as_str() {
        "end" => true,
        "none" => false,
        other => {
            let text = format!("fsync is \"end\" or \"none\", not {other:?}");
            return Err(Refusal::new(Kind::BadRequest, text));
        }
    };
    let written = if request.codec {
        let values = required(&request.values, "values")?;
        let count = request.count.ok_or_else(|| lacking("count"))?;
        let origin = Origin::new(schema, &request.wire)?;
        write_values(path, sync, block_bytes, values, count, origin, make)
    } else {
        let bytes = request.bytes.ok_or_else(|| lacking("bytes"))?;
        write_bytes(path, sync, block_bytes, bytes)
    };
    if written.is_err() {
        // What is to be told is the first error, not that of cleaning up after it.
        let _ = fs::remove_file(path);
        let _ = object_index::remove(path);
    }
    written
}

/// The file that is written. Whoever calls tells its time apart.
struct Output<'a> {
    path: &'a Path,
    file: File,
    clock: SplitClock,
    bytes: u64,
    writes: u64,
}

impl<'a> Output<'a> {
    /// An index that is there goes first: it is not one of this file.
    fn create(path: &'a Path) -> Result<Self, Refusal> {
        let failed = |error| Refusal::file(Kind::Failed, path, error);
        object_index::remove(path).map_err(failed)?;
        let mut clock = SplitClock::start();
        let file = File::create(path).map_err(failed)?;
        clock.io();
        Ok(Self { path, file, clock, bytes: 0, writes: 0 })
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        self.bytes += bytes.len() as u64;
        let mut rest = bytes;
        while !rest.is_empty() {
            self.writes += 1;
            match self.file.write(rest) {
                Ok(0) => return Err(self.failed(io::ErrorKind::WriteZero.into())),
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.failed(error)),
            }
        }
        Ok(())
    }

    fn finish(mut self, sync: bool) -> Result<Reply, Refusal> {
        self.clock.skip();
        if sync {
            self.file.sync_all().map_err(|error| self.failed(error))?;
        }
        drop(self.file);
        self.clock.io();
        Ok(json!({
            "bytes": self.bytes,
            "total_ns": self.clock.codec_ns + self.clock.io_ns,
            "codec_ns": self.clock.codec_ns,
            "io_ns": self.clock.io_ns,
            "writes": self.writes,
            "fsyncs": u64::from(sync),
        }))
    }

    fn failed(&self, error: io::Error) -> Refusal {
        Refusal::file(Kind::Failed, self.path, error)
    }
}

fn write_values(
    path: &Path,
    sync: bool,
    block_bytes: usize,
    values: &Path,
    count: usize,
    origin: Origin,
    make: MakeWalks,
) -> Result<Reply, Refusal> {
    let mut reader = ValueReader::open(values, 0)?;
    let mut ends = Vec::new();
    ends.try_reserve_exact(count).map_err(|error| {
        Refusal::new(Kind::Failed, format!("the index of {count} values: {error}"))
    })?;
    let (mut walks, mut digest) = (make(), Xxh64::new(0));
    let mut block = WriteBlock::new(block_bytes);
    let mut output = Output::create(path)?;
    while ends.len() < count {
        reader.begin_chunk(count - ends.len());
        walks.open(&mut reader)?;
        let sums = walks.sums();
        sums.iter().for_each(|sums| digest.update(&sums.digest.to_le_bytes()));
        let before = ends.len();
        output.clock.skip();
        while ends.len() - before < sums.len() {
            let first = ends.len() - before;
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                walks.encode_run(first, &mut block, block_bytes, output.bytes, &mut ends)
            }));
            output.clock.codec();
            match outcome.unwrap_or_else(|panic| Err(panicked(&*panic))) {
                Err(Error::Full) => block.buffer().grow(),
                Err(error) => {
                    // The codec may be in the middle of what it failed in.
                    walks.renew_codec();
                    let cause = match &error {
                        Error::Failed(_) | Error::Full => walks.explain(ends.len() - before, &[]),
                        Error::CannotHold(_) => None,
                    };
                    let error = cause.map_or(error, Error::CannotHold);
                    return Err(Refusal::of(error, &format!("value {}: ", ends.len())));
                }
                Ok(()) => {}
            }
            let whole = block.len() - block.len() % block_bytes;
            if whole > 0 {
                for bytes in block.bytes()[..whole].chunks_exact(block_bytes) {
                    output.put(bytes)?;
                }
                output.clock.io();
                block.release(whole);
            }
        }
    }
    output.clock.skip();
    output.put(block.bytes())?;
    output.clock.io();
    let mut reply = output.finish(sync)?;
    let index = Index { ends };
    index.write(path, origin)?;
    reply["values"] = count.into();
    reply["digest"] = hex(digest.digest()).into();
    Ok(reply)
}

/// Writes as many bytes that are those of no values.
fn write_bytes(path: &Path, sync: bool, block_bytes: usize, bytes: u64) -> Result<Reply, Refusal> {
    let mut memory = AlignedBlock::new(block_bytes);
    let block = memory.at(0);
    fill_at_random(block);
    let mut output = Output::create(path)?;
    while output.bytes < bytes {
        // No two pages of the file are the same: a file system could store them once.
        for (page, room) in block.chunks_mut(PAGE).enumerate() {
            let place = output.bytes + (page * PAGE) as u64;
            room.iter_mut().zip(place.to_le_bytes()).for_each(|(room, byte)| *room = byte);
        }
        let count = (bytes - output.bytes).min(block_bytes as u64) as usize;
        output.clock.skip();
        output.put(&block[..count])?;
        output.clock.io();
    }
    output.finish(sync)
}

/// By the generator of the reference kernel.
fn fill_at_random(block: &mut [u8]) {
    let mut x = 1_u64;
    block.fill_with(|| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (x >> 56) as u8
    });
}
