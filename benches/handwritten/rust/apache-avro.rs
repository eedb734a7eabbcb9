//! https://docs.rs/apache-avro/0.22.0/apache_avro/writer/datum/struct.GenericDatumWriter.html.

use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::writer::datum::GenericDatumWriter;
use apache_avro::Schema;
use schema::Root;
use schema::AVRO_SCHEMA;
use std::sync::LazyLock;

use crate::direct;

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| Schema::parse_str(AVRO_SCHEMA).unwrap());

struct ApacheAvro {
    room: Vec<u8>,
    writer: GenericDatumWriter<'static>,
    reader: GenericDatumReader<'static>,
}

impl Default for ApacheAvro {
    fn default() -> Self {
        let writer = GenericDatumWriter::builder(&SCHEMA).human_readable(false).build().unwrap();
        let reader = GenericDatumReader::builder(&SCHEMA).human_readable(false).build().unwrap();
        Self { room: Vec::new(), writer, reader }
    }
}

impl direct::Plain for ApacheAvro {
    fn encode(&mut self, value: &Root) -> &[u8] {
        self.room.clear();
        self.writer.write_ser(&mut self.room, value).unwrap();
        &self.room
    }

    fn decode(&mut self, bytes: &[u8]) -> Root {
        self.reader.read_deser(&mut &*bytes).unwrap()
    }
}

pub fn run() {
    direct::plain::<ApacheAvro>();
}
