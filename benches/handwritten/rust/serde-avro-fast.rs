//! https://docs.rs/serde_avro_fast/2.1.2/serde_avro_fast/fn.to_datum.html.

use schema::Root;
use schema::AVRO_SCHEMA;
use serde_avro_fast::ser::SerializerConfig;
use serde_avro_fast::Schema;
use std::mem::take;
use std::sync::LazyLock;

use crate::direct;

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| AVRO_SCHEMA.parse().unwrap());

struct SerdeAvroFast {
    room: Vec<u8>,
    config: SerializerConfig<'static>,
}

impl Default for SerdeAvroFast {
    fn default() -> Self {
        Self { room: Vec::new(), config: SerializerConfig::new(&SCHEMA) }
    }
}

impl direct::Plain for SerdeAvroFast {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        self.room =
            serde_avro_fast::to_datum(value, take(&mut self.room), &mut self.config).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        serde_avro_fast::from_datum_slice(bytes, &SCHEMA).unwrap()
    }
}

pub fn run() {
    direct::plain::<SerdeAvroFast>();
}
