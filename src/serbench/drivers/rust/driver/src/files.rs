//! Files of encoded values, as `dump` writes them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;

use serde_json::json;
use xxhash_rust::xxh64::xxh64;

use crate::digest::of_set;
use crate::encoded_values::EncodedValues;
use crate::error::{panicked, Kind, Refusal};
use crate::request::Reply;
use crate::walks::MakeWalks;

/// Writes encoded values: each a little-endian 32-bit length and the bytes.
pub fn dump(encoded: &EncodedValues, path: &Path) -> Result<Reply, Refusal> {
    let write = || -> io::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        for bytes in encoded.iter() {
            let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
            file.write_all(&length.to_le_bytes())?;
            file.write_all(bytes)?;
        }
        file.flush()
    };
    write().map_err(|error| Refusal::file(Kind::Failed, path, error))?;
    Ok(json!({"values": encoded.len(), "bytes": encoded.size()}))
}

/// Deserializes a file that `dump` wrote, of this codec or another of its format. If there is a path
/// for `outcomes`, what is refused is told there and does not end it.
pub fn load(path: &Path, outcomes: Option<&Path>, make: MakeWalks) -> Result<Reply, Refusal> {
    let file = File::open(path).map_err(|error| Refusal::file(Kind::BadValues, path, error))?;
    let mut file = BufReader::new(file);
    let mut told = outcomes.map(Outcomes::create).transpose()?;
    let (mut walks, mut refused) = (make(), 0);
    let (mut digests, mut bytes, mut canonical) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let more = next_dumped(&mut file, &mut bytes);
        if !more.map_err(|error| Refusal::file(Kind::BadValues, path, error))? {
            let values = digests.len() + refused;
            let reply = json!({"values": values, "digest": of_set(&digests), "refused": refused});
            return Ok(reply);
        }
        canonical.clear();
        let outcome = catch_unwind(AssertUnwindSafe(|| walks.canonical(&bytes, &mut canonical)));
        let outcome = outcome.unwrap_or_else(|panic| {
            walks.renew_codec();
            Err(panicked(&*panic))
        });
        match (outcome, &mut told) {
            (Ok(()), told) => {
                digests.push(xxh64(&canonical, 0));
                if let Some(told) = told {
                    told.add(true, &canonical)?;
                }
            }
            (Err(error), Some(told)) => {
                refused += 1;
                told.add(false, Refusal::of(error, "").text.as_bytes())?;
            }
            (Err(error), None) => {
                let context = format!("{}: value {}: ", path.display(), digests.len());
                return Err(Refusal::of(error, &context));
            }
        }
    }
}

/// What became of each value, on the disk before the next is touched.
struct Outcomes<'a> {
    path: &'a Path,
    file: File,
}

impl<'a> Outcomes<'a> {
    fn create(path: &'a Path) -> Result<Self, Refusal> {
        let file = File::create(path).map_err(|error| Refusal::file(Kind::Failed, path, error))?;
        Ok(Self { path, file })
    }

    /// The canonical bytes of a value that was read, or why it was not.
    fn add(&mut self, read: bool, bytes: &[u8]) -> Result<(), Refusal> {
        let mut outcome = vec![u8::from(read)];
        outcome.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        outcome.extend_from_slice(bytes);
        let written = self.file.write_all(&outcome);
        written.map_err(|error| Refusal::file(Kind::Failed, self.path, error))
    }
}

/// Reads the next value's bytes. False at the end of the file.
fn next_dumped(file: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    if file.fill_buf()?.is_empty() {
        return Ok(false);
    }
    let mut length = [0; 4];
    file.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    bytes.clear();
    // Not sized ahead: in a damaged file the length may be anything.
    if file.take(length.into()).read_to_end(bytes)? < length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(true)
}
