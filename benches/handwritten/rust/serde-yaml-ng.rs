//! https://docs.rs/serde_yaml_ng/0.10.0/serde_yaml_ng/fn.to_writer.html.

use schema::Root;

use crate::direct;

#[derive(Default)]
struct SerdeYamlNg {
    room: Vec<u8>,
}

impl direct::Plain for SerdeYamlNg {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        serde_yaml_ng::to_writer(&mut self.room, value).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        serde_yaml_ng::from_slice(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<SerdeYamlNg>();
}
