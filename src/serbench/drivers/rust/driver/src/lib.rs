//! The driver that every Rust codec becomes part of.
//!
//! A codec's file implements `PlainCodec` or `Codec` and ends with one line, `main!(...)`,
//! which makes it a program that speaks docs/protocol.md.

mod access;
mod allocations;
mod block;
mod borrowed;
mod buffer;
mod bytes;
mod codec;
mod digest;
pub mod explain;
mod files;
mod kernel;
mod laps;
mod macros;
pub mod model;
mod object_index;
mod object_reader;
mod object_writer;
mod operation;
mod process;
mod protocol;
mod session;
mod threads;
mod value;
mod value_reader;

pub use access::{look_field, Accessor};
pub use borrowed::{BytesRef, TextRef};
pub use buffer::Buffer;
pub use bytes::Bytes;
pub use codec::{Codec, Error, Plain, PlainCodec};
pub use protocol::{serve, Facts};
pub use value::{
    field, look_symbol, symbol, visit_bytes, Json, Root, Symbols, Value, ValueError, Visit,
};

/// The program of a codec: `main!(Plain<MyCodec>);` or `main!(MyCodec);`.
#[macro_export]
macro_rules! main {
    ($codec:ty) => {
        fn main() {
            let facts = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/facts.rs"));
            $crate::serve::<::schema::Root, $codec>(&facts);
        }
    };
}
