//! A codec of serbench under Criterion, by what `codec!` of its file names; see rust.py.

use schema::Root;
use serbench_driver::{Buffer, Codec};

use crate::direct::{own_model, plain, OwnModel, Plain};

pub fn run<C: Codec<Root>>() {
    if C::OWN_MODEL {
        own_model::<Ours<C>>();
    } else {
        plain::<Ours<C>>();
    }
}

struct Ours<C> {
    codec: C,
    out: Buffer,
}

impl<C: Default> Default for Ours<C> {
    /// With room for any value: `encode` is not called again with more.
    fn default() -> Self {
        let mut out = Buffer::default();
        out.vec().reserve(1 << 20);
        Self { codec: C::default(), out }
    }
}

impl<C: Codec<Root>> Plain for Ours<C> {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.codec.serialize(value, &mut self.out).unwrap();
        self.codec.encoded(&self.out)
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        self.codec.deserialize(bytes).unwrap()
    }
}

impl<C: Codec<Root>> OwnModel for Ours<C> {
    /// Cap'n Proto's are in more segments where `populate` did not know how large a value is.
    const SAME_BYTES: bool = false;
    type Input = C::Input;
    type Output = C::Output;

    fn fill(&mut self, value: &Root) -> C::Input {
        self.codec.populate(value).unwrap()
    }

    fn encode(&mut self, input: &C::Input) -> &[u8] {
        self.codec.encode(input, &mut self.out).unwrap();
        self.codec.encoded(&self.out)
    }

    fn decode(&mut self, bytes: &[u8]) -> C::Output {
        self.codec.decode(bytes).unwrap()
    }

    fn take(&mut self, output: C::Output) -> Root {
        self.codec.convert(output).unwrap()
    }

    fn serialize(&mut self, value: &Root) -> &[u8] {
        self.codec.serialize(value, &mut self.out).unwrap();
        self.codec.encoded(&self.out)
    }

    fn deserialize(&mut self, bytes: &[u8]) -> Root {
        self.codec.deserialize(bytes).unwrap()
    }
}
