//! How the values of an object file are read: how far, and whether what that makes is kept.

use crate::error::Error;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Deserialize,
    Decode,
    Borrow,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    pub step: Step,
    /// Nothing is dropped before the end.
    pub keep: bool,
}

/// Reads one value after the other. It holds what it keeps.
pub type Take<'a> = Box<dyn FnMut(&[u8]) -> Result<(), Error> + 'a>;

impl Reading {
    pub const USUAL: Self = Self { step: Step::Deserialize, keep: false };
}
