//! A working set: opened, verified, and walked over.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;

use serde_json::json;

use crate::digest::{hex, of_set, same};
use crate::encoded_values::EncodedValues;
use crate::error::{panicked, Error, Kind, Refusal};
use crate::extra::{Extra, Subjects};
use crate::operation::{Meter, Operation};
use crate::parts::Parts;
use crate::request::Reply;
use crate::value_reader::ValueReader;
use crate::walks::{Proof, Sums, Walks};

const MISMATCHES_SHOWN: usize = 10;
const REUSED: &str = Operation::DecodeReused.name();

pub struct Session {
    parts: Parts,
    walks: Box<dyn Walks>,
    extra: Vec<(&'static str, Box<dyn Extra>)>,
    /// Of each value.
    sums: Vec<Sums>,
    encoded: EncodedValues,
    /// Why `decode-reused` is no operation of these values.
    leftovers: Option<String>,
    verified: bool,
}

impl Session {
    pub fn open(parts: Parts, path: &Path, limit: usize) -> Result<Self, Refusal> {
        let mut walks = (parts.walks)();
        walks.open(&mut ValueReader::open(path, limit)?)?;
        let (sums, extra) = (walks.sums(), made(parts));
        let encoded = EncodedValues::default();
        Ok(Self { parts, walks, extra, sums, encoded, leftovers: None, verified: false })
    }

    pub fn opened(&self) -> Reply {
        let sum = |of: fn(&Sums) -> u64| {
            hex(self.sums.iter().fold(0_u64, |sum, sums| sum.wrapping_add(of(sums))))
        };
        let digests: Vec<_> = self.sums.iter().map(|sums| sums.digest).collect();
        let mut reply = json!({
            "values": self.sums.len(),
            "digest": of_set(&digests),
            "visit": sum(|sums| sums.visit),
        });
        if self.walks.has_leaf() {
            reply["access"] = sum(|sums| sums.access).into();
        }
        reply
    }

    pub fn verify(&mut self) -> Result<Reply, Refusal> {
        self.verified = false;
        self.leftovers = None;
        self.encoded.clear();
        let (mut digests, mut visit, mut mismatched) = (Vec::new(), 0_u64, 0);
        let mut mismatches = Vec::new();
        for index in 0..self.sums.len() {
            let mut proof = Proof::default();
            let outcome = self.guarded(|session| session.prove(index, &mut proof));
            if let Err(error) = outcome {
                if let Some(cause) = self.cannot_hold(&error, index, &proof) {
                    let text = format!("value {index}: {cause}");
                    return Err(Refusal::new(Kind::CannotHold, text));
                }
                mismatched += 1;
                if mismatches.len() < MISMATCHES_SHOWN {
                    mismatches.push(json!({"index": index, "reason": error.to_string()}));
                }
            }
            let reused = self.guarded(|session| session.prove_reused(index, &proof.encoded));
            if let Err(error) = reused {
                let text = format!("value {index}: decode-reused: {error}");
                self.leftovers.get_or_insert(text);
            }
            self.encoded.add(&proof.encoded);
            digests.push(proof.digest);
            visit = visit.wrapping_add(proof.visit);
        }
        self.verified = mismatched == 0;
        Ok(json!({
            "values": self.sums.len(),
            "encoded_bytes": self.encoded.size(),
            "digest": of_set(&digests),
            "visit": hex(visit),
            "mismatched": mismatched,
            "mismatches": mismatches,
        }))
    }

    fn cannot_hold(&mut self, error: &Error, index: usize, proof: &Proof) -> Option<String> {
        match error {
            Error::CannotHold(cause) => Some(cause.clone()),
            Error::Failed(_) | Error::Full => self.walks.explain(index, &proof.encoded),
        }
    }

    /// The steps of `verify` in docs/protocol.md for one value.
    fn prove(&mut self, index: usize, proof: &mut Proof) -> Result<(), Error> {
        let expected = &self.sums[index];
        self.walks.prove(index, expected.digest, proof)?;
        same("read: visit sum", proof.visit, expected.visit)?;
        for (name, extra) in self.extra.iter_mut().filter(|(name, _)| *name != REUSED) {
            let sum = extra.sum(&proof.encoded).map_err(|error| match error {
                Error::Failed(cause) => Error::Failed(format!("{name}: {cause}")),
                other => other,
            })?;
            match *name {
                "access" => same("access", sum, expected.access)?,
                "encode-fresh" => same("encode-fresh: digest", sum, expected.digest)?,
                _ => same(&format!("{name}: visit sum"), sum, expected.visit)?,
            }
        }
        Ok(())
    }

    /// Whether the value takes the place of what an object held before, which a library need not see
    /// to.
    fn prove_reused(&mut self, index: usize, bytes: &[u8]) -> Result<(), Error> {
        let Some((_, reused)) = self.extra.iter_mut().find(|(name, _)| *name == REUSED) else {
            return Ok(());
        };
        let sum = reused.sum(bytes)?;
        same("visit sum", sum, self.sums[index].visit).map_err(|error| {
            Error::Failed(format!("{error}: the object kept something of the value before"))
        })
    }

    /// Lets a library's panic end what it panicked in, and nothing else.
    fn guarded<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        let outcome = catch_unwind(AssertUnwindSafe(|| work(self)));
        outcome.unwrap_or_else(|panic| {
            self.walks.renew_codec();
            self.extra = made(self.parts);
            Err(panicked(&*panic))
        })
    }

    /// Walks `passes` times over the working set under the meter. Returns the values done.
    pub fn walk(
        &mut self,
        operation: Operation,
        passes: u64,
        meter: &mut dyn Meter,
    ) -> Result<u64, Refusal> {
        self.encoded()?;
        if let (Operation::DecodeReused, Some(text)) = (operation, &self.leftovers) {
            return Err(Refusal::new(Kind::Failed, text));
        }
        let walked = self.guarded(|session| {
            let encoded = &session.encoded;
            match session.extra.iter_mut().find(|(name, _)| *name == operation.name()) {
                Some((_, extra)) => {
                    extra.walk(Subjects { values: session.walks.values(), encoded }, passes, meter)
                }
                None => session.walks.walk(operation, encoded, passes, meter),
            }
        });
        walked.map_err(|error| Refusal::of(error, ""))?;
        Ok(passes * self.sums.len() as u64)
    }

    /// What verification encoded: nothing else may be measured or written.
    pub fn encoded(&self) -> Result<&EncodedValues, Refusal> {
        if self.verified {
            return Ok(&self.encoded);
        }
        let text = "the working set is not verified: send verify first";
        Err(Refusal::new(Kind::BadRequest, text))
    }
}

fn made(parts: Parts) -> Vec<(&'static str, Box<dyn Extra>)> {
    parts.extra.iter().map(|(name, make)| (*name, make())).collect()
}
