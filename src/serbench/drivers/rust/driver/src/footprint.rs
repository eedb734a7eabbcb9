//! The program of `serbench footprint`: both directions of a codec, and no more.

use std::io::{stdin, Read};

use crate::buffer::Buffer;
use crate::codec::Codec;
use crate::error::Error;
use crate::value::{Json, Root, Visit};

/// Reads a value as JSON, encodes and decodes it, and prints what a visit of it gives.
pub fn footprint<V: Root, C: Codec<V>>() {
    let mut text = String::new();
    let read = stdin().read_to_string(&mut text).is_ok();
    match passed::<V, C>(&text) {
        Ok(sum) if read => println!("{sum}"),
        Ok(_) => println!("no value"),
        Err(error) => println!("{error}"),
    }
}

fn passed<V: Root, C: Codec<V>>(text: &str) -> Result<u64, Error> {
    let json: Json = serde_json::from_str(text)?;
    let value = V::from_json(&json).map_err(|error| Error::Failed(error.to_string()))?;
    let (mut codec, mut out) = (C::default(), Buffer::default());
    out.until_it_fits(|out| codec.serialize(&value, out))?;
    let bytes = codec.encoded(&out).to_vec();
    Ok(codec.deserialize(&bytes)?.visit())
}
