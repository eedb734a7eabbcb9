// ---
// library = "bitcode"
// released = "2025-12-18"
// format = "bitcode-native"
// traits = ["binary", "schema"]
// page = "https://docs.rs/bitcode/0.6.9/bitcode/struct.Buffer.html"
// crate = "bitcode"
// generate = ["bitcode"]
// plain = "bitcode"
// # Its derives have no end for a type that holds itself; its traits cannot be implemented without
// # them.
// unsupported = ["recursion", "symbols", "logical-type"]
// types = { keys = "map" }
//
// [dependencies]
// bitcode = "0.6.9"
// ---

use schema::Root;
use serbench_driver::{Buffer, Error, Plain, PlainCodec};

/// By its own derives, whose bytes are not those of `bitcode`, which goes by serde.
#[derive(Default)]
struct BitcodeNative {
    /// Keeps what encoding and decoding allocate, from one value to the next.
    kept: bitcode::Buffer,
}

impl PlainCodec<Root> for BitcodeNative {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        out.vec().extend_from_slice(self.kept.encode(value));
        Ok(())
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(bitcode::encode(value))
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        Ok(self.kept.decode(bytes)?)
    }
}

serbench_driver::codec!(Plain<BitcodeNative>);
