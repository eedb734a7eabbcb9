//! A request of docs/protocol.md, and what its members may be.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::{Kind, Refusal};

pub type Reply = serde_json::Value;

#[derive(Deserialize)]
#[serde(default)]
pub struct Request {
    pub request: String,
    pub values: Option<PathBuf>,
    pub limit: usize,
    pub operation: String,
    pub passes: u64,
    pub warm_passes: u64,
    pub path: Option<PathBuf>,
    pub outcomes: Option<PathBuf>,
    // Of object files:
    pub count: Option<usize>,
    pub bytes: Option<u64>,
    pub wire: String,
    pub block_bytes: usize,
    pub fsync: String,
    pub codec: bool,
    pub threads: usize,
    pub digest: bool,
    pub list: Option<PathBuf>,
    pub step: String,
    pub keep: bool,
    pub page_bytes: usize,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            request: String::new(),
            values: None,
            limit: 0,
            operation: String::new(),
            passes: 0,
            warm_passes: 0,
            path: None,
            outcomes: None,
            count: None,
            bytes: None,
            wire: String::new(),
            block_bytes: 1 << 20,
            fsync: "end".into(),
            codec: true,
            threads: 1,
            digest: false,
            list: None,
            step: "deserialize".into(),
            keep: false,
            page_bytes: 0,
        }
    }
}

pub fn required<'a>(path: &'a Option<PathBuf>, member: &str) -> Result<&'a Path, Refusal> {
    path.as_deref().ok_or_else(|| lacking(member))
}

/// Bytes of a block: at most a gigabyte, since memory is asked for at once.
pub fn block_bytes(request: &Request) -> Result<usize, Refusal> {
    within("block_bytes", request.block_bytes, 1..=1 << 30)
}

/// The same of a page; 0 for none.
pub fn page_bytes(request: &Request) -> Result<usize, Refusal> {
    within("page_bytes", request.page_bytes, 0..=1 << 30)
}

pub fn threads(request: &Request) -> Result<usize, Refusal> {
    within("threads", request.threads, 1..=1024)
}

fn within(member: &str, number: usize, bounds: RangeInclusive<usize>) -> Result<usize, Refusal> {
    if bounds.contains(&number) {
        return Ok(number);
    }
    let (least, most) = bounds.into_inner();
    Err(Refusal::new(Kind::BadRequest, format!("{member} is {least} to {most}, not {number}")))
}

pub fn lacking(member: &str) -> Refusal {
    Refusal::new(Kind::BadRequest, format!("the request lacks {member:?}"))
}
