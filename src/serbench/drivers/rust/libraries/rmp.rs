//! What the codecs of rmp-serde share: records as arrays and records as maps are decoded alike.

use rmp_serde::decode::Error as Refusal;
use schema::Root;
use serbench_driver::Error;

pub fn decode(bytes: &[u8]) -> Result<Root, Error> {
    rmp_serde::from_slice(bytes).map_err(refusal)
}

pub fn refusal(error: Refusal) -> Error {
    match error {
        Refusal::DepthLimitExceeded => Error::cannot_hold(error),
        _ => error.into(),
    }
}
