//! docs/protocol.md: requests on standard input, replies on standard output.

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::json;

use crate::codec::{Codec, Error};
use crate::kernel::Kernel;
use crate::operation::{AllocationMeter, NoMeter, Operation, Stopwatch};
use crate::session::Session;
use crate::value::Root;
use crate::{allocations, files, object_reader, object_writer, process};

const VERSION: u32 = 1;

/// What the builder knows of a codec and writes beside its source.
pub struct Facts {
    pub codec: &'static str,
    pub library: &'static str,
    pub version: &'static str,
    pub compiler: &'static str,
    pub flags: &'static str,
    pub schema: &'static str,
}

pub type Reply = serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    BadRequest,
    BadValues,
    BadFile,
    CannotHold,
    Failed,
}

/// A request that was not carried out.
#[derive(Debug)]
pub struct Refusal {
    kind: Kind,
    text: String,
}

impl Refusal {
    pub fn new(kind: Kind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }

    pub fn of(error: Error, context: &str) -> Self {
        let kind = match error {
            Error::CannotHold(_) => Kind::CannotHold,
            Error::Failed(_) | Error::Full => Kind::Failed,
        };
        Self::new(kind, format!("{context}{error}"))
    }

    pub fn file(kind: Kind, path: &Path, error: impl Display) -> Self {
        Self::new(kind, format!("{}: {error}", path.display()))
    }

    fn reply(&self) -> Reply {
        let kind = match self.kind {
            Kind::BadRequest => "bad-request",
            Kind::BadValues => "bad-values",
            Kind::BadFile => "bad-file",
            Kind::CannotHold => "cannot-hold",
            Kind::Failed => "failed",
        };
        json!({"error": self.text, "kind": kind})
    }
}

#[derive(Deserialize)]
#[serde(default)]
pub struct Request {
    request: String,
    pub values: Option<PathBuf>,
    limit: usize,
    operation: String,
    passes: u64,
    warm_passes: u64,
    pub path: Option<PathBuf>,
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
            count: None,
            bytes: None,
            wire: String::new(),
            block_bytes: 1 << 20,
            fsync: "end".into(),
            codec: true,
            threads: 1,
            digest: false,
            list: None,
        }
    }
}

/// Serves requests until `close` or the end of standard input.
pub fn serve<V: Root, C: Codec<V>>(facts: &Facts) {
    process::raise_stack_limit();
    process::panics_say_one_line();
    let mut server = Server::<V, C> { facts, kernel: Kernel::new(), session: None };
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let (reply, closing) = server.answer(&line);
        let mut out = io::stdout().lock();
        // Nobody listens any more: as at the end of standard input.
        if writeln!(out, "{reply}").and_then(|()| out.flush()).is_err() || closing {
            break;
        }
    }
}

struct Server<'a, V: Root, C: Codec<V>> {
    facts: &'a Facts,
    kernel: Kernel,
    session: Option<Session<V, C>>,
}

impl<V: Root, C: Codec<V>> Server<'_, V, C> {
    fn answer(&mut self, line: &str) -> (Reply, bool) {
        let request: Request = match serde_json::from_str(line) {
            Ok(request) => request,
            Err(error) => {
                let refusal = Refusal::new(Kind::BadRequest, format!("not a request: {error}"));
                return (refusal.reply(), false);
            }
        };
        let closing = request.request == "close";
        let reply = self.carry_out(&request).unwrap_or_else(|refusal| refusal.reply());
        (reply, closing)
    }

    fn carry_out(&mut self, request: &Request) -> Result<Reply, Refusal> {
        match request.request.as_str() {
            "describe" => Ok(self.describe()),
            "open" => {
                // The old set goes first, so that two never stand in memory together.
                self.session = None;
                let session = Session::open(required(&request.values, "values")?, request.limit)?;
                Ok(self.session.insert(session).opened())
            }
            "verify" => self.session()?.verify(),
            "sample" => self.sample(request),
            "allocations" => self.allocations(request),
            "dump" => files::dump(self.session()?.encoded()?, required(&request.path, "path")?),
            "load" => files::load::<V, C>(required(&request.path, "path")?),
            "write" => object_writer::write::<V, C>(request, self.facts.schema),
            "scan" => object_reader::scan::<V, C>(request, self.facts.schema),
            "get" => object_reader::get::<V, C>(request, self.facts.schema),
            "close" => Ok(json!({"peak_rss_bytes": process::peak_rss_bytes()})),
            other => Err(Refusal::new(Kind::BadRequest, format!("unknown request {other:?}"))),
        }
    }

    fn describe(&self) -> Reply {
        let facts = self.facts;
        let same = if C::OWN_MODEL {
            json!({})
        } else {
            json!({"serialize": "encode", "deserialize": "decode"})
        };
        json!({
            "protocol": VERSION,
            "language": "rust",
            "codec": facts.codec,
            "library": facts.library,
            "version": facts.version,
            "compiler": facts.compiler,
            "flags": facts.flags,
            "allocator": allocations::allocator_name(),
            "schema": facts.schema,
            "operations": Operation::names::<V, C>(),
            "same": same,
            "files": true,
        })
    }

    fn session(&mut self) -> Result<&mut Session<V, C>, Refusal> {
        let missing = || Refusal::new(Kind::BadRequest, "no values are open: send open first");
        self.session.as_mut().ok_or_else(missing)
    }

    fn sample(&mut self, request: &Request) -> Result<Reply, Refusal> {
        let operation = operation::<V, C>(request)?;
        if request.passes == 0 {
            return Err(Refusal::new(Kind::BadRequest, "passes must be 1 or more"));
        }
        self.session()?.encoded()?;
        let before_ns = self.kernel.time_ns();
        self.session()?.walk(operation, request.warm_passes, &mut NoMeter)?;
        let mut stopwatch = Stopwatch::default();
        let items = self.session()?.walk(operation, request.passes, &mut stopwatch)?;
        let after_ns = self.kernel.time_ns();
        let ns = stopwatch.total_ns;
        Ok(json!({"ns": ns, "items": items, "kernel_ns": [before_ns, after_ns]}))
    }

    fn allocations(&mut self, request: &Request) -> Result<Reply, Refusal> {
        let operation = operation::<V, C>(request)?;
        let walked = self.session()?.walk(operation, 1, &mut AllocationMeter);
        allocations::stop();
        let (allocations, allocated_bytes) = allocations::take();
        let items = walked?;
        let reply = json!({
            "items": items,
            "allocations": allocations,
            "allocated_bytes": allocated_bytes,
        });
        Ok(reply)
    }
}

fn operation<V: Root, C: Codec<V>>(request: &Request) -> Result<Operation, Refusal> {
    Operation::parse::<V, C>(&request.operation).ok_or_else(|| {
        let known = Operation::names::<V, C>().join(", ");
        let text = format!("unknown operation {:?}; known: {known}", request.operation);
        Refusal::new(Kind::BadRequest, text)
    })
}

pub fn required<'a>(path: &'a Option<PathBuf>, member: &str) -> Result<&'a Path, Refusal> {
    path.as_deref().ok_or_else(|| lacking(member))
}

/// Bytes of a block: at most a gigabyte, since memory is asked for at once.
pub fn block_bytes(request: &Request) -> Result<usize, Refusal> {
    within("block_bytes", request.block_bytes, 1 << 30)
}

pub fn threads(request: &Request) -> Result<usize, Refusal> {
    within("threads", request.threads, 1024)
}

fn within(member: &str, number: usize, most: usize) -> Result<usize, Refusal> {
    if (1..=most).contains(&number) {
        return Ok(number);
    }
    Err(Refusal::new(Kind::BadRequest, format!("{member} is 1 to {most}, not {number}")))
}

pub fn lacking(member: &str) -> Refusal {
    Refusal::new(Kind::BadRequest, format!("the request lacks {member:?}"))
}
