//! docs/protocol.md: requests on standard input, replies on standard output.

use std::io::{self, BufRead, Write};

use serde_json::json;

use crate::error::{Kind, Refusal};
use crate::kernel::Kernel;
use crate::operation::{AllocationMeter, NoMeter, Operation, Stopwatch};
use crate::parts::Parts;
use crate::request::{required, Reply, Request};
use crate::session::Session;
use crate::{allocations, files, object_reader, object_writer, process};

const VERSION: u32 = 1;

/// What the builder knows of a driver and writes into its main.
pub struct Facts {
    pub codec: &'static str,
    pub library: &'static str,
    pub version: &'static str,
    pub compiler: &'static str,
    pub flags: &'static str,
    pub schema: &'static str,
    /// The operations that the codec has code of its own for, beside those that every codec has.
    pub extra: &'static [&'static str],
}

/// Serves requests until `close` or the end of standard input.
pub fn serve(facts: &Facts, parts: Parts) {
    process::raise_stack_limit();
    process::panics_say_one_line();
    let mut server = Server { facts, parts, kernel: Kernel::new(), session: None };
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

struct Server<'a> {
    facts: &'a Facts,
    parts: Parts,
    kernel: Kernel,
    session: Option<Session>,
}

impl Server<'_> {
    fn answer(&mut self, line: &str) -> (Reply, bool) {
        let request: Request = match serde_json::from_str(line) {
            Ok(request) => request,
            Err(error) => {
                let refusal = Refusal::new(Kind::BadRequest, format!("not a request: {error}"));
                return (refused(&refusal), false);
            }
        };
        let closing = request.request == "close";
        let reply = self.carry_out(&request).unwrap_or_else(|refusal| refused(&refusal));
        (reply, closing)
    }

    fn carry_out(&mut self, request: &Request) -> Result<Reply, Refusal> {
        let (make, schema) = (self.parts.walks, self.facts.schema);
        match request.request.as_str() {
            "describe" => Ok(self.describe()),
            "open" => {
                // The old set goes first, so that two never stand in memory together.
                self.session = None;
                let path = required(&request.values, "values")?;
                let session = Session::open(self.parts, path, request.limit)?;
                Ok(self.session.insert(session).opened())
            }
            "verify" => self.session()?.verify(),
            "sample" => self.sample(request),
            "allocations" => self.allocations(request),
            "dump" => files::dump(self.session()?.encoded()?, required(&request.path, "path")?),
            "load" => {
                let path = required(&request.path, "path")?;
                files::load(path, request.outcomes.as_deref(), make)
            }
            "write" => object_writer::write(request, schema, make),
            "scan" => object_reader::scan(request, schema, self.parts),
            "get" => object_reader::get(request, schema, self.parts),
            "close" => Ok(json!({"peak_rss_bytes": process::peak_rss_bytes()})),
            other => Err(Refusal::new(Kind::BadRequest, format!("unknown request {other:?}"))),
        }
    }

    fn describe(&self) -> Reply {
        let facts = self.facts;
        let same = if self.parts.own_model {
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
            "operations": self.operations().map(Operation::name).collect::<Vec<_>>(),
            "same": same,
            "files": true,
        })
    }

    /// Those of the driver, in the order of docs/protocol.md.
    fn operations(&self) -> impl Iterator<Item = Operation> + '_ {
        Operation::ALL.into_iter().filter(|operation| {
            let name = operation.name();
            let is_linked = self.parts.extra.iter().any(|(linked, _)| *linked == name);
            match operation {
                Operation::Convert => self.parts.own_model,
                Operation::Borrow
                | Operation::Access
                | Operation::EncodeFresh
                | Operation::DecodeReused => is_linked,
                // By `decode`, unless the library has accessors.
                Operation::Read => is_linked || !self.facts.extra.contains(&name),
                _ => true,
            }
        })
    }

    fn operation(&self, request: &Request) -> Result<Operation, Refusal> {
        let named = self.operations().find(|operation| operation.name() == request.operation);
        named.ok_or_else(|| {
            let known: Vec<_> = self.operations().map(Operation::name).collect();
            let (name, known) = (&request.operation, known.join(", "));
            Refusal::new(Kind::BadRequest, format!("unknown operation {name:?}; known: {known}"))
        })
    }

    fn session(&mut self) -> Result<&mut Session, Refusal> {
        let missing = || Refusal::new(Kind::BadRequest, "no values are open: send open first");
        self.session.as_mut().ok_or_else(missing)
    }

    fn sample(&mut self, request: &Request) -> Result<Reply, Refusal> {
        let operation = self.operation(request)?;
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
        let operation = self.operation(request)?;
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

fn refused(refusal: &Refusal) -> Reply {
    json!({"error": refusal.text, "kind": refusal.kind.name()})
}
