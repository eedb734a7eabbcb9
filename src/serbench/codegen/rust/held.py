"""Rust: the traits of libraries with derives or types of their own, for fields of logical types.

    TRAITS["borsh"] -> the implementations that `logical.own_module` takes

Each gives the library the type that stands for the value, by the way in which the library writes
it. No attribute of theirs reaches into an `Option`, a list or a map.
"""

from __future__ import annotations

from serbench.codegen.rust import entries, logical
from serbench.schema.conventions import logical_scalars, typed_maps
from serbench.schema.logical import Keys
from serbench.schema.model import Schema

_IMPORT = "use std::collections::BTreeMap;\n"

_BORSH = """\
impl<L: Wire<W>, W: borsh::BorshSerialize> borsh::BorshSerialize for Held<L, W> {
    fn serialize<O: std::io::Write>(&self, out: &mut O) -> std::io::Result<()> {
        self.put().serialize(out)
    }
}

impl<L: Wire<W>, W: borsh::BorshDeserialize> borsh::BorshDeserialize for Held<L, W> {
    fn deserialize_reader<R: std::io::Read>(reader: &mut R) -> std::io::Result<Self> {
        let held = Self::take(W::deserialize_reader(reader)?);
        held.map_err(|error| std::io::Error::other(error.to_string()))
    }
}
"""
_SCALE = """\
impl<L: Wire<W>, W: parity_scale_codec::Encode> parity_scale_codec::Encode for Held<L, W> {
    fn encode_to<O: parity_scale_codec::Output + ?Sized>(&self, out: &mut O) {
        self.put().encode_to(out);
    }
}

impl<L: Wire<W>, W: parity_scale_codec::Decode> parity_scale_codec::Decode for Held<L, W> {
    fn decode<I: parity_scale_codec::Input>(
        input: &mut I,
    ) -> Result<Self, parity_scale_codec::Error> {
        Self::take(W::decode(input)?).map_err(|_| "no value of its logical type".into())
    }
}
"""
_SPEEDY = """\
impl<C: speedy::Context, L: Wire<W>, W: speedy::Writable<C>> speedy::Writable<C> for Held<L, W> {
    fn write_to<T: ?Sized + speedy::Writer<C>>(&self, writer: &mut T) -> Result<(), C::Error> {
        self.put().write_to(writer)
    }
}

impl<'a, C: speedy::Context, L: Wire<W>, W: speedy::Readable<'a, C>> speedy::Readable<'a, C>
    for Held<L, W>
{
    fn read_from<R: speedy::Reader<'a, C>>(reader: &mut R) -> Result<Self, C::Error> {
        let held = Self::take(W::read_from(reader)?);
        held.map_err(|error| speedy::Error::custom(error.to_string()).into())
    }
}
"""
_NANOSERDE = """\
impl<L: Wire<W>, W: nanoserde::SerBin> nanoserde::SerBin for Held<L, W> {
    fn ser_bin(&self, out: &mut Vec<u8>) {
        self.put().ser_bin(out);
    }
}

impl<L: Wire<W>, W: nanoserde::DeBin> nanoserde::DeBin for Held<L, W> {
    fn de_bin(at: &mut usize, bytes: &[u8]) -> Result<Self, nanoserde::DeBinErr> {
        Self::take(W::de_bin(at, bytes)?).map_err(|_| nanoserde::DeBinErr::new(*at, 0, 0))
    }
}
"""
# To minicbor a `Vec<u8>` is a list of numbers.
_MINICBOR = """\
pub trait Item: Sized {
    fn put<O: minicbor::encode::Write>(
        &self,
        e: &mut minicbor::Encoder<O>,
    ) -> Result<(), minicbor::encode::Error<O::Error>>;
    fn take(d: &mut minicbor::Decoder<'_>) -> Result<Self, minicbor::decode::Error>;
}

macro_rules! items {
    ($($type:ident $method:ident $put:expr, $take:expr;)*) => {$(
        impl Item for $type {
            fn put<O: minicbor::encode::Write>(
                &self,
                e: &mut minicbor::Encoder<O>,
            ) -> Result<(), minicbor::encode::Error<O::Error>> {
                e.$method($put(self))?;
                Ok(())
            }

            fn take(d: &mut minicbor::Decoder<'_>) -> Result<Self, minicbor::decode::Error> {
                d.$method().map($take)
            }
        }
    )*};
}

type Blob = Vec<u8>;

items! {
    i32 i32 |n: &i32| *n, |n: i32| n;
    i64 i64 |n: &i64| *n, |n: i64| n;
    String str String::as_str, str::to_owned;
    Blob bytes Vec::as_slice, <[u8]>::to_vec;
}

impl<C, L: Wire<W>, W: Item> minicbor::Encode<C> for Held<L, W> {
    fn encode<O: minicbor::encode::Write>(
        &self,
        e: &mut minicbor::Encoder<O>,
        _: &mut C,
    ) -> Result<(), minicbor::encode::Error<O::Error>> {
        Item::put(&self.0.put(), e)
    }
}

impl<'b, C, L: Wire<W>, W: Item> minicbor::Decode<'b, C> for Held<L, W> {
    fn decode(d: &mut minicbor::Decoder<'b>, _: &mut C) -> Result<Self, minicbor::decode::Error> {
        let held = Self::take(W::take(d)?);
        held.map_err(|error| minicbor::decode::Error::message(error.to_string()))
    }
}
"""
# To musli, too.
_MUSLI = """\
pub trait Item: Sized {
    fn put<E: musli::Encoder>(&self, e: E) -> Result<(), E::Error>;
    fn take<'de, D: musli::Decoder<'de>>(d: D) -> Result<Self, D::Error>;
}

macro_rules! numbers {
    ($($type:ident $encode:ident $decode:ident)*) => {$(
        impl Item for $type {
            fn put<E: musli::Encoder>(&self, e: E) -> Result<(), E::Error> {
                e.$encode(*self)
            }

            fn take<'de, D: musli::Decoder<'de>>(d: D) -> Result<Self, D::Error> {
                d.$decode()
            }
        }
    )*};
}

numbers! { i32 encode_i32 decode_i32 i64 encode_i64 decode_i64 }

impl Item for String {
    fn put<E: musli::Encoder>(&self, e: E) -> Result<(), E::Error> {
        e.encode(self.as_str())
    }

    fn take<'de, D: musli::Decoder<'de>>(d: D) -> Result<Self, D::Error> {
        d.decode::<String>()
    }
}

impl Item for Vec<u8> {
    fn put<E: musli::Encoder>(&self, e: E) -> Result<(), E::Error> {
        e.encode_bytes(self)
    }

    fn take<'de, D: musli::Decoder<'de>>(d: D) -> Result<Self, D::Error> {
        <Self as musli::de::DecodeBytes<'de, D::Mode, D::Allocator>>::decode_bytes(d)
    }
}

impl<M, L: Wire<W>, W: Item> musli::Encode<M> for Held<L, W> {
    type Encode = Self;

    fn encode<E: musli::Encoder<Mode = M>>(&self, e: E) -> Result<(), E::Error> {
        Item::put(&self.0.put(), e)
    }

    fn as_encode(&self) -> &Self {
        self
    }
}

impl<'de, M, A: musli::Allocator, L: Wire<W>, W: Item> musli::Decode<'de, M, A> for Held<L, W> {
    fn decode<D>(d: D) -> Result<Self, D::Error>
    where
        D: musli::Decoder<'de, Mode = M, Allocator = A>,
    {
        let cx = d.cx();
        Self::take(W::take(d)?).map_err(|error| musli::Context::message(cx, error))
    }
}
"""
_SAVEFILE = """\
impl<L: Wire<W>, W: savefile::WithSchema> savefile::WithSchema for Held<L, W> {
    fn schema(version: u32, context: &mut savefile::WithSchemaContext) -> savefile::Schema {
        W::schema(version, context)
    }
}

impl<L: Wire<W>, W> savefile::Packed for Held<L, W> {}

impl<L: Wire<W>, W> savefile::Introspect for Held<L, W> {
    fn introspect_value(&self) -> String {
        String::new()
    }

    fn introspect_child<'a>(
        &'a self,
        _: usize,
    ) -> Option<Box<dyn savefile::IntrospectItem<'a> + 'a>> {
        None
    }
}

impl<L: Wire<W>, W: savefile::Serialize> savefile::Serialize for Held<L, W> {
    fn serialize(
        &self,
        serializer: &mut savefile::Serializer<impl std::io::Write>,
    ) -> Result<(), savefile::SavefileError> {
        self.put().serialize(serializer)
    }
}

impl<L: Wire<W>, W: savefile::Deserialize> savefile::Deserialize for Held<L, W> {
    fn deserialize(
        deserializer: &mut savefile::Deserializer<impl std::io::Read>,
    ) -> Result<Self, savefile::SavefileError> {
        let held = Self::take(W::deserialize(deserializer)?);
        held.map_err(|error| savefile::SavefileError::GeneralError { msg: error.to_string() })
    }
}
"""
_WINCODE = """\
// SAFETY: the size is that of what `write` writes.
unsafe impl<C, L: Wire<W>, W> wincode::SchemaWrite<C> for Held<L, W>
where
    C: wincode::config::ConfigCore,
    W: wincode::SchemaWrite<C, Src = W>,
{
    type Src = Self;

    fn size_of(src: &Self) -> wincode::WriteResult<usize> {
        W::size_of(&src.put())
    }

    fn write(writer: impl wincode::io::Writer, src: &Self) -> wincode::WriteResult<()> {
        W::write(writer, &src.put())
    }
}

// SAFETY: `dst` is written where `Ok` is returned, and nowhere else.
unsafe impl<'de, C, L: Wire<W>, W> wincode::SchemaRead<'de, C> for Held<L, W>
where
    C: wincode::config::ConfigCore,
    W: wincode::SchemaRead<'de, C, Dst = W>,
{
    type Dst = Self;

    fn read(
        reader: impl wincode::io::Reader<'de>,
        dst: &mut std::mem::MaybeUninit<Self>,
    ) -> wincode::ReadResult<()> {
        let held = Self::take(W::get(reader)?);
        dst.write(held.map_err(|_| wincode::ReadError::Custom("no value of its logical type"))?);
        Ok(())
    }
}
"""
# None of its errors is for a value that is wrong.
_ZEROMPK = """\
impl<L: Wire<W>, W: zerompk::ToMessagePack> zerompk::ToMessagePack for Held<L, W> {
    fn write<O: zerompk::Write>(&self, out: &mut O) -> zerompk::Result<()> {
        self.put().write(out)
    }
}

impl<'a, L: Wire<W>, W: zerompk::FromMessagePack<'a>> zerompk::FromMessagePack<'a> for Held<L, W> {
    fn read<R: zerompk::Read<'a>>(reader: &mut R) -> zerompk::Result<Self> {
        Self::take(W::read(reader)?).map_err(|error| zerompk::Error::UnknownKey(error.to_string()))
    }
}
"""
_BINCODE = """\
use bincode::error::{DecodeError, EncodeError};

impl<L: Wire<W>, W: bincode::Encode> bincode::Encode for Held<L, W> {
    fn encode<E: bincode::enc::Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.put().encode(encoder)
    }
}

impl<C, L: Wire<W>, W: bincode::Decode<C>> bincode::Decode<C> for Held<L, W> {
    fn decode<D: bincode::de::Decoder<Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let held = Self::take(W::decode(decoder)?);
        held.map_err(|error| DecodeError::OtherString(error.to_string()))
    }
}

impl<'de, C, L: Wire<W>, W: bincode::BorrowDecode<'de, C>> bincode::BorrowDecode<'de, C>
    for Held<L, W>
{
    fn borrow_decode<D: bincode::de::BorrowDecoder<'de, Context = C>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        let held = Self::take(W::borrow_decode(decoder)?);
        held.map_err(|error| DecodeError::OtherString(error.to_string()))
    }
}
"""
_SIMD_JSON = """\
impl<L: Wire<W>, W: simd_json_derive::Serialize> simd_json_derive::Serialize for Held<L, W> {
    fn json_write<O: std::io::Write>(&self, writer: &mut O) -> std::io::Result<()> {
        self.put().json_write(writer)
    }
}

impl<'input, L: Wire<W>, W: simd_json_derive::Deserialize<'input> + 'input>
    simd_json_derive::Deserialize<'input> for Held<L, W>
{
    fn from_tape(
        tape: &mut simd_json_derive::Tape<'input>,
    ) -> simd_json_derive::de::Result<Self> {
        Self::take(W::from_tape(tape)?).map_err(simd_json_derive::de::Error::custom)
    }
}
"""

# What is written is kept until its place is known. As another type of the archived one, both traits
# would have to be there for each type that stands for a value.
_RKYV = """\
use rkyv::rancor::{Fallible, Source};

impl<L: Wire<W>, W: rkyv::Archive> rkyv::Archive for Held<L, W> {
    type Archived = W::Archived;
    type Resolver = (W, W::Resolver);

    fn resolve(&self, (wire, resolver): Self::Resolver, out: rkyv::Place<Self::Archived>) {
        wire.resolve(resolver, out);
    }
}

impl<S, L, W> rkyv::Serialize<S> for Held<L, W>
where
    S: Fallible + ?Sized,
    L: Wire<W>,
    W: rkyv::Serialize<S>,
{
    fn serialize(&self, serializer: &mut S) -> Result<Self::Resolver, S::Error> {
        let wire = self.put();
        let resolver = wire.serialize(serializer)?;
        Ok((wire, resolver))
    }
}

#[derive(Debug)]
struct Wrong(String);

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

macro_rules! archived {
    ($($archived:ty: $type:ty),*) => {$(
        impl<D, L> rkyv::Deserialize<Held<L, $type>, D> for $archived
        where
            D: Fallible + ?Sized,
            D::Error: Source,
            L: Wire<$type>,
            $archived: rkyv::Deserialize<$type, D>,
        {
            fn deserialize(&self, deserializer: &mut D) -> Result<Held<L, $type>, D::Error> {
                let wire = rkyv::Deserialize::<$type, D>::deserialize(self, deserializer)?;
                Held::take(wire).map_err(|error| D::Error::new(Wrong(error.to_string())))
            }
        }
    )*};
}

archived! {
    rkyv::rend::i32_le: i32,
    rkyv::rend::i64_le: i64,
    rkyv::string::ArchivedString: String,
    rkyv::vec::ArchivedVec<u8>: Vec<u8>
}
"""

# Its fields have a value before they are read, and one that is not written: of what stands for a
# value zero, as of any other integer. No text or bytes of a value are empty.
_BILROST = """\
use bilrost::encoding::{delegate_proxied_encoding, General, PlainBytes};
use bilrost::encoding::{EmptyState, ForOverwrite, Proxiable};
use bilrost::DecodeErrorKind;

pub trait Item: Sized {
    fn is_empty<L: Wire<Self>>(_: &Held<L, Self>) -> bool {
        false
    }
}

macro_rules! numbers {
    ($($type:ident)*) => {$(
        impl Item for $type {
            #[inline]
            fn is_empty<L: Wire<Self>>(held: &Held<L, Self>) -> bool {
                held.put() == 0
            }
        }
    )*};
}

numbers! { i32 i64 }

impl Item for String {}

impl Item for Vec<u8> {}

impl<L: Logical, W> ForOverwrite<(), Held<L, W>> for ()
where
    L::Plain: Default,
{
    fn for_overwrite() -> Held<L, W> {
        Held(serbench_logical::Held::new(Default::default()))
    }
}

impl<L: Wire<W>, W: Item> EmptyState<(), Held<L, W>> for ()
where
    L::Plain: Default,
{
    fn is_empty(held: &Held<L, W>) -> bool {
        W::is_empty(held)
    }

    fn clear(held: &mut Held<L, W>) {
        *held = <() as ForOverwrite<(), Held<L, W>>>::for_overwrite();
    }
}

pub struct ByWire;

impl<L: Wire<W>, W> Proxiable<ByWire> for Held<L, W> {
    type Proxy = W;

    fn encode_proxy(&self) -> W {
        self.put()
    }

    fn decode_proxy(&mut self, wire: W) -> Result<(), DecodeErrorKind> {
        *self = Self::take(wire).map_err(|_| DecodeErrorKind::OutOfDomainValue)?;
        Ok(())
    }
}

macro_rules! proxied {
    ($($encoding:ident $type:ty;)*) => {$(
        delegate_proxied_encoding!(
            use encoding ($encoding)
            to encode proxied type (Held<L, $type>)
            using proxy tag (ByWire)
            with encoding ($encoding)
            including schema
            with generics (L: Wire<$type>)
        );
    )*};
}

proxied! { General i32; General i64; General String; PlainBytes Vec<u8>; }
"""

# Serde's traits, since those of chrono and uuid make text or bytes of subtype 0 of these values.
# The library's `FromChrono04DateTime` would read a date beyond chrono's as chrono's last one, and
# give milliseconds to a field of seconds.
_BSON = """\
use bson::serde_helpers::uuid_1::AsBinary;
use serbench_driver::Bytes;
use serbench_logical::{Counted, Ms, Native, TimestampUtc, Unit, Uuid, S};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};

macro_rules! dates {
    ($($unit:ident)*) => {$(
        impl Serialize for Held<TimestampUtc<$unit>, Native> {
            fn serialize<O: Serializer>(&self, serializer: O) -> Result<O::Ok, O::Error> {
                let Self(held) = self;
                bson::DateTime::from_millis(held.0.timestamp_millis()).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for Held<TimestampUtc<$unit>, Native> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let millis = bson::DateTime::deserialize(deserializer)?.timestamp_millis();
                let (seconds, nanoseconds) = Ms::split(millis);
                let count = $unit::joined(seconds, nanoseconds.into());
                let plain = count.and_then(TimestampUtc::<$unit>::of_count);
                let strange = || D::Error::custom(format!(
                    "a date of {millis} ms is no value that {} holds in {}",
                    TimestampUtc::<$unit>::PLAIN,
                    stringify!($unit),
                ));
                plain.map(|plain| Self(serbench_logical::Held::new(plain))).ok_or_else(strange)
            }
        }
    )*};
}

dates! { S Ms }

impl Serialize for Held<Uuid, Native> {
    fn serialize<O: Serializer>(&self, serializer: O) -> Result<O::Ok, O::Error> {
        let Self(held) = self;
        AsBinary::serialize(&held.0, serializer)
    }
}

impl<'de> Deserialize<'de> for Held<Uuid, Native> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let plain = AsBinary::deserialize(deserializer)?;
        Ok(Self(serbench_logical::Held::new(plain)))
    }
}

macro_rules! converted {
    ($($wire:ident)*) => {$(
        impl<L: Logical> Serialize for Held<L, $wire>
        where
            serbench_logical::Held<L, $wire>: Serialize,
        {
            fn serialize<O: Serializer>(&self, serializer: O) -> Result<O::Ok, O::Error> {
                self.0.serialize(serializer)
            }
        }

        impl<'de, L: Logical> Deserialize<'de> for Held<L, $wire>
        where
            serbench_logical::Held<L, $wire>: Deserialize<'de>,
        {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                serbench_logical::Held::deserialize(deserializer).map(Self)
            }
        }
    )*};
}

converted! { i32 i64 String Bytes }
"""

# Not of bitcode, whose traits nobody implements but its derives.
TRAITS = {
    "bilrost": _BILROST,
    "bincode": _BINCODE,
    "borsh": _BORSH,
    "bson": _BSON,
    "minicbor": _MINICBOR,
    "musli": _MUSLI,
    "nanoserde": _NANOSERDE,
    "rkyv": _RKYV,
    "savefile": _SAVEFILE,
    "scale": _SCALE,
    "simd_json": _SIMD_JSON,
    "speedy": _SPEEDY,
    "wincode": _WINCODE,
    "zerompk": _ZEROMPK,
}


def added(files: dict[str, str], schema: Schema, library: str) -> dict[str, str]:
    """The files of a crate, with the modules of logical types and of maps of which the library is
    given the entries, if the schema has some."""
    files = entries.added(files, schema, library)
    if library not in TRAITS or not logical.has_any(schema):
        return files
    lib = files["src/lib.rs"].replace("pub mod types;", "pub mod logical;\npub mod types;", 1)
    has_order = any(keys is Keys.UUID for keys, _ in typed_maps(schema))
    module, types = logical.own_module(TRAITS[library], has_order), files["src/types.rs"]
    if library == "nanoserde":
        module, types = _aliased(module, types, schema)
    return {**files, "src/lib.rs": lib, "src/logical.rs": module, "src/types.rs": types}


def _aliased(module: str, types: str, schema: Schema) -> tuple[str, str]:
    """With a name for each type of logical ones: the derive of nanoserde does not read generics in
    generics."""
    held = {logical.held(s, "Vec<u8>", logical.OWN) for s in logical_scalars(schema)}
    types = types.replace(_IMPORT, f"{_IMPORT}use crate::logical::*;\n", 1)
    for number, type_ in enumerate(sorted(held)):
        types = types.replace(type_, f"Held{number}")
        module += f"\npub type Held{number} = {type_.removeprefix(f'{logical.OWN}::')};\n"
    return module, types
