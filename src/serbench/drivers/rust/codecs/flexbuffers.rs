// ---
// library = "flexbuffers"
// released = "2025-12-19"
// format = "flexbuffers"
// traits = ["binary", "self-describing", "zero-copy"]
// page = "https://docs.rs/flexbuffers/25.12.19/flexbuffers/struct.Reader.html"
// evolution = "serde's default and alias"
// crate = "flexbuffers"
// extra = ["borrow", "access", "read"]
// limits = ["keys that hold the character NUL"]
// types = { absent = "no member", text_keys = "map" }
//
// [dependencies]
// flexbuffers = "25.12"
// ---

use flexbuffers::{FlexBufferType, FlexbufferSerializer, MapReader, Reader};
use serbench_driver::{
    explain, Accessor, Borrowed, Buffer, Error, Plain, PlainCodec, SerdeRoot, Visit,
};

#[derive(Default)]
struct Flexbuffers {
    serializer: FlexbufferSerializer,
}

impl<V: SerdeRoot> PlainCodec<V> for Flexbuffers {
    /// It writes from the leaves up, into room of its own that it keeps.
    fn encode(&mut self, value: &V, _out: &mut Buffer) -> Result<(), Error> {
        self.serializer.reset();
        Ok(value.serialize(&mut self.serializer)?)
    }

    fn encode_fresh(value: &V) -> Result<impl AsRef<[u8]>, Error> {
        Ok(flexbuffers::to_vec(value)?)
    }

    fn storage(&self) -> Option<&[u8]> {
        Some(self.serializer.view())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<V, Error> {
        Ok(flexbuffers::from_slice(bytes)?)
    }

    fn borrow<'a, B: Borrowed>(&'a mut self, bytes: &'a [u8]) -> Result<impl Visit + 'a, Error> {
        Ok(flexbuffers::from_slice::<B::Of<'a>>(bytes)?)
    }

    fn access(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        Ok(V::look_leaf(Place(Reader::get_root(bytes)?))?.unwrap_or(0))
    }

    fn read(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        V::look(Place(Reader::get_root(bytes)?))
    }

    fn explain(&mut self, value: &V) -> Option<String> {
        explain::nul_in_key(value)
    }
}

struct Place<'a>(Reader<&'a [u8]>);

impl<'a> Accessor<'a> for Place<'a> {
    type Record = MapReader<&'a [u8]>;

    fn bool(self) -> Result<bool, Error> {
        Ok(self.0.get_bool()?)
    }

    fn signed(self) -> Result<i64, Error> {
        Ok(self.0.get_i64()?)
    }

    fn unsigned(self) -> Result<u64, Error> {
        Ok(self.0.get_u64()?)
    }

    fn f64(self) -> Result<f64, Error> {
        Ok(self.0.get_f64()?)
    }

    fn text(self) -> Result<&'a str, Error> {
        Ok(self.0.get_str()?)
    }

    fn bytes(self) -> Result<&'a [u8], Error> {
        Ok(self.0.get_blob()?.0)
    }

    fn present(self) -> Result<Option<Self>, Error> {
        Ok(Some(self).filter(|at| at.0.flexbuffer_type() != FlexBufferType::Null))
    }

    fn record(self) -> Result<Self::Record, Error> {
        Ok(self.0.get_map()?)
    }

    fn field(record: &Self::Record, name: &'static str) -> Result<Self, Error> {
        Ok(Self(record.index(name)?))
    }

    fn member(record: &Self::Record, name: &'static str) -> Result<Option<Self>, Error> {
        Ok(record.index_key(name).map(|index| Self(record.idx(index))))
    }

    fn items(self) -> Result<impl DoubleEndedIterator<Item = Result<Self, Error>>, Error> {
        Ok(self.0.get_vector()?.iter().map(|item| Ok(Self(item))))
    }

    fn entries(self) -> Result<impl Iterator<Item = Result<(&'a str, Self), Error>>, Error> {
        let map = self.0.get_map()?;
        let keys = map.keys_vector().iter().map(|key| key.get_key());
        Ok(keys.zip(map.iter_values()).map(|(key, value)| Ok((key?, Self(value)))))
    }
}

serbench_driver::codec!(Plain<Flexbuffers>);
