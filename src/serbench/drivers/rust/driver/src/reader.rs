//! Reads the values of an object file, a thread's codec each.

use crate::error::{Kind, Refusal};
use crate::extra::Extra;
use crate::parts::Parts;
use crate::reading::{Reading, Step, Take};
use crate::request::Request;
use crate::walks::Walks;

impl Reading {
    /// None without a codec.
    pub fn of(request: &Request, parts: Parts) -> Result<Option<Self>, Refusal> {
        if !request.codec {
            return Ok(None);
        }
        let step = match request.step.as_str() {
            "deserialize" => Step::Deserialize,
            "decode" => Step::Decode,
            "borrow" if borrow(parts).is_some() => Step::Borrow,
            other => {
                let text = format!("this driver has no step {other:?}");
                return Err(Refusal::new(Kind::BadRequest, text));
            }
        };
        let reading = Self { step, keep: request.keep };
        if request.digest && reading != Self::USUAL {
            return Err(Refusal::new(Kind::BadRequest, "`digest` takes neither `step` nor `keep`"));
        }
        Ok(Some(reading))
    }
}

fn borrow(parts: Parts) -> Option<Box<dyn Extra>> {
    let found = parts.extra.iter().find(|(name, _)| *name == "borrow");
    found.map(|(_, make)| make())
}

/// A thread's codec.
pub struct Reader {
    pub walks: Box<dyn Walks>,
    borrow: Option<Box<dyn Extra>>,
}

impl Reader {
    pub fn new(parts: Parts) -> Self {
        Self { walks: (parts.walks)(), borrow: borrow(parts) }
    }

    /// Has room for `most` values if they are kept.
    pub fn take(&mut self, reading: Reading, most: usize) -> Take<'_> {
        let most = if reading.keep { most } else { 0 };
        match &mut self.borrow {
            Some(borrow) if reading.step == Step::Borrow => borrow.take(reading.keep, most),
            _ => self.walks.take(reading, most),
        }
    }
}
