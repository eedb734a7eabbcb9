// ---
// library = "simd-json-derive"
// released = "2026-10-27"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://docs.rs/simd-json-derive/0.19.0/simd_json_derive/trait.Deserialize.html"
// crate = "simd-json-derive"
// generate = ["simd_json"]
// plain = "simd_json" # its derives do not know the types that others share
// limits = ["NaN and infinities", "values nested more than 1024 levels deep do not decode"]
// types = { text_keys = "object" }
//
// [dependencies]
// simd-json = "0.19"
// simd-json-derive = { version = "0.19", default-features = false }
// base64 = "0.22" # for `bytes`
// ---

use schema::Root;
use serbench_driver::{explain, Buffer, Error, Plain, PlainCodec};
use simd_json::{Buffers, ErrorType};
use simd_json_derive::{de, Deserialize, Serialize};

/// By its own derives; `simd-json` goes by serde. Parsing rewrites its input in place: whoever still
/// needs the input makes a copy first, which is part of `decode`.
#[derive(Default)]
struct SimdJsonDerive {
    input: Vec<u8>,
    buffers: Buffers,
}

impl PlainCodec<Root> for SimdJsonDerive {
    fn encode(&mut self, value: &Root, out: &mut Buffer) -> Result<(), Error> {
        Ok(value.json_write(out.vec())?)
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        Ok(value.json_vec()?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        self.input.clear();
        self.input.extend_from_slice(bytes);
        Root::from_slice_with_buffers(&mut self.input, &mut self.buffers).map_err(refusal)
    }

    fn explain(&mut self, value: &Root) -> Option<String> {
        explain::non_finite(value)
    }
}

fn refusal(error: de::Error) -> Error {
    match error {
        de::Error::Simd(cause) if *cause.error() == ErrorType::DepthLimitExceeded => {
            Error::cannot_hold("depth limit exceeded")
        }
        _ => error.into(),
    }
}

serbench_driver::codec!(Plain<SimdJsonDerive>);
