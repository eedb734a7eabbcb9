//! Files of encoded values, as `dump` writes them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;

use serde_json::json;

use crate::digest::of_set;
use crate::encoded_values::EncodedValues;
use crate::error::{panicked, Kind, Refusal};
use crate::request::Reply;
use crate::walks::Walks;

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

/// Deserializes a file that `dump` wrote, of this codec or another of its format.
pub fn load(path: &Path, walks: &mut dyn Walks) -> Result<Reply, Refusal> {
    let file = File::open(path).map_err(|error| Refusal::file(Kind::BadValues, path, error))?;
    let mut file = BufReader::new(file);
    let (mut digests, mut bytes) = (Vec::new(), Vec::new());
    loop {
        let more = next_dumped(&mut file, &mut bytes);
        if !more.map_err(|error| Refusal::file(Kind::BadValues, path, error))? {
            return Ok(json!({"values": digests.len(), "digest": of_set(&digests)}));
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| walks.digest(&bytes)));
        let outcome = outcome.unwrap_or_else(|panic| Err(panicked(&*panic)));
        let context = format!("{}: value {}: ", path.display(), digests.len());
        digests.push(outcome.map_err(|error| Refusal::of(error, &context))?);
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
