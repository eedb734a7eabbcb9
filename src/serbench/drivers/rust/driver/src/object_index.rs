//! The index of an object file, as docs/object-files.md defines it.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh64::{xxh64, Xxh64};

use crate::error::{Kind, Refusal};

const MAGIC: [u8; 8] = *b"\x89SER\r\n\x1a\n";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 96;
const CHECKED_BYTES: usize = HEADER_BYTES - 8;
pub const WIRE_BYTES: usize = 32;
/// Entries are read and checked so many bytes at a time.
const PIECE_BYTES: usize = 64 << 10;

/// Where each value ends; it starts where the one before ends.
pub struct Index {
    pub ends: Vec<u64>,
}

/// What a file must be of to be read: both as they stand in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    schema: [u8; 16],
    wire: [u8; WIRE_BYTES],
}

impl Origin {
    /// `schema` is a fingerprint, 32 hex digits.
    pub fn new(schema: &str, wire: &str) -> Result<Self, Refusal> {
        let mut origin = Self { schema: [0; 16], wire: [0; WIRE_BYTES] };
        for (i, byte) in origin.schema.iter_mut().enumerate() {
            let digits = schema.get(2 * i..2 * i + 2);
            let parsed = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
            *byte = parsed.ok_or_else(|| {
                Refusal::new(Kind::Failed, format!("{schema:?} is no fingerprint of a schema"))
            })?;
        }
        if wire.is_empty() || wire.len() > WIRE_BYTES {
            let text = format!("a wire has 1 to {WIRE_BYTES} bytes: {wire:?}");
            return Err(Refusal::new(Kind::BadRequest, text));
        }
        origin.wire[..wire.len()].copy_from_slice(wire.as_bytes());
        Ok(origin)
    }
}

pub fn index_path(path: &Path) -> PathBuf {
    beside(path, ".index")
}

/// The name that an index has until it is whole.
fn unfinished_path(path: &Path) -> PathBuf {
    beside(path, ".index.unfinished")
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Nothing of an object file's index stays, not even of one whose writer died.
pub fn remove(path: &Path) -> io::Result<()> {
    for stray in [index_path(path), unfinished_path(path)] {
        match fs::remove_file(stray) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

impl Index {
    pub fn object_bytes(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Where a value lies in the object file.
    pub fn place(&self, number: usize) -> Range<u64> {
        start_of(&self.ends, number)..self.ends[number]
    }

    /// Writes the index of the object file at `path`, which is whole.
    pub fn write(&self, path: &Path, origin: Origin) -> Result<(), Refusal> {
        let (unfinished, finished) = (unfinished_path(path), index_path(path));
        let write = || -> io::Result<()> {
            let mut file = BufWriter::new(File::create(&unfinished)?);
            file.write_all(&self.header(origin))?;
            for end in &self.ends {
                file.write_all(&end.to_le_bytes())?;
            }
            file.flush()?;
            fs::rename(&unfinished, &finished)
        };
        write().map_err(|error| Refusal::file(Kind::Failed, &finished, error))
    }

    fn header(&self, origin: Origin) -> Vec<u8> {
        let mut entries_sum = Xxh64::new(0);
        self.ends.iter().for_each(|end| entries_sum.update(&end.to_le_bytes()));
        let mut header = Vec::with_capacity(HEADER_BYTES);
        header.extend_from_slice(&MAGIC);
        header.extend_from_slice(&VERSION.to_le_bytes());
        header.extend_from_slice(&(HEADER_BYTES as u32).to_le_bytes());
        header.extend_from_slice(&(self.ends.len() as u64).to_le_bytes());
        header.extend_from_slice(&self.object_bytes().to_le_bytes());
        header.extend_from_slice(&origin.schema);
        header.extend_from_slice(&origin.wire);
        header.extend_from_slice(&entries_sum.digest().to_le_bytes());
        header.extend_from_slice(&xxh64(&header, 0).to_le_bytes());
        header
    }

    /// The index of the object file at `path`, both checked; they must be of `origin`.
    pub fn read(path: &Path, origin: Origin) -> Result<Self, Refusal> {
        let index = index_path(path);
        let bad = |path: &Path, cause: String| {
            Refusal::file(Kind::BadFile, path, format!("{cause}; write the object file anew"))
        };
        let index = read_entries(&index, origin).map_err(|cause| bad(&index, cause))?;
        let found = fs::metadata(path).map_err(|error| bad(path, error.to_string()))?.len();
        if found != index.object_bytes() {
            let said = index.object_bytes();
            let cause = format!("it has {found} bytes and its index says {said}: it is torn");
            return Err(bad(path, cause));
        }
        Ok(index)
    }
}

/// Where value `number` starts.
pub fn start_of(ends: &[u64], number: usize) -> u64 {
    number.checked_sub(1).map_or(0, |before| ends[before])
}

/// An error says what is wrong with the index at `path`.
fn read_entries(path: &Path, origin: Origin) -> Result<Index, String> {
    let mut file = File::open(path).map_err(|error| error.to_string())?;
    let file_bytes = file.metadata().map_err(|error| error.to_string())?.len();
    let mut header = Vec::new();
    let taken = (&file).take(HEADER_BYTES as u64).read_to_end(&mut header);
    taken.map_err(|error| error.to_string())?;
    let magic = header.len().min(MAGIC.len());
    if magic == 0 || header[..magic] != MAGIC[..magic] {
        return Err("not the index of an object file".into());
    }
    if header.len() < HEADER_BYTES {
        return Err("the index is torn in its header".into());
    }
    let half = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes"));
    let word = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("eight bytes"));
    if half(8) != VERSION {
        let found = half(8);
        return Err(format!("the index is of version {found}; this driver reads {VERSION}"));
    }
    if word(CHECKED_BYTES) != xxh64(&header[..CHECKED_BYTES], 0) {
        return Err("the index's header is damaged: the checksum is wrong".into());
    }
    let (count, object_bytes) = (word(16), word(24));
    let wanted = count.checked_mul(8).and_then(|bytes| bytes.checked_add(HEADER_BYTES as u64));
    if half(12) as usize != HEADER_BYTES || wanted != Some(file_bytes) {
        return Err(format!("the index is torn: it has {file_bytes} bytes for {count} values"));
    }
    if header[32..48] != origin.schema {
        return Err("the object file is of another schema".into());
    }
    if header[48..80] != origin.wire {
        let text = |wire: &[u8]| String::from_utf8_lossy(wire).trim_end_matches('\0').to_owned();
        let (found, asked) = (text(&header[48..80]), text(&origin.wire));
        return Err(format!("the object file's wire is {found:?}, not {asked:?}"));
    }
    let (ends, sum) = read_ends(&mut file, count as usize).map_err(|error| error.to_string())?;
    if sum != word(80) {
        return Err("the index's entries are damaged: the checksum is wrong".into());
    }
    let index = Index { ends };
    if !index.ends.is_sorted() || index.object_bytes() != object_bytes {
        return Err("the index's entries do not lead to the size of the object file".into());
    }
    Ok(index)
}

/// The entries and their checksum.
fn read_ends(file: &mut File, count: usize) -> io::Result<(Vec<u64>, u64)> {
    let mut ends = Vec::with_capacity(count);
    let (mut sum, mut piece) = (Xxh64::new(0), vec![0; PIECE_BYTES]);
    while ends.len() < count {
        let bytes = PIECE_BYTES.min(8 * (count - ends.len()));
        file.read_exact(&mut piece[..bytes])?;
        sum.update(&piece[..bytes]);
        let words = piece[..bytes].chunks_exact(8);
        ends.extend(words.map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes"))));
    }
    Ok((ends, sum.digest()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(wire: &str) -> Origin {
        Origin::new("00112233445566778899aabbccddeeff", wire).unwrap()
    }

    #[test]
    fn the_header_is_laid_out_as_documented() {
        let header = Index { ends: vec![3, 3, 300] }.header(origin("wire"));
        assert_eq!(header.len(), HEADER_BYTES);
        assert_eq!(header[..16], *b"\x89SER\r\n\x1a\n\x01\0\0\0\x60\0\0\0");
        assert_eq!(header[16..34], *b"\x03\0\0\0\0\0\0\0\x2c\x01\0\0\0\0\0\0\x00\x11");
        assert_eq!(header[46..53], *b"\xee\xffwire\0");
    }

    #[test]
    fn more_entries_than_a_piece_come_back_and_an_index_of_another_origin_does_not() {
        let path = std::env::temp_dir().join(format!("serbench-index-{}", std::process::id()));
        let index = Index { ends: (1..=10_000).collect() };
        File::create(&path).unwrap().set_len(10_000).unwrap();
        index.write(&path, origin("a")).unwrap();
        assert!(!unfinished_path(&path).exists());
        let read = Index::read(&path, origin("a")).unwrap();
        assert_eq!(read.ends, index.ends);
        assert_eq!((read.place(0), read.place(9_999)), (0..1, 9_999..10_000));
        assert!(Index::read(&path, origin("b")).is_err());
        remove(&path).unwrap();
        assert!(Index::read(&path, origin("a")).is_err());
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn an_origin_is_a_fingerprint_and_a_short_wire() {
        assert!(Origin::new("0011", "wire").is_err());
        assert!(Origin::new(&"0".repeat(32), &"w".repeat(33)).is_err());
    }
}
