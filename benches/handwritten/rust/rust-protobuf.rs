//! https://docs.rs/protobuf/3.7.2/protobuf/trait.Message.html.

use protobuf::Message;
use schema::Root;

use crate::direct;

#[derive(Default)]
struct RustProtobuf {
    out: Vec<u8>,
}

impl direct::OwnModel for RustProtobuf {
    type Input = schema_protobuf::Root;
    type Output = schema_protobuf::Root;

    fn fill(&mut self, value: &Root) -> schema_protobuf::Root {
        value.into()
    }

    fn encode(&mut self, message: &schema_protobuf::Root) -> &[u8] {
        self.out.clear();
        message.write_to_vec(&mut self.out).unwrap();
        &self.out
    }

    fn decode(&mut self, bytes: &[u8]) -> schema_protobuf::Root {
        Message::parse_from_bytes(bytes).unwrap()
    }

    fn take(&mut self, message: schema_protobuf::Root) -> Root {
        message.try_into().unwrap()
    }
}

pub fn run() {
    direct::own_model::<RustProtobuf>();
}
