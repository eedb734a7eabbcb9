//! Days and points in time: `chrono::NaiveDate`, `NaiveDateTime`, `DateTime`.

use std::marker::PhantomData;

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, TimeZone, Utc};

use crate::text::{Reader, Text};
use crate::units::Unit;
use crate::{calendar, visit_text, Counted, Logical, Parted};

pub struct Date;

impl Logical for Date {
    type Plain = NaiveDate;
    type Lowered = i32;
    const PLAIN: &'static str = "chrono::NaiveDate";

    #[inline]
    fn lowered(plain: &NaiveDate) -> i32 {
        Self::count(plain) as i32
    }

    #[inline]
    fn raised(lowered: i32) -> Option<NaiveDate> {
        Self::of_count(lowered.into())
    }

    fn with_text<R>(plain: &NaiveDate, use_it: impl FnOnce(&str) -> R) -> R {
        let mut text = Text::default();
        text.put_date(*plain);
        use_it(text.as_str())
    }

    fn of_text(text: &str) -> Option<NaiveDate> {
        let mut reader = Reader::new(text);
        let date = reader.date()?;
        reader.end(date)
    }
}

impl Counted for Date {
    #[inline]
    fn count(plain: &NaiveDate) -> i64 {
        calendar::days(*plain)
    }

    #[inline]
    fn of_count(count: i64) -> Option<NaiveDate> {
        calendar::of_days(count)
    }
}

#[inline]
fn count_of<U: Unit>(moment: &DateTime<Utc>) -> i64 {
    let counted = U::joined(moment.timestamp(), moment.timestamp_subsec_nanos().into());
    counted.expect("a point in time of the unit")
}

#[inline]
fn of_count<U: Unit>(count: i64) -> Option<DateTime<Utc>> {
    let (seconds, nanoseconds) = U::split(count);
    DateTime::from_timestamp(seconds, nanoseconds)
}

/// A local one.
pub struct Timestamp<U>(PhantomData<U>);

impl<U: Unit> Logical for Timestamp<U> {
    type Plain = NaiveDateTime;
    type Lowered = i64;
    const PLAIN: &'static str = "chrono::NaiveDateTime";

    #[inline]
    fn lowered(plain: &NaiveDateTime) -> i64 {
        count_of::<U>(&plain.and_utc())
    }

    #[inline]
    fn raised(lowered: i64) -> Option<NaiveDateTime> {
        of_count::<U>(lowered).map(|moment| moment.naive_utc())
    }

    fn with_text<R>(plain: &NaiveDateTime, use_it: impl FnOnce(&str) -> R) -> R {
        let mut text = Text::default();
        text.put_moment::<U>(*plain);
        use_it(text.as_str())
    }

    fn of_text(text: &str) -> Option<NaiveDateTime> {
        let mut reader = Reader::new(text);
        let moment = reader.moment::<U>()?;
        reader.end(moment)
    }
}

pub struct TimestampUtc<U>(PhantomData<U>);

impl<U: Unit> Logical for TimestampUtc<U> {
    type Plain = DateTime<Utc>;
    type Lowered = i64;
    const PLAIN: &'static str = "chrono::DateTime<Utc>";

    #[inline]
    fn lowered(plain: &DateTime<Utc>) -> i64 {
        count_of::<U>(plain)
    }

    #[inline]
    fn raised(lowered: i64) -> Option<DateTime<Utc>> {
        of_count::<U>(lowered)
    }

    fn with_text<R>(plain: &DateTime<Utc>, use_it: impl FnOnce(&str) -> R) -> R {
        let mut text = Text::default();
        text.put_moment::<U>(plain.naive_utc());
        text.put(b'Z');
        use_it(text.as_str())
    }

    fn of_text(text: &str) -> Option<DateTime<Utc>> {
        let mut reader = Reader::new(text);
        let moment = reader.moment::<U>()?;
        reader.skip(b'Z')?;
        reader.end(moment.and_utc())
    }
}

macro_rules! counted {
    ($($type:ident)*) => {$(
        impl<U: Unit> Counted for $type<U> {
            #[inline]
            fn count(plain: &Self::Plain) -> i64 {
                Self::lowered(plain)
            }

            #[inline]
            fn of_count(count: i64) -> Option<Self::Plain> {
                Self::raised(count)
            }
        }
    )*};
}

counted! { Timestamp TimestampUtc }

/// One with an offset of its own, which two of the same point in time may differ in.
pub struct TimestampOffset<U>(PhantomData<U>);

impl<U: Unit> Logical for TimestampOffset<U> {
    type Plain = DateTime<FixedOffset>;
    type Lowered = String;
    const PLAIN: &'static str = "chrono::DateTime<FixedOffset>";

    fn lowered(plain: &DateTime<FixedOffset>) -> String {
        Self::with_text(plain, str::to_owned)
    }

    fn raised(lowered: String) -> Option<DateTime<FixedOffset>> {
        Self::of_text(&lowered)
    }

    fn visit(plain: &DateTime<FixedOffset>) -> u64 {
        Self::with_text(plain, visit_text)
    }

    fn with_text<R>(plain: &DateTime<FixedOffset>, use_it: impl FnOnce(&str) -> R) -> R {
        let mut text = Text::default();
        text.put_moment::<U>(plain.naive_local());
        text.put_offset(plain.offset().local_minus_utc());
        use_it(text.as_str())
    }

    fn of_text(text: &str) -> Option<DateTime<FixedOffset>> {
        let mut reader = Reader::new(text);
        let local = reader.moment::<U>()?;
        let offset = FixedOffset::east_opt(reader.offset()?)?;
        reader.end(offset.from_local_datetime(&local).single()?)
    }
}

impl<U: Unit> Parted for TimestampUtc<U> {
    type Unit = U;

    #[inline]
    fn parts(plain: &DateTime<Utc>) -> (i64, i32) {
        (plain.timestamp(), plain.timestamp_subsec_nanos() as i32)
    }

    #[inline]
    fn of_parts(seconds: i64, nanoseconds: i32) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(seconds, nanoseconds.try_into().ok()?)
    }
}
