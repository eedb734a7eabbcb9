//! The driver that every Rust codec becomes part of.
//!
//! A codec's file implements `PlainCodec` or `Codec` and ends with one line, `codec!(...)`, which
//! makes it the part of a program that speaks docs/protocol.md.

mod absence;
mod access;
mod allocations;
mod block;
mod borrowed;
mod buffer;
mod bytes;
mod codec;
mod digest;
mod encoded_values;
mod entries;
mod error;
pub mod explain;
mod extra;
mod files;
mod kernel;
mod macros;
mod memory;
pub mod model;
mod narrow_visitor;
mod object_file;
mod object_index;
mod object_reader;
mod object_writer;
mod operation;
mod parts;
mod process;
mod protocol;
mod reader;
mod reading;
mod request;
mod session;
mod split_clock;
mod threads;
mod union;
mod value;
mod value_reader;
mod walks;

pub use absence::told;
pub use access::{look_blob, look_field, look_told, Accessor};
pub use borrowed::{Borrowed, BytesRef, TextRef};
pub use buffer::Buffer;
pub use bytes::{BinaryBytes, Bytes, PlainBlob};
pub use codec::{Codec, Plain, PlainCodec};
pub use entries::Entries;
pub use error::Error;
pub use extra::{Access, Borrow, Extra, Read};
pub use memory::{Fresh, Reused};
pub use narrow_visitor::NarrowDeserializer;
pub use operation::Meter;
pub use parts::Parts;
pub use protocol::{serve, Facts};
pub use union::Shape;
pub use value::{
    field, look_symbol, populate_each, symbol, visit_bytes, Blob, Json, Root, SerdeRoot, Symbols,
    Value, ValueError, Visit,
};
pub use walks::{Walker, Walks};
