//! What is compiled for each codec: loops over values. The rest of the driver, which is compiled
//! once, reaches them through one call for a whole walk.

use std::any::Any;
use std::hint::black_box;

use crate::block::{AlignedBlock, WriteBlock};
use crate::buffer::Buffer;
use crate::codec::Codec;
use crate::digest::{same, Digester};
use crate::encoded_values::EncodedValues;
use crate::error::{Error, Refusal};
use crate::object_file::{ObjectFile, Run};
use crate::operation::{each, kept, Meter, Operation};
use crate::reading::{Reading, Step, Take};
use crate::value::{Root, Visit};
use crate::value_reader::ValueReader;

/// Objects of a codec's own model are made just ahead of the time that they are for, no more than
/// come from so many encoded bytes: where a library makes and uses them at once they are in the
/// caches, and a thousand would be in none. Reading the clock so often takes less than 1 %.
const AHEAD_BYTES: usize = 16 << 10;

/// What docs/protocol.md defines of a plain value.
pub struct Sums {
    pub digest: u64,
    pub visit: u64,
    pub access: u64,
}

/// What verification learns of one value.
#[derive(Default)]
pub struct Proof {
    pub encoded: Vec<u8>,
    /// Of what `decode` and `convert` gave.
    pub digest: u64,
    pub visit: u64,
}

/// Makes the walks of a driver's codec, with no values yet.
pub type MakeWalks = fn() -> Box<dyn Walks>;

/// A codec and the plain values that it works on.
pub trait Walks {
    /// Whether the schema has an access leaf.
    fn has_leaf(&self) -> bool;

    /// Replaces the values with those that the reader gives.
    fn open(&mut self, reader: &mut ValueReader) -> Result<(), Refusal>;
    fn sums(&self) -> Vec<Sums>;
    /// As in `Subjects`.
    fn values(&self) -> &dyn Any;

    /// Steps 1 to 3 of `verify` for value `index`, which has this digest.
    fn prove(&mut self, index: usize, digest: u64, proof: &mut Proof) -> Result<(), Error>;
    /// What the format cannot hold of value `index`, which did not survive.
    fn explain(&mut self, index: usize, bytes: &[u8]) -> Option<String>;
    /// After a panic of the library: its object may be in the middle of something.
    fn renew_codec(&mut self);

    /// Walks `passes` times over the values or what they were encoded to, under the meter.
    fn walk(
        &mut self,
        operation: Operation,
        encoded: &EncodedValues,
        passes: u64,
        meter: &mut dyn Meter,
    ) -> Result<(), Error>;

    /// The digest of the value that `bytes` hold.
    fn digest(&mut self, bytes: &[u8]) -> Result<u64, Error>;
    /// Encodes values from number `first` on until the block is full or none is left. What it holds
    /// lies behind `before` bytes of the file; where each value ends goes to `ends`.
    fn encode_run(
        &mut self,
        first: usize,
        block: &mut WriteBlock,
        block_bytes: usize,
        before: u64,
        ends: &mut Vec<u64>,
    ) -> Result<(), Error>;
    /// Decodes and drops each value of a run.
    fn decode_run(&mut self, run: &mut Run) -> Result<(), Error>;
    /// Reads values in any way but `borrow`, `most` if they are kept.
    fn take(&mut self, reading: Reading, most: usize) -> Take<'_>;
    /// Appends the canonical bytes of the value that `bytes` hold.
    fn canonical(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error>;
    /// Reads values of a file one by one, every `step`th of `numbers`; with `decode`, decodes and
    /// drops each.
    fn get_each(
        &mut self,
        file: &mut ObjectFile,
        numbers: &[usize],
        step: usize,
        block: &mut AlignedBlock,
        decode: bool,
    ) -> Result<(), Refusal>;
}

/// `Walks` of a codec for the schema's root type.
pub struct Walker<V: Root, C: Codec<V>> {
    codec: C,
    values: Vec<V>,
    out: Buffer,
}

impl<V: Root, C: Codec<V>> Default for Walker<V, C> {
    fn default() -> Self {
        Self { codec: C::default(), values: Vec::new(), out: Buffer::default() }
    }
}

impl<V: Root, C: Codec<V>> Walks for Walker<V, C> {
    fn has_leaf(&self) -> bool {
        V::HAS_LEAF
    }

    fn open(&mut self, reader: &mut ValueReader) -> Result<(), Refusal> {
        self.values.clear();
        while let Some(json) = reader.next()? {
            self.values.push(V::from_json(&json).map_err(|error| reader.refusal(&error))?);
        }
        Ok(())
    }

    fn sums(&self) -> Vec<Sums> {
        let mut digester = Digester::default();
        let sums = |value: &V| Sums {
            digest: digester.value(value),
            visit: value.visit(),
            access: value.leaf().unwrap_or(0),
        };
        self.values.iter().map(sums).collect()
    }

    fn values(&self) -> &dyn Any {
        &self.values
    }

    fn prove(&mut self, index: usize, digest: u64, proof: &mut Proof) -> Result<(), Error> {
        let (codec, value, out) = (&mut self.codec, &self.values[index], &mut self.out);
        let mut digester = Digester::default();

        let input = codec.populate(value).map_err(during("populate"))?;
        out.until_it_fits(|out| codec.encode(&input, out)).map_err(during("encode"))?;
        proof.encoded = codec.encoded(out).into();

        let output = codec.decode(&proof.encoded).map_err(during("decode"))?;
        proof.visit = output.visit();
        let decoded = codec.convert(output).map_err(during("convert"))?;
        proof.digest = digester.value(&decoded);
        same("decode: digest", proof.digest, digest)?;

        out.until_it_fits(|out| codec.serialize(value, out)).map_err(during("serialize"))?;
        let bytes = codec.encoded(out).to_vec();
        let again = codec.deserialize(&bytes).map_err(during("deserialize"))?;
        same("deserialize: digest", digester.value(&again), digest)
    }

    fn explain(&mut self, index: usize, bytes: &[u8]) -> Option<String> {
        self.codec.explain(&self.values[index], bytes)
    }

    fn renew_codec(&mut self) {
        self.codec = C::default();
    }

    fn walk(
        &mut self,
        operation: Operation,
        encoded: &EncodedValues,
        passes: u64,
        meter: &mut dyn Meter,
    ) -> Result<(), Error> {
        let (codec, out, values) = (&mut self.codec, &mut self.out, &self.values[..]);
        match operation {
            Operation::Populate if C::OWN_MODEL => {
                each(passes, values.iter(), meter, |value| kept(codec.populate(value)))
            }
            Operation::Populate => V::populate_each(values, passes, meter),
            Operation::Encode if C::OWN_MODEL => {
                let encode = |codec: &mut C, inputs: &mut Vec<C::Input>| {
                    inputs.iter().try_for_each(|input| {
                        codec.encode(black_box(input), out)?;
                        black_box(codec.encoded(out));
                        Ok(())
                    })
                };
                ahead(codec, passes, values.iter(), encoded, meter, C::populate, encode)
            }
            Operation::Encode | Operation::Serialize => {
                each(passes, values.iter(), meter, |value| {
                    codec.serialize(value, out)?;
                    black_box(codec.encoded(out));
                    Ok(())
                })
            }
            Operation::Decode if C::OWN_MODEL => {
                each(passes, encoded.iter(), meter, |bytes| kept(codec.decode(bytes)))
            }
            Operation::Decode | Operation::Deserialize => {
                each(passes, encoded.iter(), meter, |bytes| kept(codec.deserialize(bytes)))
            }
            Operation::Convert if C::OWN_MODEL => {
                let make = |codec: &mut C, bytes| Ok((Some(codec.decode(bytes)?), None));
                let convert = |codec: &mut C, made: &mut Vec<(Option<C::Output>, Option<V>)>| {
                    made.iter_mut().try_for_each(|(output, value)| {
                        let output = output.take().expect("just made");
                        black_box(value.insert(codec.convert(output)?));
                        Ok(())
                    })
                };
                ahead(codec, passes, encoded.iter(), encoded, meter, make, convert)
            }
            Operation::Read => each(passes, encoded.iter(), meter, |bytes| {
                black_box(codec.decode(bytes)?.visit());
                Ok(())
            }),
            Operation::Memcpy => memcpy(out, passes, encoded, meter),
            Operation::Convert
            | Operation::Borrow
            | Operation::Access
            | Operation::EncodeFresh
            | Operation::DecodeReused => {
                Err(Error::Failed(format!("{} is not compiled here", operation.name())))
            }
        }
    }

    fn digest(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        let value = self.codec.deserialize(bytes)?;
        Ok(Digester::default().value(&value))
    }

    fn encode_run(
        &mut self,
        first: usize,
        block: &mut WriteBlock,
        block_bytes: usize,
        before: u64,
        ends: &mut Vec<u64>,
    ) -> Result<(), Error> {
        for value in &self.values[first..] {
            self.codec.serialize(black_box(value), block.buffer())?;
            if let Some(bytes) = self.codec.storage() {
                block.buffer().vec().extend_from_slice(bytes);
            }
            block.keep()?;
            ends.push(before + block.len() as u64);
            if block.len() >= block_bytes {
                break;
            }
        }
        Ok(())
    }

    fn decode_run(&mut self, run: &mut Run) -> Result<(), Error> {
        while let Some(bytes) = run.next() {
            black_box(&self.codec.deserialize(black_box(bytes))?);
        }
        Ok(())
    }

    fn take(&mut self, reading: Reading, most: usize) -> Take<'_> {
        let codec = &mut self.codec;
        if C::OWN_MODEL && reading.step == Step::Decode {
            return taking(move |bytes| codec.decode(bytes), reading.keep, most);
        }
        taking(move |bytes| codec.deserialize(bytes), reading.keep, most)
    }

    fn canonical(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        self.codec.deserialize(bytes)?.canonical(out);
        Ok(())
    }

    fn get_each(
        &mut self,
        file: &mut ObjectFile,
        numbers: &[usize],
        step: usize,
        block: &mut AlignedBlock,
        decode: bool,
    ) -> Result<(), Refusal> {
        for &number in numbers.iter().step_by(step) {
            let bytes = file.get(number, block)?;
            // Without the codec too: reading the clock, a part of each lap, is no difference then.
            file.clock.io();
            if decode {
                let decoded = self.codec.deserialize(black_box(bytes));
                black_box(&decoded.map_err(|error| file.refusal(error))?);
                file.clock.codec();
            }
        }
        Ok(())
    }
}

/// What `read` makes of each value is dropped, or kept.
pub fn taking<'a, T: 'a>(
    mut read: impl FnMut(&[u8]) -> Result<T, Error> + 'a,
    keep: bool,
    most: usize,
) -> Take<'a> {
    let mut all = Vec::with_capacity(most);
    Box::new(move |bytes| {
        let made = read(black_box(bytes))?;
        if keep {
            all.push(made);
        } else {
            drop(black_box(made));
        }
        Ok(())
    })
}

/// Walks `passes` times over what `make` makes of the items: `work` is under the meter, making and
/// dropping is not.
pub fn ahead<C, I, T>(
    codec: &mut C,
    passes: u64,
    items: impl Iterator<Item = I> + Clone,
    encoded: &EncodedValues,
    meter: &mut dyn Meter,
    make: impl Fn(&mut C, I) -> Result<T, Error>,
    mut work: impl FnMut(&mut C, &mut Vec<T>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mean_bytes = encoded.size() / encoded.len().max(1);
    let chunk = (AHEAD_BYTES / mean_bytes.max(1)).max(1);
    let mut made = Vec::with_capacity(chunk.min(encoded.len()));
    for _ in 0..passes {
        let mut left = items.clone();
        loop {
            for item in left.by_ref().take(chunk) {
                made.push(make(codec, item)?);
            }
            if made.is_empty() {
                break;
            }
            meter.start();
            work(codec, &mut made)?;
            meter.stop();
            made.clear();
        }
    }
    Ok(())
}

/// The same for all codecs.
fn memcpy(
    out: &mut Buffer,
    passes: u64,
    encoded: &EncodedValues,
    meter: &mut dyn Meter,
) -> Result<(), Error> {
    each(passes, encoded.iter(), meter, |bytes| {
        out.vec().extend_from_slice(bytes);
        black_box(out.as_slice());
        Ok(())
    })
}

fn during(step: &'static str) -> impl Fn(Error) -> Error {
    move |error| match error {
        Error::Failed(cause) => Error::Failed(format!("{step}: {cause}")),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    struct Switch<'a>(&'a Cell<bool>);

    impl Meter for Switch<'_> {
        fn start(&mut self) {
            self.0.set(true);
        }

        fn stop(&mut self) {
            self.0.set(false);
        }
    }

    #[test]
    fn objects_are_made_a_few_at_once_and_outside_the_meter() {
        let mut encoded = EncodedValues::default();
        (0..5).for_each(|_| encoded.add(&[0; AHEAD_BYTES / 2]));
        let is_on = Cell::new(false);
        let mut chunks: Vec<Vec<u64>> = Vec::new();
        let make = |made: &mut u64, bytes: &[u8]| {
            assert!(!is_on.get() && bytes.len() == AHEAD_BYTES / 2);
            *made += 1;
            Ok(*made)
        };
        let work = |_: &mut u64, made: &mut Vec<u64>| {
            assert!(is_on.get());
            chunks.push(made.clone());
            Ok(())
        };
        ahead(&mut 0, 2, encoded.iter(), &encoded, &mut Switch(&is_on), make, work).unwrap();
        assert_eq!(chunks, [vec![1, 2], vec![3, 4], vec![5], vec![6, 7], vec![8, 9], vec![10]]);
    }

    #[test]
    fn a_value_larger_than_the_caches_is_made_alone() {
        let mut encoded = EncodedValues::default();
        encoded.add(&vec![0; 2 * AHEAD_BYTES]);
        let mut sizes = Vec::new();
        let work = |_: &mut (), made: &mut Vec<usize>| {
            sizes.append(made);
            Ok(())
        };
        let make = |_: &mut (), bytes: &[u8]| Ok(bytes.len());
        ahead(&mut (), 3, encoded.iter(), &encoded, &mut crate::operation::NoMeter, make, work)
            .unwrap();
        assert_eq!(sizes, [2 * AHEAD_BYTES; 3]);
    }
}
