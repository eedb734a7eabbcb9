//! Serde's traits: what stands for a value is written without a `String` or a `Vec` in between
//! where that can be. Natively, values are written as their own crates have it.

use std::marker::PhantomData;

use serbench_driver::{Accessor, BinaryBytes, Bytes, BytesRef, Error as DriverError};
use serde::de::value::StrDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, IntoDeserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::{strange, Counted, Found, Held, Logical, Native, Packed, Wire};

impl<L: Logical> Serialize for Held<L, Native>
where
    L::Plain: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, L: Logical> Deserialize<'de> for Held<L, Native>
where
    L::Plain: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        L::Plain::deserialize(deserializer).map(Self::new)
    }
}

impl<L: Logical> Found<Native> for L
where
    L::Plain: DeserializeOwned,
{
    fn find<'a, A: Accessor<'a>>(at: A) -> Result<L::Plain, DriverError> {
        let text: StrDeserializer<serde::de::value::Error> = at.text()?.into_deserializer();
        Ok(L::Plain::deserialize(text)?)
    }
}

impl<L: Logical> Serialize for Held<L, String> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        L::with_text(&self.0, |text| serializer.serialize_str(text))
    }
}

impl<'de, L: Logical> Deserialize<'de> for Held<L, String> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor(PhantomData))
    }
}

struct TextVisitor<L>(PhantomData<L>);

impl<L: Logical> Visitor<'_> for TextVisitor<L> {
    type Value = Held<L, String>;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "text of {}", L::PLAIN)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        let plain = L::of_text(text).map(Held::new);
        plain.ok_or_else(|| E::custom(strange::<L>(&format!("{text:?}"))))
    }
}

macro_rules! counts {
    ($($type:ident $serialize:ident)*) => {$(
        impl<L: Counted> Serialize for Held<L, $type> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.$serialize(<L as Wire<$type>>::put(&self.0))
            }
        }

        impl<'de, L: Counted> Deserialize<'de> for Held<L, $type> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let count = $type::deserialize(deserializer)?;
                <L as Wire<$type>>::take(count).map(Self::new).map_err(D::Error::custom)
            }
        }
    )*};
}

counts! { i32 serialize_i32 i64 serialize_i64 }

impl<L: Packed> Serialize for Held<L, Bytes> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            <L as Wire<Bytes>>::put(&self.0).serialize(serializer)
        } else {
            L::with_bytes(&self.0, |bytes| serializer.serialize_bytes(bytes))
        }
    }
}

impl<'de, L: Packed> Deserialize<'de> for Held<L, Bytes> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = BytesRef::deserialize(deserializer)?.0;
        let plain = L::of_bytes(&bytes).map(Self::new);
        plain.ok_or_else(|| D::Error::custom(strange::<L>(&format!("{bytes:02x?}"))))
    }
}

impl<L: Packed> Serialize for Held<L, BinaryBytes> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        L::with_bytes(&self.0, |bytes| serializer.serialize_bytes(bytes))
    }
}

impl<'de, L: Packed> Deserialize<'de> for Held<L, BinaryBytes> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = BinaryBytes::deserialize(deserializer)?;
        <L as Wire<BinaryBytes>>::take(bytes).map(Self::new).map_err(D::Error::custom)
    }
}
