//! Units of counts of time.

pub trait Unit: 'static {
    /// Of a second's fraction.
    const DIGITS: usize;
    const PER_SECOND: i64;
    const NANOSECONDS: i64 = 1_000_000_000 / Self::PER_SECOND;

    /// Whole seconds, rounded down, and the nanoseconds beyond.
    #[inline]
    fn split(count: i64) -> (i64, u32) {
        let part = count.rem_euclid(Self::PER_SECOND) * Self::NANOSECONDS;
        (count.div_euclid(Self::PER_SECOND), part as u32)
    }

    /// `None` beyond 64 bits, or if it is finer than the unit.
    #[inline]
    fn joined(seconds: i64, nanoseconds: i64) -> Option<i64> {
        if nanoseconds % Self::NANOSECONDS != 0 {
            return None;
        }
        let whole = i128::from(seconds) * i128::from(Self::PER_SECOND);
        (whole + i128::from(nanoseconds / Self::NANOSECONDS)).try_into().ok()
    }
}

macro_rules! units {
    ($($name:ident $digits:literal $per_second:literal)*) => {$(
        pub struct $name;

        impl Unit for $name {
            const DIGITS: usize = $digits;
            const PER_SECOND: i64 = $per_second;
        }
    )*};
}

units! { S 0 1 Ms 3 1_000 Us 6 1_000_000 Ns 9 1_000_000_000 }
