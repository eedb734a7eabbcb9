//! What a driver is linked of.

use crate::extra::Extra;
use crate::walks::MakeWalks;

type MakeExtra = fn() -> Box<dyn Extra>;

/// The crates that a driver is linked of: the codec's, and those of its extra operations that were
/// asked for, by name.
#[derive(Clone, Copy)]
pub struct Parts {
    pub walks: MakeWalks,
    /// As `Codec::OWN_MODEL`.
    pub own_model: bool,
    pub extra: &'static [(&'static str, MakeExtra)],
}
