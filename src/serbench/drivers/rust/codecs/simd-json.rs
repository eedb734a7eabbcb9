// ---
// library = "simd-json"
// released = "2026-10-27"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://docs.rs/simd-json/0.19.0/simd_json/serde/fn.from_slice_with_buffers.html"
// unions = "the value, by deserialize_any"
// evolution = "serde's default and alias"
// crate = "simd-json"
// extra = ["borrow"]
// limits = ["NaN and infinities", "values nested more than 1024 levels deep do not decode"]
//
// [types]
// absent = "no member"
// date = "string"
// time = "time of the day, its fraction as short as can be"
// timestamp = "RFC 3339, its fraction as short as can be"
// timestamp_offset = "RFC 3339, its fraction as short as can be"
// duration = "list of seconds and nanoseconds"
// decimal = "string, perhaps with an exponent beyond 28 digits"
// uuid = "string"
// integer_keys = "object"
// enum_keys = "object"
// uuid_keys = "object"
// text_keys = "object"
//
// [dependencies]
// simd-json = "0.19"
// ---

use serbench_driver::{explain, Borrowed, Buffer, Error, Plain, PlainCodec, SerdeRoot, Visit};
use simd_json::serde::from_slice_with_buffers;
use simd_json::{Buffers, ErrorType};

/// Parsing rewrites its input in place. Whoever still needs the input makes a copy first: that is
/// part of `decode` and of `borrow`, whose text lies in the copy.
#[derive(Default)]
struct SimdJson {
    input: Vec<u8>,
    buffers: Buffers,
}

impl SimdJson {
    fn copy(&mut self, bytes: &[u8]) -> (&mut [u8], &mut Buffers) {
        self.input.clear();
        self.input.extend_from_slice(bytes);
        (&mut self.input, &mut self.buffers)
    }
}

impl<V: SerdeRoot> PlainCodec<V> for SimdJson {
    fn encode(&mut self, value: &V, out: &mut Buffer) -> Result<(), Error> {
        Ok(simd_json::serde::to_writer(out.vec(), value)?)
    }

    fn encode_fresh(value: &V) -> Result<impl AsRef<[u8]>, Error> {
        Ok(simd_json::serde::to_vec(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        let (input, buffers) = self.copy(bytes);
        from_slice_with_buffers(input, buffers).map_err(refusal)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        let (input, buffers) = self.copy(bytes);
        from_slice_with_buffers::<B::Of<'a>>(input, buffers).map_err(refusal)
    }

    fn explain(&mut self, value: &V) -> Option<String> {
        explain::non_finite(value)
    }
}

fn refusal(error: simd_json::Error) -> Error {
    match error.error() {
        ErrorType::DepthLimitExceeded => Error::cannot_hold("depth limit exceeded"),
        _ => error.into(),
    }
}

serbench_driver::codec!(Plain<SimdJson>);
