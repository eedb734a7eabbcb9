// ---
// library = "rustc-serialize"
// released = "2023-12-01"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://docs.rs/rustc-serialize/0.3.25/rustc_serialize/json/index.html"
// unmaintained = "https://docs.rs/crate/rustc-serialize/0.3.25/source/README.md"
// crate = "rustc-serialize"
// generate = ["rustc_serialize"]
// # Its parser adds up the digits of a number with a fraction: the last bits are wrong.
// unsupported = ["f32", "f64"]
//
// [types]
// integer_keys = "object"
// enum_keys = "object"
// uuid_keys = "object"
// text_keys = "object"
//
// [dependencies]
// rustc-serialize = "0.3.25"
// ---

use std::fmt::{self, Write};

use rustc_serialize::json::{self, Encoder};
use rustc_serialize::Encodable;
use schema_rustc_serialize::{Decoded, Encoded}; // what its derive wrote, when there was one
use serbench_driver::{Buffer, Error, Plain, PlainCodec};

/// `serialize::json` of 2014, which became this library when Rust 1.0 came.
#[derive(Default)]
struct RustcSerializeJson;

impl PlainCodec<schema::Root> for RustcSerializeJson {
    fn encode(&mut self, value: &schema::Root, out: &mut Buffer) -> Result<(), Error> {
        Ok(Encoded(value).encode(&mut Encoder::new(&mut Text(out.vec())))?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<schema::Root, Error> {
        let Decoded(value) = json::decode(std::str::from_utf8(bytes)?)?;
        Ok(value)
    }
}

struct Text<'a>(&'a mut Vec<u8>);

impl Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

serbench_driver::codec!(Plain<RustcSerializeJson>);
