/**
 * The requests of docs/object-files.md.
 *
 * Threads are workers, each with a V8 of its own: they share no heap and no compiled code.
 */

import { closeSync, fsyncSync, openSync, readFileSync, readSync, rmSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker, parentPort } from "node:worker_threads";
import { CannotHold } from "./codec.js";
import {
  BAD_FILE,
  BAD_REQUEST,
  BAD_VALUES,
  CANNOT_HOLD,
  FAILED,
  Refusal,
  refusal,
  said,
  systemError,
} from "./errors.js";
import { ObjectIndex, WIRE_BYTES, indexPath, readIndex } from "./object_index.js";
import { collect } from "./process.js";
import { lines } from "./session.js";
import { digestOf } from "./values.js";
import { warmUp } from "./warm_up.js";

// Values are read, encoded and dropped in chunks.
const CHUNK_VALUES = 4096;
const CHUNK_BYTES = 16 << 20;
const MOST_PAGE_BYTES = 1 << 30;
const SYSTEM_PAGE_BYTES = 4096;
// What is compiled before anything is timed.
const SAMPLE_VALUES = 256;
const SAMPLE_BYTES = 1 << 20;
const WARM_NS = 10e9;

const bad = (text) => new Refusal(BAD_REQUEST, text);
const now = () => process.hrtime.bigint();

export function carryOut(session, facts, asked) {
  const plan = {
    request: asked("request"),
    path: asked("path"),
    wire: asked("wire"),
    codec: asked("codec"),
    block_bytes: asked("block_bytes"),
    threads: asked("threads"),
    digest: asked("digest"),
    page_bytes: asked("page_bytes"),
    keep: asked("keep"),
    step: asked("step"),
  };
  if (plan.block_bytes < 1 || plan.threads < 1) {
    throw bad("block_bytes and threads must be 1 or more");
  }
  if (plan.page_bytes < 0 || plan.page_bytes > MOST_PAGE_BYTES) {
    throw bad(`page_bytes must be 0 to ${MOST_PAGE_BYTES}`);
  }
  if (plan.digest && (plan.keep || plan.step !== "deserialize")) {
    throw bad("`digest` takes neither `step` nor `keep`");
  }
  if (plan.request === "write") return write(session, facts.schema, plan, asked);
  if (plan.request === "get") plan.list = asked("list");
  return readAll(session, facts, plan);
}

/** Shares time out between the codec and the system. */
class SplitClock {
  codecNs = 0n;
  ioNs = 0n;

  constructor() {
    this.start();
  }

  start() {
    this._at = now();
  }

  codec() {
    const at = now();
    this.codecNs += at - this._at;
    this._at = at;
  }

  io() {
    const at = now();
    this.ioNs += at - this._at;
    this._at = at;
  }
}

// Writing

/** Writes full blocks, each with one `write`, and the rest in the end. */
class ObjectWriter {
  written = 0;
  writes = 0;
  fsyncs = 0;
  _length = 0;

  constructor(path, blockBytes, clock) {
    this.path = path;
    this.clock = clock;
    this._block = Buffer.alloc(blockBytes);
    clock.start();
    this._file = this._does(() => openSync(path, "w", 0o666));
    clock.io();
  }

  get size() {
    return this.written + this._length;
  }

  /** Copies bytes to the block, and writes it whenever it is full. */
  put(bytes) {
    for (let at = 0; ;) {
      const room = this._block.length - this._length;
      const part = bytes.length - at > room ? bytes.subarray(at, at + room) : bytes.subarray(at);
      this._block.set(part, this._length);
      this._length += part.length;
      at += part.length;
      if (this._length < this._block.length) return;
      this.clock.codec();
      this._write();
      this.clock.io();
    }
  }

  finish(fsync) {
    this.clock.start();
    if (this._length > 0) this._write();
    this._does(() => {
      if (fsync) {
        fsyncSync(this._file);
        this.fsyncs = 1;
      }
      closeSync(this._file);
    });
    this.clock.io();
  }

  abandon() {
    try {
      closeSync(this._file);
    } catch {
      // It is closed already.
    }
    for (const path of [this.path, indexPath(this.path)]) rmSync(path, { force: true });
  }

  _write() {
    this._does(() => {
      for (let at = 0; at < this._length;) {
        at += writeSync(this._file, this._block, at, this._length - at);
      }
    });
    this.writes++;
    this.written += this._length;
    this._length = 0;
  }

  _does(does) {
    try {
      return does();
    } catch (error) {
      throw new Refusal(FAILED, systemError(error, this.path));
    }
  }
}

function write(session, schema, plan, asked) {
  const fsync = asked("fsync");
  if (fsync !== "end" && fsync !== "none") {
    throw bad(`fsync is "end" or "none", not ${JSON.stringify(fsync)}`);
  }
  if (!plan.codec && asked("bytes") < 0) throw bad("bytes must be 0 or more");
  if (plan.codec) {
    if (asked("count") < 1) throw bad('the request lacks "values" or a "count" of 1 or more');
    if (Buffer.byteLength(plan.wire) > WIRE_BYTES) {
      throw bad(`a wire has at most ${WIRE_BYTES} bytes: ${JSON.stringify(plan.wire)}`);
    }
    asked("values"); // it throws where that is absent
  }
  const clock = new SplitClock();
  const out = new ObjectWriter(plan.path, plan.block_bytes, clock);
  let reply;
  try {
    reply = plan.codec
      ? fill(session, out, schema, plan, asked("values"), asked("count"), fsync === "end")
      : fillRaw(out, asked("bytes"), fsync === "end");
  } catch (error) {
    out.abandon();
    throw error;
  }
  return {
    ...reply,
    bytes: out.written,
    total_ns: Number(clock.codecNs + clock.ioNs),
    codec_ns: Number(clock.codecNs),
    io_ns: Number(clock.ioNs),
    writes: out.writes,
    fsyncs: out.fsyncs,
  };
}

function fill(session, out, schema, plan, path, count, fsync) {
  const index = new ObjectIndex(schema, plan.wire, session.hash);
  const digests = [];
  for (const chunk of chunks(session, path, count)) {
    for (const value of chunk) digests.push(session.values.digest(value));
    encodeInto(out, session, chunk, index);
  }
  out.finish(fsync);
  try {
    index.write(plan.path);
  } catch (error) {
    throw new Refusal(FAILED, systemError(error, indexPath(plan.path)));
  }
  return { values: index.count, digest: digestOf(digests, session.hash) };
}

/** So many values of a file, from its start again when it ends. */
function* chunks(session, path, count) {
  let taken = [];
  let size = 0;
  const loaded = () =>
    session.values.evenly(() => taken.map(([number, line]) => session.load(path, number, line)));
  for (let left = count; left > 0;) {
    let found = false;
    try {
      for (const [number, line] of lines(path)) {
        found = true;
        // A copy: what it lies in is read into again.
        taken.push([number, Buffer.from(line)]);
        size += line.length;
        left--;
        if (taken.length === CHUNK_VALUES || size >= CHUNK_BYTES) {
          yield loaded();
          taken = [];
          size = 0;
        }
        if (left === 0) break;
      }
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (error.code) throw new Refusal(BAD_VALUES, systemError(error, path));
      throw error;
    }
    if (!found) throw new Refusal(BAD_VALUES, `${path}: it has no values`);
  }
  if (taken.length > 0) yield loaded();
}

function encodeInto(out, session, values, index) {
  const { serialize } = session.operations;
  const refused = (error) => {
    const kind = error instanceof CannotHold ? CANNOT_HOLD : FAILED;
    return new Refusal(kind, `value ${index.count}: serialize: ${said(error)}`);
  };
  warmOnce(session, "write", values.slice(0, SAMPLE_VALUES), serialize);
  collect(); // else what reading JSON left behind would be collected within the time
  out.clock.start();
  for (const value of values) {
    let bytes;
    try {
      bytes = serialize(value);
    } catch (error) {
      throw refused(error);
    }
    out.put(bytes);
    index.push(out.size);
  }
  out.clock.codec();
}

/** A value that is refused is so where it is timed. */
function warmOnce(session, what, items, call) {
  session.warmedFiles ??= new Set();
  if (session.warmedFiles.has(what) || items.length === 0) return;
  session.warmedFiles.add(what);
  const walk = () => {
    for (const item of items) call(item);
  };
  try {
    warmUp([walk], WARM_NS);
  } catch {
    // See above.
  }
}

/** Writes bytes, no two pages of them the same: a file system could store these once. */
function fillRaw(out, bytes, fsync) {
  const block = Buffer.alloc(out._block.length);
  let x = 1;
  for (let i = 0; i < block.length; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    block[i] = x >>> 24;
  }
  while (out.size < bytes) {
    const room = Math.min(block.length, bytes - out.size);
    for (let at = 0; at + 8 <= room; at += SYSTEM_PAGE_BYTES) {
      block.writeBigUInt64LE(BigInt(out.size + at), at);
    }
    out.clock.start();
    const before = out.clock.codecNs;
    out.put(block.subarray(0, room));
    out.clock.codecNs = before; // copying them is nobody's
  }
  out.finish(fsync);
  return {};
}

// Reading

/** What reads a value as far as the plan's step. */
function stepOf(operations, plan) {
  const { deserialize, decode, borrow } = operations;
  const step = { deserialize, decode, borrow }[plan.step];
  if (step === undefined) throw bad("`step` is `deserialize`, `decode` or `borrow`");
  if (step === null) throw bad("`step`: this driver does not borrow");
  return step;
}

/** Calls `take` with the bytes of each value. */
function taking(session, plan, kept, digests) {
  if (plan.digest) {
    const { values, operations } = session;
    return (data) => digests.push(values.digest(operations.deserialize(data)));
  }
  if (!plan.codec) return null;
  const step = stepOf(session.operations, plan);
  if (!plan.keep) {
    return (data) => {
      kept[0] = step(data);
    };
  }
  // What borrows from bytes keeps these; the buffer that they were read to is used again.
  const take = plan.step === "borrow" ? (data) => step(Buffer.from(data)) : step;
  return (data) => kept.push(take(data));
}

/** A thread's part of the values: a reader that has warmed, and what it digests. */
function prepared(session, facts, plan, part, threads) {
  const index = readIndex(plan.path, facts.schema, plan.wire, session.hash);
  const digests = [];
  const kept = [];
  const take = taking(session, plan, kept, digests);
  const numbers = plan.request === "get" ? numbersOf(plan.list, index.count) : null;
  if (take && !plan.digest) warmReader(session, plan, index);
  const reader = numbers
    ? new Getter(
        plan,
        index,
        numbers.filter((_, number) => number % threads === part),
        take,
      )
    : new Scanner(plan, index, index.share(part, threads), index.share(part + 1, threads), take);
  return { reader, digests, count: numbers ? numbers.length : index.count, index };
}

function warmReader(session, plan, index) {
  const sample = [];
  const file = openSync(plan.path, "r");
  try {
    for (let i = 0, size = 0; i < index.count && i < SAMPLE_VALUES && size < SAMPLE_BYTES; i++) {
      const data = Buffer.alloc(index.ends[i] - index.start(i));
      size += readSync(file, data, 0, data.length, index.start(i));
      sample.push(data);
    }
  } finally {
    closeSync(file);
  }
  warmOnce(session, plan.step, sample, stepOf(session.operations, plan));
}

async function readAll(session, facts, plan) {
  const threads = plan.digest ? 1 : plan.threads;
  const first = prepared(session, facts, plan, 0, threads);
  let reply;
  if (threads === 1) {
    collect();
    const clock = new SplitClock();
    const start = now();
    first.reader.read(clock);
    reply = told([resultOf(first.reader, clock)], start);
  } else {
    reply = await readInThreads(session, facts, plan, threads);
  }
  const { bytes, ...times } = reply;
  return {
    ...(plan.digest
      ? { reads: times.reads, digest: digestOf(first.digests, session.hash) }
      : times),
    values: first.count,
    bytes: plan.request === "get" ? bytes : first.index.objectBytes,
  };
}

function resultOf(reader, clock) {
  const { reads, bytes = 0 } = reader;
  return { reads, bytes, codecNs: clock.codecNs, ioNs: clock.ioNs, end: now() };
}

/** Of all threads: the wall time, and means of the parts. */
function told(results, start) {
  const sum = (name) => results.reduce((total, result) => total + Number(result[name]), 0);
  const end = results.reduce((last, result) => (result.end > last ? result.end : last), start);
  return {
    total_ns: Number(end - start),
    codec_ns: Math.floor(sum("codecNs") / results.length),
    io_ns: Math.floor(sum("ioNs") / results.length),
    reads: sum("reads"),
    bytes: sum("bytes"),
  };
}

async function readInThreads(session, facts, plan, threads) {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const { wide } = session.values._types;
  const workers = Array.from({ length: threads }, (_, part) => {
    const workerData = { facts, plan, part, threads, gate, wide: { ...wide } };
    return new Worker(fileURLToPath(new URL("./main.js", import.meta.url)), { workerData });
  });
  try {
    await Promise.all(workers.map(nextMessage));
    const ended = workers.map(nextMessage);
    const start = now();
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    return told(await Promise.all(ended), start);
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** What a worker says next. */
function nextMessage(worker) {
  return new Promise((resolve, reject) => {
    worker.once("message", (message) => {
      if (message.error) reject(new Refusal(message.kind, message.error));
      else resolve(message);
    });
    worker.once("error", reject);
  });
}

/** A thread's side of `readInThreads`. */
export async function serveThread(session, { facts, plan, part, threads, gate, wide }) {
  try {
    if (session instanceof Refusal) throw session;
    Object.assign(session.values._types.wide, wide);
    const { reader } = prepared(session, facts, plan, part, threads);
    parentPort.postMessage({ ready: true });
    Atomics.wait(gate, 0, 0);
    const clock = new SplitClock();
    reader.read(clock);
    parentPort.postMessage(resultOf(reader, clock));
  } catch (error) {
    const refused = refusal(error);
    parentPort.postMessage({ error: refused.message, kind: refused.kind });
  }
}

class Reader {
  reads = 0;

  /** `number` is that of the value that is being read. */
  constructor(plan, index, take) {
    this.path = plan.path;
    this.index = index;
    this.number = 0;
    this._take = take;
  }

  read(clock) {
    let file = null;
    try {
      clock.start();
      file = openSync(this.path, "r");
      this._readValues(file, clock);
    } catch (error) {
      if (error?.syscall) throw new Refusal(FAILED, systemError(error, this.path));
      throw refusal(error, `${this.path}: value ${this.number}: `);
    } finally {
      if (file !== null) closeSync(file);
    }
  }
}

/** Reads the values from `first` up to `last` in order and in blocks. */
class Scanner extends Reader {
  constructor(plan, index, first, last, take) {
    super(plan, index, take);
    this.number = first;
    this._last = last;
    this._block = Buffer.alloc(plan.block_bytes, 1);
    this._carried = null; // the beginning of a value that goes beyond a block's end
  }

  _readValues(file, clock) {
    let at = this.index.start(this.number);
    const end = this.index.start(this._last);
    while (at < end) {
      const size = readSync(file, this._block, 0, Math.min(this._block.length, end - at), at);
      clock.io();
      if (size === 0) {
        const text = `${this.path}: it ended at byte ${at} of ${end} while it was read`;
        throw new Refusal(BAD_FILE, text);
      }
      this.reads++;
      if (this._take) {
        this._cut(at, this._block.subarray(0, size));
        clock.codec();
      }
      at += size;
    }
    if (this._take) this._cut(at, this._block.subarray(0, 0)); // values of no bytes
  }

  /** Takes the values that end in the block, which starts at the byte `at` of the file. */
  _cut(at, block) {
    const { ends } = this.index;
    let start = 0;
    while (this.number < this._last) {
      const end = ends[this.number] - at;
      if (end > block.length) break;
      let data = block.subarray(start, end);
      if (this._carried !== null) {
        data = Buffer.concat([this._carried, data]);
        this._carried = null;
      }
      this._take(data);
      start = end;
      this.number++;
    }
    const rest = block.subarray(start);
    if (this.number < this._last && rest.length > 0) {
      this._carried = this._carried ? Buffer.concat([this._carried, rest]) : Buffer.from(rest);
    }
  }
}

/** A list of numbers, one a line, all of them below a limit. */
function numbersOf(path, below) {
  let text;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw bad(systemError(error, path));
  }
  const found = text.split("\n");
  if (found.at(-1) === "") found.pop();
  return found.map((line, number) => {
    if (!/^\d+$/.test(line) || !(Number(line) < below)) {
      const range = `the number of a value, from 0 and below ${below}`;
      throw bad(`${path}: line ${number + 1}: ${JSON.stringify(line)} is not ${range}`);
    }
    return Number(line);
  });
}

/** Reads values by their numbers: by their own bytes, or by whole pages. */
class Getter extends Reader {
  bytes = 0;
  _there = -1; // the page that was read last

  constructor(plan, index, numbers, take) {
    super(plan, index, take);
    this._numbers = numbers;
    this._pageBytes = plan.page_bytes;
    this._buffer = Buffer.alloc(1 << 12);
    this._page = Buffer.alloc(Math.min(plan.page_bytes, index.objectBytes));
  }

  _readValues(file, clock) {
    for (const number of this._numbers) {
      this.number = number;
      const start = this.index.start(number);
      const end = this.index.ends[number];
      const data = this._pageBytes
        ? this._turn(file, start, end, clock)
        : this._pread(file, this._room(end - start), start, clock);
      if (this._take) {
        this._take(data);
        clock.codec();
      }
    }
  }

  _room(size) {
    if (this._buffer.length < size) this._buffer = Buffer.alloc(2 * size);
    return this._buffer.subarray(0, size);
  }

  _pread(file, into, at, clock) {
    const size = readSync(file, into, 0, into.length, at);
    clock.io();
    if (size < into.length) {
      const text = `${this.path}: it ended within value ${this.number} while it was read`;
      throw new Refusal(BAD_FILE, text);
    }
    this.reads++;
    this.bytes += size;
    return into;
  }

  /** The bytes of a value from the pages that it lies in. */
  _turn(file, start, end, clock) {
    const pageBytes = this._pageBytes;
    const last = Math.floor((Math.max(end, start + 1) - 1) / pageBytes);
    const pieces = [];
    for (let number = Math.floor(start / pageBytes); number <= last; number++) {
      const first = number * pageBytes;
      const size = Math.min(pageBytes, this.index.objectBytes - first);
      if (number !== this._there) {
        this._there = -1;
        this._pread(file, this._page.subarray(0, size), first, clock);
        this._there = number;
      }
      const piece = this._page.subarray(Math.max(start - first, 0), Math.min(end - first, size));
      // The next page is read over this one.
      pieces.push(number < last ? Buffer.from(piece) : piece);
    }
    return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
  }
}
