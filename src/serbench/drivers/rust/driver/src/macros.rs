//! What a codec's file ends with, and implementations for generated types.

/// What is compiled of a codec: `codec!(Plain<MyCodec>);` or `codec!(MyCodec);`. Its file becomes a
/// crate with what every codec has, and once more a crate for each extra operation, by feature.
#[macro_export]
macro_rules! codec {
    ($codec:ty) => {
        pub const OWN_MODEL: bool = <$codec as $crate::Codec<::schema::Root>>::OWN_MODEL;

        #[cfg(not(any(
            feature = "borrow",
            feature = "access",
            feature = "read",
            feature = "encode-fresh",
            feature = "decode-reused"
        )))]
        pub fn walks() -> ::std::boxed::Box<dyn $crate::Walks> {
            ::std::boxed::Box::new($crate::Walker::<::schema::Root, $codec>::default())
        }

        #[cfg(feature = "borrow")]
        pub fn extra() -> ::std::boxed::Box<dyn $crate::Extra> {
            type Borrow = $crate::Borrow<::schema::Root, $codec, ::schema_borrowed::Root>;
            ::std::boxed::Box::new(Borrow::default())
        }

        #[cfg(feature = "access")]
        pub fn extra() -> ::std::boxed::Box<dyn $crate::Extra> {
            ::std::boxed::Box::new($crate::Access::<::schema::Root, $codec>::default())
        }

        #[cfg(feature = "read")]
        pub fn extra() -> ::std::boxed::Box<dyn $crate::Extra> {
            ::std::boxed::Box::new($crate::Read::<::schema::Root, $codec>::default())
        }

        #[cfg(feature = "encode-fresh")]
        pub fn extra() -> ::std::boxed::Box<dyn $crate::Extra> {
            ::std::boxed::Box::new($crate::Fresh::<::schema::Root, $codec>::default())
        }

        #[cfg(feature = "decode-reused")]
        pub fn extra() -> ::std::boxed::Box<dyn $crate::Extra> {
            ::std::boxed::Box::new($crate::Reused::<::schema::Root, $codec>::default())
        }
    };
}

/// Methods of `Root` whose code does not depend on the codec.
#[macro_export]
macro_rules! root {
    () => {
        #[inline(never)]
        fn populate(&self) -> Self {
            ::std::clone::Clone::clone(self)
        }

        fn populate_each(
            values: &[Self],
            passes: u64,
            meter: &mut dyn $crate::Meter,
        ) -> ::std::result::Result<(), $crate::Error> {
            $crate::populate_each(values, passes, meter)
        }
    };
}

/// Serde's traits for a struct that derives them with `#[serde(remote = "Self")]`: what it derives
/// is called, with a visitor before that of deserializing. It has to be inlined: one function
/// more on the way, and serde_json decodes a sixth slower.
#[macro_export]
macro_rules! narrow_visitor {
    ($type:ty) => {
        impl ::serde::Serialize for $type {
            #[inline(always)]
            fn serialize<S: ::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                Self::serialize(self, serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            #[inline(always)]
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                Self::deserialize($crate::NarrowDeserializer(deserializer))
            }
        }
    };
}

/// What `record!` does with a field; `bytes` says that it is bytes in a `Vec<u8>`, `told` that it tells
/// absent from null.
#[doc(hidden)]
#[macro_export]
macro_rules! part {
    (visit $value:expr) => {
        $crate::Visit::visit(&$value)
    };
    (visit $value:expr, bytes) => {
        $crate::Blob::visit_blob(&$value)
    };
    (visit $value:expr, told) => {
        $crate::part!(visit $value)
    };
    (canonical $out:ident $value:expr) => {
        $crate::Value::canonical(&$value, $out)
    };
    (canonical $out:ident $value:expr, bytes) => {
        $crate::Value::canonical(&$crate::PlainBlob::wrap($value.clone()), $out)
    };
    (canonical $out:ident $value:expr, told) => {
        $crate::part!(canonical $out $value)
    };
    (non_finite $value:expr) => {
        $crate::Value::has_non_finite(&$value)
    };
    (non_finite $value:expr, bytes) => {
        false
    };
    (non_finite $value:expr, told) => {
        $crate::part!(non_finite $value)
    };
    (from_json $json:ident $name:literal) => {
        $crate::field($json, $name)?
    };
    (from_json $json:ident $name:literal, bytes) => {
        $crate::PlainBlob::unwrap($crate::field($json, $name)?)
    };
    (from_json $json:ident $name:literal, told) => {
        $crate::part!(from_json $json $name)
    };
    (at $accessor:ident $record:ident $name:literal, told) => {
        $accessor::member(&$record, $name)
    };
    (at $accessor:ident $record:ident $name:literal $(, $kind:ident)?) => {
        $accessor::field(&$record, $name)
    };
    (look $of:expr, $at:expr) => {
        $crate::look_field($of, $at)
    };
    (look $of:expr, $at:expr, bytes) => {
        $crate::look_blob($of, $at)
    };
    (look $of:expr, $at:expr, told) => {
        $crate::look_told($of, $at)
    };
}

/// What `record!` looks at in encoded bytes, where a record that is `transparent` is what it holds.
#[doc(hidden)]
#[macro_export]
macro_rules! look_parts {
    (transparent $accessor:ident $at:ident {
        $field:ident $(as $kind:ident)?: $name:literal
    }) => {
        $crate::part!(
            look |value: &Self| &value.$field, ::std::result::Result::Ok($at) $(, $kind)?
        )
    };
    ($accessor:ident $at:ident { $($field:ident $(as $kind:ident)?: $name:literal),* }) => {{
        let record = $at.record()?;
        let _ = &record;
        let sum = 0_u64;
        $(let sum = sum.wrapping_add($crate::part!(
            look |value: &Self| &value.$field,
            $crate::part!(at $accessor record $name $(, $kind)?) $(, $kind)?
        )?);)*
        ::std::result::Result::Ok(sum)
    }};
}

/// `Visit` and `Value` for a struct: `record! { Type { field: "wire name", ... } }`, with
/// `field as bytes: "wire name"` for bytes in a `Vec<u8>`, which else is a list of numbers, and
/// `field as told: "wire name"` for one that tells absent from null, whose record is
/// `Type as transparent`.
#[macro_export]
macro_rules! record {
    ($type:ty $(as $transparent:ident)? { $($field:ident $(as $kind:ident)?: $name:literal),* $(,)? }) => {
        impl $crate::Visit for $type {
            fn visit(&self) -> u64 {
                let sum = 0_u64;
                $(let sum = sum.wrapping_add($crate::part!(visit self.$field $(, $kind)?));)*
                sum
            }
        }

        impl $crate::Value for $type {
            fn canonical(&self, out: &mut ::std::vec::Vec<u8>) {
                let _ = &out;
                $($crate::part!(canonical out self.$field $(, $kind)?);)*
            }

            fn from_json(json: &$crate::Json) -> ::std::result::Result<Self, $crate::ValueError> {
                if !json.is_object() {
                    return ::std::result::Result::Err($crate::ValueError::new(json, "a record"));
                }
                ::std::result::Result::Ok(Self {
                    $($field: $crate::part!(from_json json $name $(, $kind)?),)*
                })
            }

            fn look<'a, A: $crate::Accessor<'a>>(
                at: A,
            ) -> ::std::result::Result<u64, $crate::Error> {
                $crate::look_parts!($($transparent)? A at {
                    $($field $(as $kind)?: $name),*
                })
            }

            fn has_non_finite(&self) -> bool {
                false $(|| $crate::part!(non_finite self.$field $(, $kind)?))*
            }
        }
    };
}

/// `Deserialize` for a struct that borrows, as by `narrow_visitor!`:
/// `narrow_visitor_borrowed!(Type);`.
#[macro_export]
macro_rules! narrow_visitor_borrowed {
    ($type:ident) => {
        impl<'de: 'a, 'a> ::serde::Deserialize<'de> for $type<'a> {
            #[inline(always)]
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                Self::deserialize($crate::NarrowDeserializer(deserializer))
            }
        }
    };
}

/// `Visit` for a struct that borrows: `borrowed! { Type { field, ... } }`; bytes as in `record!`.
#[macro_export]
macro_rules! borrowed {
    ($type:ident { $($field:ident $(as $kind:ident)?),* $(,)? }) => {
        impl $crate::Visit for $type<'_> {
            fn visit(&self) -> u64 {
                let sum = 0_u64;
                $(let sum = sum.wrapping_add($crate::part!(visit self.$field $(, $kind)?));)*
                sum
            }
        }
    };
}

/// `Entries`, the type around a map of which a codec is given the list of the entries. Crates whose
/// libraries have traits of their own have a type of their own.
#[macro_export]
macro_rules! entries {
    () => {
        #[derive(Clone)]
        pub struct Entries<K, T>(pub ::std::collections::BTreeMap<K, T>);

        impl<K, T> ::std::default::Default for Entries<K, T> {
            fn default() -> Self {
                Self(::std::collections::BTreeMap::new())
            }
        }

        impl<K, T> ::std::ops::Deref for Entries<K, T> {
            type Target = ::std::collections::BTreeMap<K, T>;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl<K: Ord, T> ::std::iter::FromIterator<(K, T)> for Entries<K, T> {
            fn from_iter<I: ::std::iter::IntoIterator<Item = (K, T)>>(entries: I) -> Self {
                let mut map = Self::default();
                map.0.extend(entries);
                map
            }
        }

        impl<K: $crate::Visit, T: $crate::Visit> $crate::Visit for Entries<K, T> {
            fn visit(&self) -> u64 {
                $crate::Visit::visit(&self.0)
            }
        }

        impl<K: $crate::Value + Ord, T: $crate::Value> $crate::Value for Entries<K, T> {
            fn canonical(&self, out: &mut ::std::vec::Vec<u8>) {
                $crate::Value::canonical(&self.0, out);
            }

            fn from_json(json: &$crate::Json) -> ::std::result::Result<Self, $crate::ValueError> {
                $crate::Value::from_json(json).map(Self)
            }

            fn look<'a, A: $crate::Accessor<'a>>(
                at: A,
            ) -> ::std::result::Result<u64, $crate::Error> {
                at.items()?.try_fold(0_u64, |sum, item| {
                    let entry = item?.record()?;
                    let key = K::look(A::field(&entry, "key")?)?;
                    let value = T::look(A::field(&entry, "value")?)?;
                    Ok(sum.wrapping_add(key).wrapping_add(value).wrapping_add(1))
                })
            }

            fn has_non_finite(&self) -> bool {
                $crate::Value::has_non_finite(&self.0)
            }
        }

        impl<K: $crate::Visit, B: $crate::Blob> $crate::Blob for Entries<K, B> {
            fn visit_blob(&self) -> u64 {
                $crate::Blob::visit_blob(&self.0)
            }
        }

        impl<K: $crate::Value + Ord, B: $crate::PlainBlob> $crate::PlainBlob for Entries<K, B> {
            type Bytes = Entries<K, B::Bytes>;

            fn wrap(self) -> Self::Bytes {
                Entries($crate::PlainBlob::wrap(self.0))
            }

            fn unwrap(bytes: Self::Bytes) -> Self {
                Self($crate::PlainBlob::unwrap(bytes.0))
            }
        }
    };
}

/// The same with serde's traits; the name is that of the record of an entry.
#[macro_export]
macro_rules! serde_entries {
    ($name:literal) => {
        $crate::entries! {}

        #[derive(::serde::Serialize)]
        #[serde(rename = $name)]
        struct Lent<'a, K, T> {
            key: &'a K,
            value: &'a T,
        }

        #[derive(::serde::Deserialize)]
        #[serde(rename = $name)]
        struct Entry<K, T> {
            key: K,
            value: T,
        }

        impl<K: ::serde::Serialize, T: ::serde::Serialize> ::serde::Serialize for Entries<K, T> {
            fn serialize<S: ::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter().map(|(key, value)| Lent { key, value }))
            }
        }

        impl<'de, K, T> ::serde::Deserialize<'de> for Entries<K, T>
        where
            K: ::serde::Deserialize<'de> + Ord,
            T: ::serde::Deserialize<'de>,
        {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                deserializer.deserialize_seq(EntriesVisitor(::std::marker::PhantomData))
            }
        }

        struct EntriesVisitor<K, T>(::std::marker::PhantomData<(K, T)>);

        impl<'de, K, T> ::serde::de::Visitor<'de> for EntriesVisitor<K, T>
        where
            K: ::serde::Deserialize<'de> + Ord,
            T: ::serde::Deserialize<'de>,
        {
            type Value = Entries<K, T>;

            fn expecting(&self, f: &mut ::std::fmt::Formatter) -> ::std::fmt::Result {
                f.write_str("a list of entries")
            }

            fn visit_seq<A: ::serde::de::SeqAccess<'de>>(
                self,
                mut items: A,
            ) -> ::std::result::Result<Self::Value, A::Error> {
                let mut map = Entries::default();
                while let Some(Entry { key, value }) = items.next_element()? {
                    map.0.insert(key, value);
                }
                Ok(map)
            }
        }
    };
}

/// `Symbols`, `Visit` and `Value` for an enum: `symbols! { Type { Variant: "wire name", ... } }`.
#[macro_export]
macro_rules! symbols {
    ($type:ty { $($variant:ident: $name:literal),* $(,)? }) => {
        impl $crate::Symbols for $type {
            const SYMBOLS: &'static [(Self, &'static str)] = &[$((Self::$variant, $name),)*];

            fn number(self) -> u32 {
                self as u32
            }

            fn named(name: &str) -> ::std::option::Option<Self> {
                match name {
                    $($name => ::std::option::Option::Some(Self::$variant),)*
                    _ => ::std::option::Option::None,
                }
            }
        }

        impl $crate::Visit for $type {
            fn visit(&self) -> u64 {
                *self as u64
            }
        }

        impl $crate::Value for $type {
            fn canonical(&self, out: &mut ::std::vec::Vec<u8>) {
                out.extend_from_slice(&(*self as u32).to_le_bytes());
            }

            fn from_json(json: &$crate::Json) -> ::std::result::Result<Self, $crate::ValueError> {
                $crate::symbol(json)
            }

            fn look<'a, A: $crate::Accessor<'a>>(
                at: A,
            ) -> ::std::result::Result<u64, $crate::Error> {
                $crate::look_symbol::<Self>(at)
            }
        }
    };
}
