//! `write` of docs/object-files.md: values encoded into blocks, blocks written to a file.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;

use serde_json::json;
use xxhash_rust::xxh64::Xxh64;

use crate::block::{AlignedBlock, WriteBlock, PAGE};
use crate::codec::{panicked, Codec, Error};
use crate::digest::{hex, Digester};
use crate::laps::Laps;
use crate::object_index::{self, Index, Origin};
use crate::protocol::{block_bytes, lacking, required, Kind, Refusal, Reply, Request};
use crate::value::Root;
use crate::value_reader::ValueReader;

pub fn write<V: Root, C: Codec<V>>(request: &Request, schema: &str) -> Result<Reply, Refusal> {
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
        write_values::<V, C>(path, sync, block_bytes, values, count, origin)
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
    laps: Laps,
    bytes: u64,
    writes: u64,
}

impl<'a> Output<'a> {
    /// An index that is there goes first: it is not one of this file.
    fn create(path: &'a Path) -> Result<Self, Refusal> {
        let failed = |error| Refusal::file(Kind::Failed, path, error);
        object_index::remove(path).map_err(failed)?;
        let mut laps = Laps::start();
        let file = File::create(path).map_err(failed)?;
        laps.io();
        Ok(Self { path, file, laps, bytes: 0, writes: 0 })
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
        self.laps.skip();
        if sync {
            self.file.sync_all().map_err(|error| self.failed(error))?;
        }
        drop(self.file);
        self.laps.io();
        Ok(json!({
            "bytes": self.bytes,
            "total_ns": self.laps.codec_ns + self.laps.io_ns,
            "codec_ns": self.laps.codec_ns,
            "io_ns": self.laps.io_ns,
            "writes": self.writes,
            "fsyncs": u64::from(sync),
        }))
    }

    fn failed(&self, error: io::Error) -> Refusal {
        Refusal::file(Kind::Failed, self.path, error)
    }
}

fn write_values<V: Root, C: Codec<V>>(
    path: &Path,
    sync: bool,
    block_bytes: usize,
    values: &Path,
    count: usize,
    origin: Origin,
) -> Result<Reply, Refusal> {
    let mut reader = ValueReader::<V>::open(values)?;
    let mut ends = Vec::new();
    ends.try_reserve_exact(count).map_err(|error| {
        Refusal::new(Kind::Failed, format!("the index of {count} values: {error}"))
    })?;
    let (mut digester, mut digest) = (Digester::default(), Xxh64::new(0));
    let (mut codec, mut block) = (C::default(), WriteBlock::new(block_bytes));
    let mut chunk = Vec::new();
    let mut output = Output::create(path)?;
    while ends.len() < count {
        reader.next_chunk(count - ends.len(), &mut chunk)?;
        for value in &chunk {
            digest.update(&digester.value(value).to_le_bytes());
        }
        let mut rest = &chunk[..];
        output.laps.skip();
        while !rest.is_empty() {
            let first = ends.len();
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                encode_run(&mut codec, rest, &mut block, block_bytes, output.bytes, &mut ends)
            }));
            output.laps.codec();
            let done = ends.len() - first;
            match outcome.unwrap_or_else(|panic| Err(panicked(&*panic))) {
                Err(Error::Full) => block.buffer().grow(),
                Err(error) => return Err(refusal::<V, C>(error, ends.len(), &rest[done])),
                Ok(()) => {}
            }
            rest = &rest[done..];
            let whole = block.len() - block.len() % block_bytes;
            if whole > 0 {
                for bytes in block.bytes()[..whole].chunks_exact(block_bytes) {
                    output.put(bytes)?;
                }
                output.laps.io();
                block.release(whole);
            }
        }
    }
    output.laps.skip();
    output.put(block.bytes())?;
    output.laps.io();
    let mut reply = output.finish(sync)?;
    let index = Index { ends };
    index.write(path, origin)?;
    reply["values"] = count.into();
    reply["digest"] = hex(digest.digest()).into();
    Ok(reply)
}

/// Encodes values until the block is full or none is left. `before` is what was written of the file
/// before the block.
fn encode_run<V: Root, C: Codec<V>>(
    codec: &mut C,
    values: &[V],
    block: &mut WriteBlock,
    block_bytes: usize,
    before: u64,
    ends: &mut Vec<u64>,
) -> Result<(), Error> {
    for value in values {
        codec.serialize(black_box(value), block.buffer())?;
        block.keep()?;
        ends.push(before + block.len() as u64);
        if block.len() >= block_bytes {
            break;
        }
    }
    Ok(())
}

fn refusal<V: Root, C: Codec<V>>(error: Error, number: usize, value: &V) -> Refusal {
    let cause = match &error {
        // By another codec: this one may be in the middle of what it failed in.
        Error::Failed(_) | Error::Full => C::default().explain(value, &[]),
        Error::CannotHold(_) => None,
    };
    Refusal::of(cause.map_or(error, Error::CannotHold), &format!("value {number}: "))
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
        output.laps.skip();
        output.put(&block[..count])?;
        output.laps.io();
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
