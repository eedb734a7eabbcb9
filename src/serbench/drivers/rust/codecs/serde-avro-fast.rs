// ---
// library = "serde_avro_fast"
// released = "2026-10-06"
// format = "avro"
// wire = "avro"
// traits = ["binary", "schema"]
// page = "https://docs.rs/serde_avro_fast/2.1.2/serde_avro_fast/fn.to_datum.html"
// crate = "serde_avro_fast"
// generate = ["avro"]
// plain = "avro"
// limits = ["u64 above 2^63 - 1"]
//
// [dependencies]
// serde_avro_fast = "2.1.2"
// serde = { version = "1", features = ["derive"] }
// ---

use std::sync::LazyLock;

use schema::{Root, AVRO_SCHEMA};
use serbench_driver::{explain, Buffer, Error, Plain, PlainCodec};
use serde_avro_fast::ser::SerializerConfig;
use serde_avro_fast::{from_datum_slice, to_datum, to_datum_vec, Schema};

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| AVRO_SCHEMA.parse().expect("an Avro schema"));

struct SerdeAvroFast {
    /// Keeps its buffers from one value to the next, which the library recommends.
    config: SerializerConfig<'static>,
}

impl Default for SerdeAvroFast {
    fn default() -> Self {
        Self { config: SerializerConfig::new(&SCHEMA) }
    }
}

impl PlainCodec<Root> for SerdeAvroFast {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        to_datum(value, out.vec(), &mut self.config)?;
        Ok(())
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(to_datum_vec(value, &mut SerializerConfig::new(&SCHEMA))?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        Ok(from_datum_slice(bytes, &SCHEMA)?)
    }

    fn explain(&mut self, value: &Root) -> Option<String> {
        explain::above_i64(value)
    }
}

serbench_driver::codec!(Plain<SerdeAvroFast>);
