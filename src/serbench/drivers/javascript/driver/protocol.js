/** The driver's side of docs/protocol.md. */

import { closeSync, openSync, readSync, writeSync } from "node:fs";
import {
  BAD_REQUEST,
  BAD_VALUES,
  FAILED,
  NoValueOfTheSchema,
  Refusal,
  refusal,
  said,
  systemError,
} from "./errors.js";
import * as objectFiles from "./object_files.js";
import { collect, collectYoung, peakRssBytes, runtime, settings } from "./process.js";
import { digestOf } from "./values.js";

const VERSION = 1;
const DEFAULTS = {
  limit: 0,
  every: 1,
  warm_passes: 0,
  block_bytes: 1 << 20,
  threads: 1,
  page_bytes: 0,
  bytes: 0,
  count: 0,
  codec: true,
  digest: false,
  keep: false,
  step: "deserialize",
  fsync: "end",
  wire: "",
};
const TYPES = { passes: "number", budget_ns: "number" };
const NEWLINE = 10;

/** What was asked, by name. What is not there has its default; else the request is refused. */
function request(said) {
  if (said === null || typeof said !== "object" || Array.isArray(said)) {
    throw new Refusal(BAD_REQUEST, "not a request: an object is wanted");
  }
  return (name, isOptional = false) => {
    const found = Object.hasOwn(said, name) ? said[name] : DEFAULTS[name];
    if (found === undefined && isOptional) return undefined;
    if (found === undefined || (found === "" && !(name in DEFAULTS))) {
      throw new Refusal(BAD_REQUEST, `the request lacks "${name}"`);
    }
    const wanted = typeof (DEFAULTS[name] ?? "");
    if (typeof found !== (TYPES[name] ?? wanted) && !Array.isArray(found)) {
      throw new Refusal(BAD_REQUEST, `"${name}" is ${JSON.stringify(found)}`);
    }
    return found;
  };
}

/** Lines of standard input; waiting for one takes no time of a processor. */
function* input() {
  let rest = Buffer.alloc(0);
  const piece = Buffer.alloc(1 << 16);
  for (;;) {
    let size = 0;
    try {
      size = readSync(0, piece, 0, piece.length, null);
    } catch (error) {
      if (error.code !== "EOF") throw error;
    }
    if (size === 0) return;
    const data = Buffer.concat([rest, piece.subarray(0, size)]);
    let at = 0;
    for (let end; (end = data.indexOf(NEWLINE, at)) >= 0; at = end + 1) {
      yield data.toString("utf8", at, end);
    }
    rest = data.subarray(at);
  }
}

/**
 * Until close or the end of standard input. `session` is a refusal where the codec could not even
 * begin: that answers all that needs it.
 */
export async function serve(facts, session) {
  for (const line of input()) {
    if (!line.trim()) continue;
    let reply;
    let isClosing = false;
    try {
      let parsed;
      try {
        parsed = JSON.parse(line);
      } catch (error) {
        throw new Refusal(BAD_REQUEST, `not a request: ${error.message}`);
      }
      const asked = request(parsed);
      isClosing = asked("request") === "close";
      if (isClosing) reply = { peak_rss_bytes: session.peakRssBytes?.() ?? peakRssBytes() };
      else if (session instanceof Refusal) throw session;
      else reply = await answer(facts, session, asked);
    } catch (error) {
      const refused = refusal(error);
      reply = { error: refused.message, kind: refused.kind };
    }
    // A collection that goes on would use the processor while another driver is measured.
    collectYoung();
    try {
      writeAll(1, Buffer.from(`${JSON.stringify(reply)}\n`));
    } catch {
      return; // nobody listens any more
    }
    if (isClosing) return;
  }
}

function writeAll(file, bytes) {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

function answer(facts, session, asked) {
  switch (asked("request")) {
    case "describe":
      return description(facts, session);
    case "open":
      return session.open(asked("values"), asked("limit"));
    case "verify":
      return session.verify(asked("every"));
    case "warm": {
      const operations = asked("operations");
      for (const operation of operations) known(session, operation);
      return session.warm(operations, asked("budget_ns"));
    }
    case "sample":
      known(session, asked("operation"));
      return session.sample(asked("operation"), asked("passes"), asked("warm_passes"));
    case "allocations":
      known(session, asked("operation"));
      return session.allocations(asked("operation"));
    case "dump":
      return dump(asked("path"), session.verified()[1]);
    case "load":
      return load(session, asked("path"), asked("outcomes", true));
    case "write":
    case "scan":
    case "get":
      collect();
      return objectFiles.carryOut(session, facts, asked);
    default:
      throw new Refusal(BAD_REQUEST, `unknown request ${JSON.stringify(asked("request"))}`);
  }
}

function known(session, operation) {
  const { names } = session.operations;
  if (!names.includes(operation)) {
    const text = `unknown operation ${JSON.stringify(operation)}; known: ${names.join(", ")}`;
    throw new Refusal(BAD_REQUEST, text);
  }
}

function description(facts, session) {
  return {
    protocol: VERSION,
    language: "javascript",
    codec: facts.codec,
    library: facts.library,
    version: facts.version,
    compiler: runtime(),
    flags: settings(),
    allocator: "V8",
    schema: facts.schema,
    operations: session.operations.names,
    same: session.operations.same,
    files: true,
    jit: true,
  };
}

function dump(path, encoded) {
  let bytes = 0;
  try {
    const file = openSync(path, "w");
    try {
      for (const data of encoded) {
        const head = Buffer.alloc(4);
        head.writeUInt32LE(data.length);
        writeAll(file, Buffer.concat([head, data]));
        bytes += data.length;
      }
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new Refusal(FAILED, systemError(error, path));
  }
  return { values: encoded.length, bytes };
}

function* dumped(path) {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(4);
    for (let number = 0; ; number++) {
      const size = readSync(file, head);
      if (size === 0) return;
      const data = Buffer.alloc(size < 4 ? 0 : head.readUInt32LE());
      let at = 0;
      for (let read = 1; at < data.length && read > 0; at += read) {
        read = readSync(file, data, at, data.length - at, null);
      }
      if (size < 4 || at < data.length) {
        throw new Refusal(BAD_VALUES, `${path}: value ${number}: it ends there`);
      }
      yield data;
    }
  } finally {
    closeSync(file);
  }
}

/** Of what was read, which may be anything. */
function canonicalOf(session, value) {
  try {
    return session.values.canonical(value);
  } catch (error) {
    throw new NoValueOfTheSchema(said(error));
  }
}

/**
 * Deserializes a file that a driver of this format dumped. With `outcomes` what is refused is told
 * there and does not end it.
 */
function load(session, path, outcomes) {
  const digests = [];
  let refused = 0;
  let number = 0;
  let told = null;
  try {
    if (outcomes) told = openSync(outcomes, "w");
    for (const data of dumped(path)) {
      let outcome;
      try {
        const canonical = canonicalOf(session, session.operations.deserialize(data));
        digests.push(session.values.digestOfCanonical(canonical));
        outcome = [1, canonical];
      } catch (error) {
        if (!outcomes) throw refusal(error, `${path}: value ${number}: `);
        refused++;
        outcome = [0, Buffer.from(said(error))];
      }
      if (told !== null) {
        const head = Buffer.alloc(5);
        head[0] = outcome[0];
        head.writeUInt32LE(outcome[1].length, 1);
        writeAll(told, Buffer.concat([head, outcome[1]]));
      }
      number++;
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(BAD_VALUES, systemError(error, path));
  } finally {
    if (told !== null) closeSync(told);
  }
  const reply = { values: number, digest: digestOf(digests, session.hash) };
  return outcomes ? { ...reply, refused } : reply;
}
