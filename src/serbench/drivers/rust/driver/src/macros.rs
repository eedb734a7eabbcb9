//! Implementations for generated types.

/// `Visit` and `Value` for a struct: `record! { Type { field: "wire name", ... } }`.
#[macro_export]
macro_rules! record {
    ($type:ty { $($field:ident: $name:literal),* $(,)? }) => {
        impl $crate::Visit for $type {
            fn visit(&self) -> u64 {
                let sum = 0_u64;
                $(let sum = sum.wrapping_add($crate::Visit::visit(&self.$field));)*
                sum
            }
        }

        impl $crate::Value for $type {
            fn canonical(&self, out: &mut ::std::vec::Vec<u8>) {
                let _ = &out;
                $($crate::Value::canonical(&self.$field, out);)*
            }

            fn from_json(json: &$crate::Json) -> ::std::result::Result<Self, $crate::ValueError> {
                if !json.is_object() {
                    return ::std::result::Result::Err($crate::ValueError::new(json, "a record"));
                }
                ::std::result::Result::Ok(Self { $($field: $crate::field(json, $name)?,)* })
            }

            fn look<'a, A: $crate::Accessor<'a>>(
                at: A,
            ) -> ::std::result::Result<u64, $crate::Error> {
                let record = at.record()?;
                let _ = &record;
                let sum = 0_u64;
                $(let sum = sum.wrapping_add(
                    $crate::look_field(|value: &Self| &value.$field, A::field(&record, $name))?,
                );)*
                ::std::result::Result::Ok(sum)
            }
        }
    };
}

/// `Visit` for a struct that borrows: `borrowed! { Type { field, ... } }`.
#[macro_export]
macro_rules! borrowed {
    ($type:ident { $($field:ident),* $(,)? }) => {
        impl $crate::Visit for $type<'_> {
            fn visit(&self) -> u64 {
                let sum = 0_u64;
                $(let sum = sum.wrapping_add($crate::Visit::visit(&self.$field));)*
                sum
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
