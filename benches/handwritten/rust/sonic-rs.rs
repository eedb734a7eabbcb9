//! https://github.com/cloudwego/sonic-rs/blob/main/docs/performance_zh.md.

use schema::Root;

use crate::direct;

#[derive(Default)]
struct SonicRs {
    room: Vec<u8>,
}

impl direct::Plain for SonicRs {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        sonic_rs::to_writer(&mut self.room, value).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        sonic_rs::from_slice(bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<SonicRs>();
}
