//! Decimals, big integers and UUIDs: `rust_decimal` to 28 digits and `bigdecimal` beyond,
//! `num_bigint`, `uuid`.

use bigdecimal::BigDecimal as Big;
use num_bigint::BigInt as Int;
use rust_decimal::Decimal as Short;

use crate::text::Text;
use crate::{visit_text, Counted, Logical, Packed};

/// A decimal of at most 28 digits, lowered to text.
pub struct Decimal<const PRECISION: usize, const SCALE: u32>;

/// A decimal of at most 18 digits, none of them behind the point.
pub struct Whole<const PRECISION: usize>;

/// Of digits at this scale. Panics where a wrong library made one of more digits.
#[inline]
fn unscaled(plain: &Short, scale: u32) -> i128 {
    if plain.scale() == scale {
        return plain.mantissa();
    }
    let mut scaled = *plain;
    scaled.rescale(scale);
    assert!(scaled.scale() == scale && scaled == *plain, "{plain} has another scale than {scale}");
    scaled.mantissa()
}

#[inline]
fn of_unscaled<const PRECISION: usize>(digits: i128, scale: u32) -> Option<Short> {
    let is_short = digits.unsigned_abs() < 10_u128.pow(PRECISION as u32);
    is_short.then(|| Short::from_i128_with_scale(digits, scale))
}

/// The digits of canonical text without its point, and whether it is negative.
fn digits_of(text: &str, scale: usize) -> Option<(String, bool)> {
    let (digits, is_negative) = match text.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let joined = match scale {
        0 => digits.to_owned(),
        _ => {
            let (whole, part) = digits.split_once('.')?;
            (part.len() == scale && !whole.is_empty()).then(|| [whole, part].concat())?
        }
    };
    let is_number = !joined.is_empty() && joined.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((joined, is_negative))
}

/// As 64 bits twice: division of 128 bits is slow.
const HALF: u128 = 1_000_000_000_000_000_000;
const HALF_DIGITS: usize = 18;

fn put_decimal(text: &mut Text, digits: i128, scale: usize) {
    let mut all = Text::default();
    let size = digits.unsigned_abs();
    all.put_digits((size / HALF) as u64, HALF_DIGITS);
    all.put_digits((size % HALF) as u64, HALF_DIGITS);
    let all = all.as_str().as_bytes();
    let point = all.len() - scale;
    let first = all.iter().position(|digit| *digit != b'0').unwrap_or(point).min(point - 1);
    if digits < 0 {
        text.put(b'-');
    }
    text.put_all(&all[first..point]);
    if scale > 0 {
        text.put(b'.');
        text.put_all(&all[point..]);
    }
}

/// In two's complement, big-endian, as few as hold the number.
fn with_bytes_of<R>(number: i128, use_it: impl FnOnce(&[u8]) -> R) -> R {
    let bytes = number.to_be_bytes();
    let sign_bits = if number < 0 { number.leading_ones() } else { number.leading_zeros() };
    let spare = (sign_bits as usize - 1) / 8;
    use_it(&bytes[spare.min(bytes.len() - 1)..])
}

fn of_bytes(bytes: &[u8]) -> Option<i128> {
    let first = *bytes.first()?;
    let mut all = if first & 0x80 == 0 { [0; 16] } else { [0xff; 16] };
    let at = all.len().checked_sub(bytes.len())?;
    all[at..].copy_from_slice(bytes);
    Some(i128::from_be_bytes(all))
}

impl<const PRECISION: usize, const SCALE: u32> Logical for Decimal<PRECISION, SCALE> {
    type Plain = Short;
    type Lowered = String;
    const PLAIN: &'static str = "rust_decimal::Decimal";

    fn lowered(plain: &Short) -> String {
        Self::with_text(plain, str::to_owned)
    }

    fn raised(lowered: String) -> Option<Short> {
        Self::of_text(&lowered)
    }

    fn visit(plain: &Short) -> u64 {
        Self::with_text(plain, visit_text)
    }

    fn with_text<R>(plain: &Short, use_it: impl FnOnce(&str) -> R) -> R {
        let mut text = Text::default();
        put_decimal(&mut text, unscaled(plain, SCALE), SCALE as usize);
        use_it(text.as_str())
    }

    fn of_text(text: &str) -> Option<Short> {
        let (digits, is_negative) = digits_of(text, SCALE as usize)?;
        let size: i128 = digits.parse().ok()?;
        of_unscaled::<PRECISION>(if is_negative { -size } else { size }, SCALE)
    }
}

impl<const PRECISION: usize, const SCALE: u32> Counted for Decimal<PRECISION, SCALE> {
    #[inline]
    fn count(plain: &Short) -> i64 {
        unscaled(plain, SCALE).try_into().expect("at most 18 digits")
    }

    #[inline]
    fn of_count(count: i64) -> Option<Short> {
        of_unscaled::<PRECISION>(count.into(), SCALE)
    }
}

impl<const PRECISION: usize, const SCALE: u32> Packed for Decimal<PRECISION, SCALE> {
    fn with_bytes<R>(plain: &Short, use_it: impl FnOnce(&[u8]) -> R) -> R {
        with_bytes_of(unscaled(plain, SCALE), use_it)
    }

    fn of_bytes(bytes: &[u8]) -> Option<Short> {
        of_unscaled::<PRECISION>(of_bytes(bytes)?, SCALE)
    }
}

impl<const PRECISION: usize> Logical for Whole<PRECISION> {
    type Plain = Short;
    type Lowered = i64;
    const PLAIN: &'static str = "rust_decimal::Decimal";

    #[inline]
    fn lowered(plain: &Short) -> i64 {
        Decimal::<PRECISION, 0>::count(plain)
    }

    #[inline]
    fn raised(lowered: i64) -> Option<Short> {
        Decimal::<PRECISION, 0>::of_count(lowered)
    }

    fn with_text<R>(plain: &Short, use_it: impl FnOnce(&str) -> R) -> R {
        Decimal::<PRECISION, 0>::with_text(plain, use_it)
    }

    fn of_text(text: &str) -> Option<Short> {
        Decimal::<PRECISION, 0>::of_text(text)
    }
}

impl<const PRECISION: usize> Counted for Whole<PRECISION> {
    #[inline]
    fn count(plain: &Short) -> i64 {
        Self::lowered(plain)
    }

    #[inline]
    fn of_count(count: i64) -> Option<Short> {
        Self::raised(count)
    }
}

/// A decimal of more digits.
pub struct BigDecimal<const PRECISION: usize, const SCALE: i64>;

fn big_unscaled(plain: &Big, scale: i64) -> Int {
    let (digits, own) = plain.as_bigint_and_scale();
    if own == scale {
        return digits.into_owned();
    }
    let scaled = plain.with_scale(scale);
    assert!(scaled == *plain, "{plain} has more digits behind the point than {scale}");
    scaled.into_bigint_and_scale().0
}

fn of_big<const PRECISION: usize>(digits: Int, scale: i64) -> Option<Big> {
    let is_short = *digits.magnitude() < num_bigint::BigUint::from(10_u8).pow(PRECISION as u32);
    is_short.then(|| Big::new(digits, scale))
}

impl<const PRECISION: usize, const SCALE: i64> Logical for BigDecimal<PRECISION, SCALE> {
    type Plain = Big;
    type Lowered = String;
    const PLAIN: &'static str = "bigdecimal::BigDecimal";

    fn lowered(plain: &Big) -> String {
        Self::with_text(plain, str::to_owned)
    }

    fn raised(lowered: String) -> Option<Big> {
        Self::of_text(&lowered)
    }

    fn with_text<R>(plain: &Big, use_it: impl FnOnce(&str) -> R) -> R {
        let digits = big_unscaled(plain, SCALE);
        let sign = if digits.sign() == num_bigint::Sign::Minus { "-" } else { "" };
        let size = format!("{:0>1$}", digits.magnitude().to_string(), SCALE as usize + 1);
        let (whole, part) = size.split_at(size.len() - SCALE as usize);
        let point = if SCALE > 0 { "." } else { "" };
        use_it(&[sign, whole, point, part].concat())
    }

    fn of_text(text: &str) -> Option<Big> {
        let (digits, is_negative) = digits_of(text, SCALE as usize)?;
        let size: Int = digits.parse().ok()?;
        of_big::<PRECISION>(if is_negative { -size } else { size }, SCALE)
    }
}

impl<const PRECISION: usize, const SCALE: i64> Packed for BigDecimal<PRECISION, SCALE> {
    fn with_bytes<R>(plain: &Big, use_it: impl FnOnce(&[u8]) -> R) -> R {
        use_it(&big_unscaled(plain, SCALE).to_signed_bytes_be())
    }

    fn of_bytes(bytes: &[u8]) -> Option<Big> {
        of_big::<PRECISION>(BigInt::of_bytes(bytes)?, SCALE)
    }
}

pub struct BigInt;

impl Logical for BigInt {
    type Plain = Int;
    type Lowered = String;
    const PLAIN: &'static str = "num_bigint::BigInt";

    fn lowered(plain: &Int) -> String {
        plain.to_string()
    }

    fn raised(lowered: String) -> Option<Int> {
        Self::of_text(&lowered)
    }

    fn with_text<R>(plain: &Int, use_it: impl FnOnce(&str) -> R) -> R {
        use_it(&plain.to_string())
    }

    fn of_text(text: &str) -> Option<Int> {
        text.parse().ok()
    }
}

impl Packed for BigInt {
    fn with_bytes<R>(plain: &Int, use_it: impl FnOnce(&[u8]) -> R) -> R {
        use_it(&plain.to_signed_bytes_be())
    }

    fn of_bytes(bytes: &[u8]) -> Option<Int> {
        (!bytes.is_empty()).then(|| Int::from_signed_bytes_be(bytes))
    }
}

pub struct Uuid;

impl Logical for Uuid {
    type Plain = uuid::Uuid;
    type Lowered = String;
    const PLAIN: &'static str = "uuid::Uuid";

    fn lowered(plain: &uuid::Uuid) -> String {
        Self::with_text(plain, str::to_owned)
    }

    fn raised(lowered: String) -> Option<uuid::Uuid> {
        Self::of_text(&lowered)
    }

    fn visit(plain: &uuid::Uuid) -> u64 {
        Self::with_text(plain, visit_text)
    }

    fn with_text<R>(plain: &uuid::Uuid, use_it: impl FnOnce(&str) -> R) -> R {
        use_it(plain.hyphenated().encode_lower(&mut uuid::Uuid::encode_buffer()))
    }

    fn of_text(text: &str) -> Option<uuid::Uuid> {
        uuid::Uuid::try_parse(text).ok()
    }
}

impl Packed for Uuid {
    fn with_bytes<R>(plain: &uuid::Uuid, use_it: impl FnOnce(&[u8]) -> R) -> R {
        use_it(plain.as_bytes())
    }

    fn of_bytes(bytes: &[u8]) -> Option<uuid::Uuid> {
        uuid::Uuid::from_slice(bytes).ok()
    }
}
