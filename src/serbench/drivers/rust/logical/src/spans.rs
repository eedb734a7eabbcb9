//! Times of the day and durations: `chrono::NaiveTime` and `TimeDelta`.

use std::marker::PhantomData;

use chrono::{NaiveTime, TimeDelta, Timelike};
use serbench_driver::Value;

use crate::text::{Reader, Text};
use crate::units::Unit;
use crate::{Counted, Logical, Parted};

const DAY_S: i64 = 86_400;

/// `LOWERED` is `i32` for the units that fit, else `i64`.
pub struct Time<U, LOWERED>(PhantomData<(U, LOWERED)>);

impl<U: Unit, LOWERED> Logical for Time<U, LOWERED>
where
    LOWERED: Value + Into<i64> + TryFrom<i64> + 'static,
{
    type Plain = NaiveTime;
    type Lowered = LOWERED;
    const PLAIN: &'static str = "chrono::NaiveTime";

    #[inline]
    fn lowered(plain: &NaiveTime) -> LOWERED {
        LOWERED::try_from(Self::count(plain)).ok().expect("a time of one day")
    }

    #[inline]
    fn raised(lowered: LOWERED) -> Option<NaiveTime> {
        Self::of_count(lowered.into())
    }

    fn with_text<R>(plain: &NaiveTime, use_it: impl FnOnce(&str) -> R) -> R {
        let mut text = Text::default();
        text.put_time::<U>(*plain);
        use_it(text.as_str())
    }

    fn of_text(text: &str) -> Option<NaiveTime> {
        let mut reader = Reader::new(text);
        let time = reader.time::<U>()?;
        reader.end(time)
    }
}

impl<U: Unit, LOWERED> Counted for Time<U, LOWERED>
where
    LOWERED: Value + Into<i64> + TryFrom<i64> + 'static,
{
    #[inline]
    fn count(plain: &NaiveTime) -> i64 {
        let seconds = plain.num_seconds_from_midnight().into();
        U::joined(seconds, plain.nanosecond().into()).expect("a time of the unit")
    }

    /// Not of a count beyond a day, as columns may hold them.
    #[inline]
    fn of_count(count: i64) -> Option<NaiveTime> {
        let (seconds, nanoseconds) = U::split(count);
        if !(0..DAY_S).contains(&seconds) {
            return None;
        }
        NaiveTime::from_num_seconds_from_midnight_opt(seconds as u32, nanoseconds)
    }
}

pub struct Duration<U>(PhantomData<U>);

impl<U: Unit> Logical for Duration<U> {
    type Plain = TimeDelta;
    type Lowered = i64;
    const PLAIN: &'static str = "chrono::TimeDelta";

    /// chrono rounds towards zero.
    #[inline]
    fn lowered(plain: &TimeDelta) -> i64 {
        let counted = U::joined(plain.num_seconds(), plain.subsec_nanos().into());
        counted.expect("a duration of the unit")
    }

    #[inline]
    fn raised(lowered: i64) -> Option<TimeDelta> {
        let (seconds, nanoseconds) = U::split(lowered);
        TimeDelta::new(seconds, nanoseconds)
    }

    fn with_text<R>(plain: &TimeDelta, use_it: impl FnOnce(&str) -> R) -> R {
        let (seconds, nanoseconds) = (plain.num_seconds(), plain.subsec_nanos());
        let mut text = Text::default();
        text.put_all(if seconds < 0 || nanoseconds < 0 { b"-PT" } else { b"PT" });
        text.put_number(seconds.unsigned_abs());
        text.put_fraction::<U>(nanoseconds.unsigned_abs());
        text.put(b'S');
        use_it(text.as_str())
    }

    fn of_text(text: &str) -> Option<TimeDelta> {
        let mut reader = Reader::new(text);
        let is_negative = reader.skips(b'-');
        reader.skip(b'P')?;
        reader.skip(b'T')?;
        let seconds = i64::try_from(reader.number()?).ok()?;
        let span = TimeDelta::new(seconds, reader.fraction::<U>()?)?;
        reader.skip(b'S')?;
        reader.end(if is_negative { -span } else { span })
    }
}

impl<U: Unit> Counted for Duration<U> {
    #[inline]
    fn count(plain: &TimeDelta) -> i64 {
        Self::lowered(plain)
    }

    #[inline]
    fn of_count(count: i64) -> Option<TimeDelta> {
        Self::raised(count)
    }
}

impl<U: Unit> Parted for Duration<U> {
    type Unit = U;

    /// Of the same sign, as chrono rounds towards zero.
    #[inline]
    fn parts(plain: &TimeDelta) -> (i64, i32) {
        (plain.num_seconds(), plain.subsec_nanos())
    }

    #[inline]
    fn of_parts(seconds: i64, nanoseconds: i32) -> Option<TimeDelta> {
        let whole = TimeDelta::try_seconds(seconds)?;
        whole.checked_add(&TimeDelta::nanoseconds(nanoseconds.into()))
    }
}
