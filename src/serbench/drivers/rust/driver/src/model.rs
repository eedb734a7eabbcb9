//! What generated conversions from messages to plain values are made of.

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::entries::Entries;
use crate::error::Error;
use crate::value::Symbols;

/// The plain symbol of an enum, which messages hold as a number.
pub fn symbol<T: Symbols>(number: i32) -> Result<T, Error> {
    let known = u32::try_from(number).ok().and_then(T::from_number);
    known.ok_or_else(|| Error::Failed(format!("no symbol of the enum has the number {number}")))
}

/// A part that the schema requires and the message type does not.
pub fn present<T>(part: Option<T>) -> Result<T, Error> {
    part.ok_or_else(|| Error::Failed("a required record is missing".into()))
}

/// An integer of 32 bits, which is what messages have, as one of 8 or 16.
pub fn narrow<A: Copy + Display, B: TryFrom<A>>(number: A) -> Result<B, Error> {
    let fitting = number.try_into().ok();
    fitting.ok_or_else(|| Error::Failed(format!("{number} is beyond the integer's type")))
}

pub fn optional<A, B>(
    part: Option<A>,
    each: impl FnOnce(A) -> Result<B, Error>,
) -> Result<Option<B>, Error> {
    part.map(each).transpose()
}

/// Not by `collect`, which forgets the length when items may be errors, and grows the list.
pub fn list<A, B>(
    items: Vec<A>,
    mut each: impl FnMut(A) -> Result<B, Error>,
) -> Result<Vec<B>, Error> {
    let mut out = Vec::with_capacity(items.len());
    for item in items {
        out.push(each(item)?);
    }
    Ok(out)
}

/// Those of a map whose keys are no text.
pub fn entries<A, K: Ord, T>(
    items: Vec<A>,
    each: impl FnMut(A) -> Result<(K, T), Error>,
) -> Result<Entries<K, T>, Error> {
    items.into_iter().map(each).collect()
}

pub fn map<A, B>(
    entries: BTreeMap<String, A>,
    mut each: impl FnMut(A) -> Result<B, Error>,
) -> Result<BTreeMap<String, B>, Error> {
    entries.into_iter().map(|(key, item)| Ok((key, each(item)?))).collect()
}
