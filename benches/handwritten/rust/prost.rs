//! https://github.com/tokio-rs/prost/tree/master/benchmarks: into a vector that is cleared.

use prost::Message;
use schema::Root;

use crate::direct;

#[derive(Default)]
struct Prost {
    out: Vec<u8>,
}

impl direct::OwnModel for Prost {
    type Input = schema_prost::Root;
    type Output = schema_prost::Root;

    fn fill(&mut self, value: &Root) -> schema_prost::Root {
        value.into()
    }

    fn encode(&mut self, message: &schema_prost::Root) -> &[u8] {
        self.out.clear();
        message.encode(&mut self.out).unwrap();
        &self.out
    }

    fn decode(&mut self, bytes: &[u8]) -> schema_prost::Root {
        schema_prost::Root::decode(bytes).unwrap()
    }

    fn take(&mut self, message: schema_prost::Root) -> Root {
        message.try_into().unwrap()
    }
}

pub fn run() {
    direct::own_model::<Prost>();
}
