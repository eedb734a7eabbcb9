// ---
// library = "flat_message"
// released = "2026-11-02"
// format = "flatmessage"
// wire = "flatmessage"
// traits = ["binary", "schema", "zero-copy", "reuses-objects"]
// page = "https://docs.rs/flat_message/0.2.2/flat_message/#zero-copy-deserialization"
// crate = "flat_message"
// extra = ["borrow", "access", "read"]
// shares = ["flatmessage"]
// generate = ["flatmessage"]
// plain = "flatmessage" # its derives do not know the types that others share
// # Its derives take no types but those that they know by name.
// unsupported = ["map", "recursion", "list<record>", "list<list>", "list<optional>", "list<bytes>", "logical-type"]
// limits = [
//     "a record within another has no more than 63 fields if any is optional or a record",
//     "a record within another that has such fields is smaller than 16 MiB",
// ]
//
// [dependencies]
// flat_message = "0.2.2"
// ---

use flat_message::{FlatMessage, Storage};
use library_flatmessage::{aligned, config, failed, Written};
use schema::{access, borrowed, Root};
use serbench_driver::{Borrowed, Buffer, Error, Plain, PlainCodec, Visit};

#[derive(Default)]
struct Flat {
    storage: Storage,
}

impl PlainCodec<Root> for Flat {
    fn encode(&mut self, value: &Root, _out: &mut Buffer) -> Result<(), Error> {
        value.serialize_to(&mut self.storage, config()).map_err(failed)
    }

    fn encode_fresh(value: &Root) -> Result<impl AsRef<[u8]>, Error> {
        let mut storage = Storage::default();
        value.serialize_to(&mut storage, config()).map_err(failed)?;
        Ok(Written(storage))
    }

    fn storage(&self) -> Option<&[u8]> {
        Some(self.storage.as_slice())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Error> {
        Root::deserialize_from_ref(aligned(&mut self.storage, bytes)).map_err(failed)
    }

    /// All but the text in packed records, whose type says to the library that it is owned.
    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        borrowed::open(aligned(&mut self.storage, bytes)).map_err(failed)
    }

    fn access(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        access::leaf(aligned(&mut self.storage, bytes)).map_err(failed)
    }

    fn read(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        borrowed::open(aligned(&mut self.storage, bytes)).map(|root| root.visit()).map_err(failed)
    }
}

serbench_driver::codec!(Plain<Flat>);
