//! Files of canonical values.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek};
use std::path::{Path, PathBuf};

use crate::error::{Kind, Refusal};
use crate::value::{Json, ValueError};

/// What a chunk has at most: so many values, or values from so many bytes of JSON.
const CHUNK: usize = 4096;
const CHUNK_BYTES: usize = 16 << 20;

/// Reads one value after the other, as JSON.
pub struct ValueReader {
    path: PathBuf,
    file: BufReader<File>,
    line: usize,
    text: String,
    /// How much may still be read before `next` says that there is no more.
    left: usize,
    left_bytes: usize,
    rewinds: bool,
}

impl ValueReader {
    /// For the first `limit` values, or all if it is 0.
    pub fn open(path: &Path, limit: usize) -> Result<Self, Refusal> {
        let file = File::open(path).map_err(|error| Refusal::file(Kind::BadValues, path, error))?;
        Ok(Self {
            path: path.into(),
            file: BufReader::with_capacity(1 << 16, file),
            line: 0,
            text: String::new(),
            left: if limit == 0 { usize::MAX } else { limit },
            left_bytes: usize::MAX,
            rewinds: false,
        })
    }

    /// Has the next values read, `limit` at most; from the start again when the file ends.
    pub fn begin_chunk(&mut self, limit: usize) {
        self.left = limit.min(CHUNK);
        self.left_bytes = CHUNK_BYTES;
        self.rewinds = true;
    }

    /// `None` at the end of the chunk, or of a file that is read once.
    pub fn next(&mut self) -> Result<Option<Json>, Refusal> {
        while self.left > 0 && self.left_bytes > 0 {
            self.text.clear();
            self.line += 1;
            if self.file.read_line(&mut self.text).map_err(|error| self.failed(error))? > 0 {
                self.left -= 1;
                self.left_bytes = self.left_bytes.saturating_sub(self.text.len());
                return parse(self.text.trim_end_matches(['\r', '\n']))
                    .map(Some)
                    .map_err(|error| self.bad_line(&error.to_string()));
            }
            if self.line == 1 {
                return Err(Refusal::file(Kind::BadValues, &self.path, "it holds no values"));
            }
            if !self.rewinds {
                return Ok(None);
            }
            self.file.rewind().map_err(|error| self.failed(error))?;
            self.line = 0;
        }
        Ok(None)
    }

    /// The last value is not one of the schema, or one that no plain value is.
    #[cold]
    pub fn refusal(&self, error: &ValueError) -> Refusal {
        let refusal = self.bad_line(&error.to_string());
        let kind = if error.is_beyond { Kind::CannotHold } else { refusal.kind };
        Refusal { kind, ..refusal }
    }

    fn bad_line(&self, cause: &str) -> Refusal {
        let text = format!("{}: line {}: {cause}", self.path.display(), self.line);
        Refusal::new(Kind::BadValues, text)
    }

    fn failed(&self, error: io::Error) -> Refusal {
        Refusal::file(Kind::BadValues, &self.path, error)
    }
}

fn parse(line: &str) -> Result<Json, serde_json::Error> {
    let mut parser = serde_json::Deserializer::from_str(line);
    parser.disable_recursion_limit();
    let json = serde::Deserialize::deserialize(&mut parser)?;
    parser.end()?;
    Ok(json)
}
