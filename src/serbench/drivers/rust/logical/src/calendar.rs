//! Days of the proleptic Gregorian calendar, as chrono has them.

use chrono::{Datelike, NaiveDate};

/// Days from the first of January of year 1, which chrono calls 1, to 1970-01-01.
const TO_1970: i64 = 719_163;

#[inline]
pub fn days(date: NaiveDate) -> i64 {
    i64::from(date.num_days_from_ce()) - TO_1970
}

#[inline]
pub fn of_days(days: i64) -> Option<NaiveDate> {
    let from_1 = i32::try_from(days.checked_add(TO_1970)?).ok()?;
    NaiveDate::from_num_days_from_ce_opt(from_1)
}
