//! Logical types: the types that most programs use for them, and what stands for them on a wire.
//!
//! `Held<TimestampUtc<Us>, i64>` holds a `chrono::DateTime<Utc>`, which libraries that do not know
//! chrono's types get as an `i64` of microseconds. A type of serbench's own has to stand around
//! chrono's: that does not say the unit, and serde's `with` reaches into no `Option`, `Vec` or map.
//! It is nothing when compiled.

mod calendar;
mod moments;
mod numbers;
mod serialize;
mod spans;
mod text;
mod units;

use std::cmp::Ordering;
use std::marker::PhantomData;

use serbench_driver::Visit;
use serbench_driver::{visit_bytes, Accessor, BinaryBytes, Bytes, Error, Json, Value, ValueError};

pub use moments::{Date, Timestamp, TimestampOffset, TimestampUtc};
pub use numbers::{BigDecimal, BigInt, Decimal, Uuid, Whole};
pub use spans::{Duration, Time};
pub use units::{Ms, Ns, Unit, Us, S};

/// What protobuf and others have as whole seconds and the nanoseconds beyond.
pub trait Parted: Counted<Lowered = i64> {
    type Unit: Unit;

    fn parts(plain: &Self::Plain) -> (i64, i32);
    fn of_parts(seconds: i64, nanoseconds: i32) -> Option<Self::Plain>;
}

/// A logical type.
pub trait Logical: 'static {
    /// What programs hold.
    type Plain: Clone + Send + Sync + 'static;
    /// What all languages agree on: `i32`, `i64` or `String`.
    type Lowered: Value;
    /// Of `Plain`, for people.
    const PLAIN: &'static str;

    /// Panics where the value has no lowered form, as only a wrong library makes one.
    fn lowered(plain: &Self::Plain) -> Self::Lowered;
    /// `None` if `Plain` cannot hold it, or it is none of the type.
    fn raised(lowered: Self::Lowered) -> Option<Self::Plain>;
    /// The visit sum of the lowered value.
    fn visit(plain: &Self::Plain) -> u64 {
        Self::lowered(plain).visit()
    }

    /// Calls `use_it` with the canonical text.
    fn with_text<R>(plain: &Self::Plain, use_it: impl FnOnce(&str) -> R) -> R;
    /// Of canonical text.
    fn of_text(text: &str) -> Option<Self::Plain>;
}

/// One that can be an integer on a wire.
pub trait Counted: Logical {
    fn count(plain: &Self::Plain) -> i64;
    fn of_count(count: i64) -> Option<Self::Plain>;
}

/// One that can be bytes on a wire.
pub trait Packed: Logical {
    fn with_bytes<R>(plain: &Self::Plain, use_it: impl FnOnce(&[u8]) -> R) -> R;
    fn of_bytes(bytes: &[u8]) -> Option<Self::Plain>;
}

/// A logical type that `W` can stand for on a wire.
pub trait Wire<W>: Logical + Found<W> {
    fn put(plain: &Self::Plain) -> W;
    fn take(wire: W) -> Result<Self::Plain, Error>;
}

/// One that is found where `W` stands in encoded bytes.
pub trait Found<W>: Logical {
    fn find<'a, A: Accessor<'a>>(at: A) -> Result<Self::Plain, Error>;
}

/// Stands in place of `W` where a library takes the plain value.
pub struct Native;

#[cold]
fn strange<L: Logical>(found: &str) -> Error {
    Error::Failed(format!("{found} is no value that {} holds", L::PLAIN))
}

impl<L: Counted> Wire<i64> for L {
    #[inline]
    fn put(plain: &L::Plain) -> i64 {
        L::count(plain)
    }

    #[inline]
    fn take(wire: i64) -> Result<L::Plain, Error> {
        L::of_count(wire).ok_or_else(|| strange::<L>(&wire.to_string()))
    }
}

impl<L: Counted> Found<i64> for L {
    fn find<'a, A: Accessor<'a>>(at: A) -> Result<L::Plain, Error> {
        <L as Wire<i64>>::take(at.signed()?)
    }
}

impl<L: Counted> Wire<i32> for L {
    /// Dates and times of the day in coarse units fit.
    #[inline]
    fn put(plain: &L::Plain) -> i32 {
        L::count(plain) as i32
    }

    #[inline]
    fn take(wire: i32) -> Result<L::Plain, Error> {
        <L as Wire<i64>>::take(wire.into())
    }
}

impl<L: Counted> Found<i32> for L {
    fn find<'a, A: Accessor<'a>>(at: A) -> Result<L::Plain, Error> {
        <L as Found<i64>>::find(at)
    }
}

impl<L: Logical> Wire<String> for L {
    #[inline]
    fn put(plain: &L::Plain) -> String {
        L::with_text(plain, str::to_owned)
    }

    #[inline]
    fn take(wire: String) -> Result<L::Plain, Error> {
        L::of_text(&wire).ok_or_else(|| strange::<L>(&format!("{wire:?}")))
    }
}

impl<L: Logical> Found<String> for L {
    fn find<'a, A: Accessor<'a>>(at: A) -> Result<L::Plain, Error> {
        let text = at.text()?;
        L::of_text(text).ok_or_else(|| strange::<L>(&format!("{text:?}")))
    }
}

impl<L: Packed> Wire<Vec<u8>> for L {
    #[inline]
    fn put(plain: &L::Plain) -> Vec<u8> {
        L::with_bytes(plain, <[u8]>::to_vec)
    }

    #[inline]
    fn take(wire: Vec<u8>) -> Result<L::Plain, Error> {
        L::of_bytes(&wire).ok_or_else(|| strange::<L>(&format!("{wire:02x?}")))
    }
}

impl<L: Packed> Found<Vec<u8>> for L {
    fn find<'a, A: Accessor<'a>>(at: A) -> Result<L::Plain, Error> {
        let bytes = at.bytes()?;
        L::of_bytes(bytes).ok_or_else(|| strange::<L>(&format!("{bytes:02x?}")))
    }
}

macro_rules! as_bytes {
    ($($type:ident)*) => {$(
        impl<L: Packed> Wire<$type> for L {
            fn put(plain: &L::Plain) -> $type {
                $type(<L as Wire<Vec<u8>>>::put(plain))
            }

            fn take(wire: $type) -> Result<L::Plain, Error> {
                <L as Wire<Vec<u8>>>::take(wire.0)
            }
        }

        impl<L: Packed> Found<$type> for L {
            fn find<'a, A: Accessor<'a>>(at: A) -> Result<L::Plain, Error> {
                <L as Found<Vec<u8>>>::find(at)
            }
        }
    )*};
}

as_bytes! { Bytes BinaryBytes }

/// A plain value of a logical type, for which `W` stands on a wire.
pub struct Held<L: Logical, W>(pub L::Plain, PhantomData<fn() -> W>);

impl<L: Logical, W> Held<L, W> {
    #[inline]
    pub fn new(plain: L::Plain) -> Self {
        Self(plain, PhantomData)
    }
}

impl<L: Wire<W>, W> Held<L, W> {
    #[inline]
    pub fn put(&self) -> W {
        <L as Wire<W>>::put(&self.0)
    }

    #[inline]
    pub fn take(wire: W) -> Result<Self, Error> {
        <L as Wire<W>>::take(wire).map(Self::new)
    }
}

impl<L: Parted, W> Held<L, W> {
    #[inline]
    pub fn parts(&self) -> (i64, i32) {
        L::parts(&self.0)
    }

    #[inline]
    pub fn of_parts((seconds, nanoseconds): (i64, i32)) -> Result<Self, Error> {
        let plain = L::of_parts(seconds, nanoseconds);
        let strange = || strange::<L>(&format!("{seconds} s and {nanoseconds} ns"));
        plain.map(Self::new).ok_or_else(strange)
    }
}

impl<L: Logical, W> Clone for Held<L, W> {
    #[inline]
    fn clone(&self) -> Self {
        Self::new(self.0.clone())
    }
}

impl<L: Logical, W> PartialEq for Held<L, W>
where
    L::Plain: PartialEq,
{
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<L: Logical, W> Eq for Held<L, W> where L::Plain: Eq {}

impl<L: Logical, W> PartialOrd for Held<L, W>
where
    L::Plain: PartialOrd,
{
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

/// Keys of maps are in order.
impl<L: Logical, W> Ord for Held<L, W>
where
    L::Plain: Ord,
{
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl<L: Logical, W> Visit for Held<L, W> {
    #[inline]
    fn visit(&self) -> u64 {
        L::visit(&self.0)
    }
}

impl<L: Found<W>, W> Value for Held<L, W> {
    fn canonical(&self, out: &mut Vec<u8>) {
        L::lowered(&self.0).canonical(out);
    }

    fn from_json(json: &Json) -> Result<Self, ValueError> {
        let raised = L::raised(L::Lowered::from_json(json)?);
        raised.map(Self::new).ok_or_else(|| ValueError::beyond(json, L::PLAIN))
    }

    fn look<'a, A: Accessor<'a>>(at: A) -> Result<u64, Error> {
        <L as Found<W>>::find(at).map(|plain| L::visit(&plain))
    }
}

/// The visit sum of a value that an integer stands for in a message of a library.
pub fn see_count<L: Counted>(count: i64) -> u64 {
    L::visit(&L::of_count(count).unwrap_or_else(|| panic!("{}", strange::<L>(&count.to_string()))))
}

/// The visit sum of the count, whatever has been read.
pub fn see_parts<L: Parted>((seconds, nanoseconds): (i64, i32)) -> u64 {
    let part = i64::from(nanoseconds) / L::Unit::NANOSECONDS;
    seconds.wrapping_mul(L::Unit::PER_SECOND).wrapping_add(part).visit()
}

/// Of one that bytes stand for.
pub fn see_bytes<L: Packed>(bytes: &[u8]) -> u64 {
    let found = L::of_bytes(bytes);
    L::visit(&found.unwrap_or_else(|| panic!("{}", strange::<L>(&format!("{bytes:02x?}")))))
}

fn visit_text(text: &str) -> u64 {
    visit_bytes(text.as_bytes())
}
