//! What is compiled for each codec: loops over values. The rest of the driver, which is compiled
//! once, reaches them through one call for a whole walk.

use std::hint::black_box;

use crate::block::{AlignedBlock, WriteBlock};
use crate::buffer::Buffer;
use crate::codec::Codec;
use crate::digest::{same, Digester};
use crate::encoded_values::EncodedValues;
use crate::error::{Error, Refusal};
use crate::object_file::{ObjectFile, Run};
use crate::operation::{each, kept, Meter, Operation};
use crate::value::{Root, Visit};
use crate::value_reader::ValueReader;

/// `convert` gets its outputs made ahead, this many at least, so that reading the clock
/// between them costs nothing that shows.
const CHUNK: usize = 1000;
/// But not more than come from so many encoded bytes: a thousand large ones fill the memory.
const CHUNK_BYTES: usize = 16 << 20;

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
    /// Made when they are first needed, and only for a codec with a model of its own.
    inputs: Vec<C::Input>,
    out: Buffer,
}

impl<V: Root, C: Codec<V>> Default for Walker<V, C> {
    fn default() -> Self {
        let (values, inputs) = (Vec::new(), Vec::new());
        Self { codec: C::default(), values, inputs, out: Buffer::default() }
    }
}

impl<V: Root, C: Codec<V>> Walks for Walker<V, C> {
    fn has_leaf(&self) -> bool {
        V::HAS_LEAF
    }

    fn open(&mut self, reader: &mut ValueReader) -> Result<(), Refusal> {
        self.inputs.clear();
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
        if C::OWN_MODEL && operation == Operation::Encode && self.inputs.is_empty() {
            let made: Result<_, _> = self.values.iter().map(|v| self.codec.populate(v)).collect();
            self.inputs = made?;
        }
        let (codec, out, values) = (&mut self.codec, &mut self.out, &self.values[..]);
        match operation {
            Operation::Populate if C::OWN_MODEL => {
                each(passes, values.iter(), meter, |value| kept(codec.populate(value)))
            }
            Operation::Populate => V::populate_each(values, passes, meter),
            Operation::Encode if C::OWN_MODEL => each(passes, self.inputs.iter(), meter, |input| {
                codec.encode(input, out)?;
                black_box(codec.encoded(out));
                Ok(())
            }),
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
            Operation::Convert if C::OWN_MODEL => convert(codec, passes, encoded, meter),
            Operation::Read => each(passes, encoded.iter(), meter, |bytes| {
                black_box(codec.decode(bytes)?.visit());
                Ok(())
            }),
            Operation::Memcpy => memcpy(out, passes, encoded, meter),
            Operation::Convert | Operation::Borrow | Operation::Access => {
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
            file.laps.io();
            if decode {
                let decoded = self.codec.deserialize(black_box(bytes));
                black_box(&decoded.map_err(|error| file.refusal(error))?);
                file.laps.codec();
            }
        }
        Ok(())
    }
}

/// Walks under the meter over outputs that are made outside it.
fn convert<V: Root, C: Codec<V>>(
    codec: &mut C,
    passes: u64,
    encoded: &EncodedValues,
    meter: &mut dyn Meter,
) -> Result<(), Error> {
    let mut left = passes as usize * encoded.len();
    let mut bytes = encoded.iter().cycle();
    let mean_bytes = encoded.size() / encoded.len().max(1);
    let most = (CHUNK_BYTES / mean_bytes.max(1)).max(1);
    let chunk = CHUNK.max(encoded.len()).min(most).min(left);
    let mut outputs = Vec::with_capacity(chunk);
    while left > 0 {
        for bytes in bytes.by_ref().take(chunk.min(left)) {
            outputs.push(codec.decode(bytes)?);
        }
        left -= outputs.len();
        meter.start();
        for output in outputs.drain(..) {
            black_box(&codec.convert(output)?);
        }
        meter.stop();
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
