//! Files of canonical values.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek};
use std::marker::PhantomData;
use std::path::Path;

use crate::protocol::{Kind, Refusal};
use crate::value::{Json, Value};

/// What `next_chunk` reads at most: so many values, or values from so many bytes of JSON.
const CHUNK: usize = 4096;
const CHUNK_BYTES: usize = 16 << 20;

/// Reads one value after the other.
pub struct ValueReader<'a, V> {
    path: &'a Path,
    file: BufReader<File>,
    line: usize,
    text: String,
    values: PhantomData<V>,
}

impl<'a, V: Value> ValueReader<'a, V> {
    pub fn open(path: &'a Path) -> Result<Self, Refusal> {
        let file = File::open(path).map_err(|error| Refusal::file(Kind::BadValues, path, error))?;
        let file = BufReader::with_capacity(1 << 16, file);
        Ok(Self { path, file, line: 0, text: String::new(), values: PhantomData })
    }

    /// `None` at the end of the file.
    fn next(&mut self) -> Result<Option<V>, Refusal> {
        self.text.clear();
        self.line += 1;
        if self.file.read_line(&mut self.text).map_err(|error| self.failed(error))? == 0 {
            return Ok(None);
        }
        let parsed = parse(self.text.trim_end_matches(['\r', '\n']));
        parsed.map(Some).map_err(|cause| {
            let text = format!("{}: line {}: {cause}", self.path.display(), self.line);
            Refusal::new(Kind::BadValues, text)
        })
    }

    /// Fills `chunk` with the next values, `limit` at most, from the start again when the file
    /// ends. What was in it is dropped.
    pub fn next_chunk(&mut self, limit: usize, chunk: &mut Vec<V>) -> Result<(), Refusal> {
        chunk.clear();
        let mut bytes = 0;
        while chunk.len() < limit.min(CHUNK) && bytes < CHUNK_BYTES {
            match self.next()? {
                Some(value) => chunk.push(value),
                None if self.line == 1 => return Err(self.empty()),
                None => {
                    self.file.rewind().map_err(|error| self.failed(error))?;
                    self.line = 0;
                }
            }
            bytes += self.text.len();
        }
        Ok(())
    }

    fn failed(&self, error: io::Error) -> Refusal {
        Refusal::file(Kind::BadValues, self.path, error)
    }

    fn empty(&self) -> Refusal {
        Refusal::file(Kind::BadValues, self.path, "it holds no values")
    }
}

/// The values of a file, the first `limit` of them (0: all).
pub fn read_values<V: Value>(path: &Path, limit: usize) -> Result<Vec<V>, Refusal> {
    let limit = if limit == 0 { usize::MAX } else { limit };
    let mut reader = ValueReader::open(path)?;
    let mut values = Vec::new();
    while values.len() < limit {
        match reader.next()? {
            Some(value) => values.push(value),
            None => break,
        }
    }
    if values.is_empty() {
        return Err(reader.empty());
    }
    Ok(values)
}

fn parse<V: Value>(line: &str) -> Result<V, String> {
    let mut parser = serde_json::Deserializer::from_str(line);
    parser.disable_recursion_limit();
    let parsed = serde::Deserialize::deserialize(&mut parser);
    let json: Json =
        parsed.and_then(|json| parser.end().map(|()| json)).map_err(|e| e.to_string())?;
    V::from_json(&json).map_err(|error| error.to_string())
}
