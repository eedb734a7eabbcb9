//! A working set: opened, verified, and walked over.

use std::hint::black_box;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;

use serde_json::json;

use crate::buffer::Buffer;
use crate::codec::{panicked, Codec, Error};
use crate::digest::{hex, of_set, Digester};
use crate::operation::{convert, each, Meter, Operation};
use crate::protocol::{Kind, Refusal, Reply};
use crate::value::{Root, Visit};
use crate::value_reader::read_values;

const MISMATCHES_SHOWN: usize = 10;

pub struct Session<V: Root, C: Codec<V>> {
    codec: C,
    digester: Digester,
    values: Vec<V>,
    digests: Vec<u64>,
    /// Made when they are first needed, and only for a codec with a model of its own.
    inputs: Vec<C::Input>,
    encoded: Vec<Vec<u8>>,
    out: Buffer,
    verified: bool,
}

impl<V: Root, C: Codec<V>> Session<V, C> {
    pub fn open(path: &Path, limit: usize) -> Result<Self, Refusal> {
        let values = read_values::<V>(path, limit)?;
        let mut digester = Digester::default();
        let digests = values.iter().map(|value| digester.value(value)).collect();
        Ok(Self {
            codec: C::default(),
            digester,
            values,
            digests,
            inputs: Vec::new(),
            encoded: Vec::new(),
            out: Buffer::default(),
            verified: false,
        })
    }

    pub fn opened(&self) -> Reply {
        let sum = |of: fn(&V) -> u64| {
            hex(self.values.iter().fold(0_u64, |sum, value| sum.wrapping_add(of(value))))
        };
        let mut reply = json!({
            "values": self.values.len(),
            "digest": of_set(&self.digests),
            "visit": sum(V::visit),
        });
        if V::HAS_LEAF {
            reply["access"] = sum(leaf).into();
        }
        reply
    }

    pub fn verify(&mut self) -> Result<Reply, Refusal> {
        self.verified = false;
        self.inputs.clear();
        self.encoded.clear();
        let (mut digests, mut visit, mut mismatched) = (Vec::new(), 0_u64, 0);
        let mut mismatches = Vec::new();
        for index in 0..self.values.len() {
            let mut proof = Proof { encoded: Vec::new(), digest: 0, visit: 0 };
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
            self.encoded.push(proof.encoded);
            digests.push(proof.digest);
            visit = visit.wrapping_add(proof.visit);
        }
        self.verified = mismatched == 0;
        Ok(json!({
            "values": self.values.len(),
            "encoded_bytes": self.encoded.iter().map(Vec::len).sum::<usize>(),
            "digest": of_set(&digests),
            "visit": hex(visit),
            "mismatched": mismatched,
            "mismatches": mismatches,
        }))
    }

    fn cannot_hold(&mut self, error: &Error, index: usize, proof: &Proof) -> Option<String> {
        match error {
            Error::CannotHold(cause) => Some(cause.clone()),
            Error::Failed(_) | Error::Full => {
                self.codec.explain(&self.values[index], &proof.encoded)
            }
        }
    }

    /// The steps of `verify` in docs/protocol.md for one value.
    fn prove(&mut self, index: usize, proof: &mut Proof) -> Result<(), Error> {
        let (codec, value, expected) = (&mut self.codec, &self.values[index], self.digests[index]);
        let out = &mut self.out;

        let input = codec.populate(value).map_err(during("populate"))?;
        out.until_it_fits(|out| codec.encode(&input, out)).map_err(during("encode"))?;
        proof.encoded = out.as_slice().into();

        let output = codec.decode(&proof.encoded).map_err(during("decode"))?;
        let decoded = codec.convert(output).map_err(during("convert"))?;
        proof.digest = self.digester.value(&decoded);
        same("decode: digest", proof.digest, expected)?;

        out.until_it_fits(|out| codec.serialize(value, out)).map_err(during("serialize"))?;
        let again = codec.deserialize(out.as_slice()).map_err(during("deserialize"))?;
        same("deserialize: digest", self.digester.value(&again), expected)?;

        proof.visit = codec.read(&proof.encoded).map_err(during("read"))?;
        same("read: visit sum", proof.visit, value.visit())?;

        if C::BORROWS {
            let borrowed = codec.borrow(&proof.encoded).map_err(during("borrow"))?;
            same("borrow: visit sum", borrowed.visit(), value.visit())?;
        }
        if C::ACCESSES && V::HAS_LEAF {
            let found = codec.access(&proof.encoded).map_err(during("access"))?;
            same("access", found, leaf(value))?;
        }
        Ok(())
    }

    /// Lets a library's panic end what it panicked in, and nothing else.
    fn guarded<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        let outcome = catch_unwind(AssertUnwindSafe(|| work(self)));
        outcome.unwrap_or_else(|panic| {
            self.codec = C::default();
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
        let walked = self.guarded(|session| {
            session.make_inputs(operation)?;
            session.operate(operation, passes, meter)
        });
        walked.map_err(|error| Refusal::of(error, ""))?;
        Ok(passes * self.values.len() as u64)
    }

    fn make_inputs(&mut self, operation: Operation) -> Result<(), Error> {
        if C::OWN_MODEL && operation == Operation::Encode && self.inputs.is_empty() {
            let made: Result<_, _> = self.values.iter().map(|v| self.codec.populate(v)).collect();
            self.inputs = made?;
        }
        Ok(())
    }

    fn operate(
        &mut self,
        operation: Operation,
        passes: u64,
        meter: &mut dyn Meter,
    ) -> Result<(), Error> {
        let (codec, out) = (&mut self.codec, &mut self.out);
        let (values, encoded) = (&self.values, &self.encoded);
        match operation {
            Operation::Populate => each(passes, values, meter, |value| kept(codec.populate(value))),
            Operation::Encode if C::OWN_MODEL => each(passes, &self.inputs, meter, |input| {
                codec.encode(input, out)?;
                black_box(out.as_slice());
                Ok(())
            }),
            Operation::Encode | Operation::Serialize => each(passes, values, meter, |value| {
                codec.serialize(value, out)?;
                black_box(out.as_slice());
                Ok(())
            }),
            Operation::Decode if C::OWN_MODEL => {
                each(passes, encoded, meter, |bytes| kept(codec.decode(bytes)))
            }
            Operation::Decode | Operation::Deserialize => {
                each(passes, encoded, meter, |bytes| kept(codec.deserialize(bytes)))
            }
            Operation::Convert => convert(codec, passes, encoded, meter),
            Operation::Borrow => each(passes, encoded, meter, |bytes| kept(codec.borrow(bytes))),
            Operation::Access => each(passes, encoded, meter, |bytes| {
                black_box(codec.access(bytes)?);
                Ok(())
            }),
            Operation::Read => each(passes, encoded, meter, |bytes| {
                black_box(codec.read(bytes)?);
                Ok(())
            }),
            Operation::Memcpy => each(passes, encoded, meter, |bytes| {
                out.vec().extend_from_slice(bytes);
                black_box(out.as_slice());
                Ok(())
            }),
        }
    }

    /// What verification encoded: nothing else may be measured or written.
    pub fn encoded(&self) -> Result<&[Vec<u8>], Refusal> {
        if self.verified {
            return Ok(&self.encoded);
        }
        let text = "the working set is not verified: send verify first";
        Err(Refusal::new(Kind::BadRequest, text))
    }
}

/// What verification learns of one value.
struct Proof {
    encoded: Vec<u8>,
    digest: u64,
    visit: u64,
}

/// Takes what an operation made where it lies: out of its `Result` it would be copied.
#[inline]
fn kept<T>(made: Result<T, Error>) -> Result<(), Error> {
    black_box(&made);
    match made {
        Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}

/// What `access` must yield.
fn leaf<V: Root>(value: &V) -> u64 {
    value.leaf().unwrap_or(0)
}

fn during(step: &'static str) -> impl Fn(Error) -> Error {
    move |error| match error {
        Error::Failed(cause) => Error::Failed(format!("{step}: {cause}")),
        other => other,
    }
}

fn same(what: &str, found: u64, expected: u64) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    Err(Error::Failed(format!("{what} {} is not {}", hex(found), hex(expected))))
}
