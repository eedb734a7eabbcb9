// ---
// library = "apache-avro"
// released = "2026-08-10"
// format = "avro"
// wire = "avro"
// traits = ["binary", "schema"]
// page = "https://docs.rs/apache-avro/0.22.0/apache_avro/writer/datum/struct.GenericDatumWriter.html"
// crate = "apache-avro"
// generate = ["avro"]
// plain = "avro"
// unsupported = ["u64"]
//
// [dependencies]
// apache-avro = { version = "0.22.0", default-features = false }
// serde = { version = "1", features = ["derive"] }
// ---

use std::sync::LazyLock;

use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::writer::datum::GenericDatumWriter;
use apache_avro::Schema;
use schema::{Root, AVRO_SCHEMA};
use serbench_driver::{Buffer, Error, Plain, PlainCodec};

static SCHEMA: LazyLock<Schema> =
    LazyLock::new(|| Schema::parse_str(AVRO_SCHEMA).expect("an Avro schema"));

/// By serde, without the library's own `Value`.
struct ApacheAvro {
    writer: GenericDatumWriter<'static>,
    reader: GenericDatumReader<'static>,
}

impl Default for ApacheAvro {
    fn default() -> Self {
        let writer = GenericDatumWriter::builder(&SCHEMA).human_readable(false).build();
        let reader = GenericDatumReader::builder(&SCHEMA).human_readable(false).build();
        Self { writer: writer.expect("a writer"), reader: reader.expect("a reader") }
    }
}

impl PlainCodec<Root> for ApacheAvro {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        self.writer.write_ser(out.vec(), value)?;
        Ok(())
    }

    fn decode(&mut self, mut bytes: &[u8]) -> Result<Root, Error> {
        Ok(self.reader.read_deser(&mut bytes)?)
    }
}

serbench_driver::codec!(Plain<ApacheAvro>);
