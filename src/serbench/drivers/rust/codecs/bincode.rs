// ---
// library = "bincode"
// format = "bincode"
// traits = ["binary", "schema", "reference"]
// page = "https://docs.rs/bincode/2.0.1/bincode/#which-functions-to-use"
// crate = "bincode"
//
// [dependencies.bincode]
// version = "=2.0.1" # 3.0.0 is a notice that does not compile
// features = ["serde"]
// ---

use bincode::config::standard;
use bincode::serde::{decode_from_slice, encode_into_std_write};
use serbench_driver::{Error, Plain, PlainCodec};
use serde::de::DeserializeOwned;
use serde::Serialize;

#[derive(Default)]
struct Bincode;

impl<V: Serialize + DeserializeOwned> PlainCodec<V> for Bincode {
    fn encode(&mut self, value: &V, out: &mut Vec<u8>) -> Result<(), Error> {
        encode_into_std_write(value, out, standard())?;
        Ok(())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        let (value, _) = decode_from_slice(bytes, standard())?;
        Ok(value)
    }
}

serbench_driver::main!(Plain<Bincode>);
