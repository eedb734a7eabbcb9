//! Canonical text of dates and times: RFC 3339, with as many digits as the unit has.

use chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime, Timelike};

use crate::units::Unit;

/// Room for the longest: `+262142-12-31T23:59:59.123456789+01:00`.
pub struct Text {
    bytes: [u8; 48],
    len: usize,
}

impl Default for Text {
    fn default() -> Self {
        Self { bytes: [0; 48], len: 0 }
    }
}

impl Text {
    #[inline]
    pub fn as_str(&self) -> &str {
        // Only ASCII is put here.
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }

    #[inline]
    pub fn put(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    #[inline]
    pub fn put_all(&mut self, bytes: &[u8]) {
        self.bytes[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    /// With so many digits.
    #[inline]
    pub fn put_digits(&mut self, mut number: u64, digits: usize) {
        for at in (self.len..self.len + digits).rev() {
            self.bytes[at] = b'0' + (number % 10) as u8;
            number /= 10;
        }
        self.len += digits;
    }

    /// With as many digits as it has.
    pub fn put_number(&mut self, number: u64) {
        self.put_digits(number, number.checked_ilog10().unwrap_or(0) as usize + 1);
    }

    pub fn put_date(&mut self, date: NaiveDate) {
        let year = date.year();
        if !(0..=9999).contains(&year) {
            self.put(if year < 0 { b'-' } else { b'+' });
        }
        let shown = u64::from(year.unsigned_abs());
        if shown < 10_000 {
            self.put_digits(shown, 4);
        } else {
            self.put_number(shown);
        }
        self.put(b'-');
        self.put_digits(date.month().into(), 2);
        self.put(b'-');
        self.put_digits(date.day().into(), 2);
    }

    pub fn put_time<U: Unit>(&mut self, time: NaiveTime) {
        self.put_digits(time.hour().into(), 2);
        self.put(b':');
        self.put_digits(time.minute().into(), 2);
        self.put(b':');
        self.put_digits(time.second().into(), 2);
        self.put_fraction::<U>(time.nanosecond());
    }

    pub fn put_fraction<U: Unit>(&mut self, nanoseconds: u32) {
        if U::DIGITS > 0 {
            self.put(b'.');
            self.put_digits(u64::from(nanoseconds) / U::NANOSECONDS as u64, U::DIGITS);
        }
    }

    pub fn put_moment<U: Unit>(&mut self, moment: NaiveDateTime) {
        self.put_date(moment.date());
        self.put(b'T');
        self.put_time::<U>(moment.time());
    }

    /// Seconds east of UTC, which are whole minutes.
    pub fn put_offset(&mut self, seconds: i32) {
        if seconds == 0 {
            return self.put(b'Z');
        }
        self.put(if seconds < 0 { b'-' } else { b'+' });
        let minutes = u64::from(seconds.unsigned_abs()) / 60;
        self.put_digits(minutes / 60, 2);
        self.put(b':');
        self.put_digits(minutes % 60, 2);
    }
}

/// Reads from the front of text. Whatever is not canonical is `None`.
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self(text.as_bytes())
    }

    #[inline]
    pub fn skip(&mut self, byte: u8) -> Option<()> {
        let (first, rest) = self.0.split_first()?;
        (*first == byte).then(|| self.0 = rest)
    }

    pub fn skips(&mut self, byte: u8) -> bool {
        self.skip(byte).is_some()
    }

    /// A number of so many digits.
    #[inline]
    pub fn digits(&mut self, digits: usize) -> Option<u32> {
        let (number, rest) = self.0.split_at_checked(digits)?;
        self.0 = rest;
        number.iter().try_fold(0_u32, |sum, digit| {
            digit.is_ascii_digit().then(|| sum * 10 + u32::from(digit - b'0'))
        })
    }

    /// All digits that follow, at least one.
    pub fn number(&mut self) -> Option<u64> {
        let count = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = self.0.split_at(count);
        self.0 = rest;
        std::str::from_utf8(number).ok()?.parse().ok()
    }

    pub fn date(&mut self) -> Option<NaiveDate> {
        let year = match self.0.first()? {
            sign @ (b'+' | b'-') => {
                self.0 = &self.0[1..];
                let year = i32::try_from(self.number()?).ok()?;
                if *sign == b'-' {
                    -year
                } else {
                    year
                }
            }
            _ => self.digits(4)? as i32,
        };
        self.skip(b'-')?;
        let month = self.digits(2)?;
        self.skip(b'-')?;
        NaiveDate::from_ymd_opt(year, month, self.digits(2)?)
    }

    pub fn time<U: Unit>(&mut self) -> Option<NaiveTime> {
        let hour = self.digits(2)?;
        self.skip(b':')?;
        let minute = self.digits(2)?;
        self.skip(b':')?;
        let second = self.digits(2)?;
        NaiveTime::from_hms_nano_opt(hour, minute, second, self.fraction::<U>()?)
    }

    /// Nanoseconds.
    pub fn fraction<U: Unit>(&mut self) -> Option<u32> {
        if U::DIGITS == 0 {
            return Some(0);
        }
        self.skip(b'.')?;
        Some(self.digits(U::DIGITS)? * U::NANOSECONDS as u32)
    }

    pub fn moment<U: Unit>(&mut self) -> Option<NaiveDateTime> {
        let date = self.date()?;
        self.skip(b'T')?;
        Some(date.and_time(self.time::<U>()?))
    }

    /// Seconds east of UTC.
    pub fn offset(&mut self) -> Option<i32> {
        if self.skips(b'Z') {
            return Some(0);
        }
        let sign = if self.skips(b'-') { -1 } else { self.skip(b'+').map(|()| 1)? };
        let hours = self.digits(2)? as i32;
        self.skip(b':')?;
        Some(sign * (hours * 60 + self.digits(2)? as i32) * 60)
    }

    /// `read`, if nothing follows.
    #[inline]
    pub fn end<T>(self, read: T) -> Option<T> {
        self.0.is_empty().then_some(read)
    }
}
