/** A working set: opened, proven, and walked over. */

import { readSync, openSync, closeSync } from "node:fs";
import { CannotHold, has, isNonfinite } from "./codec.js";
import {
  BAD_REQUEST,
  BAD_VALUES,
  CANNOT_HOLD,
  Refusal,
  refusal,
  said,
  systemError,
} from "./errors.js";
import { Misfit } from "./json_reader.js";
import { Kernel } from "./kernel.js";
import {
  collect,
  collectYoung,
  collectionsBetween,
  countingAllocations,
  peakRssBytes,
} from "./process.js";
import { digestOf, hexadecimal, Unheld } from "./values.js";
import { warmUp } from "./warm_up.js";

const MISMATCHES_SHOWN = 10;
// A limit that many formats have: said in front matter, explained here.
const NONFINITE = "NaN and infinities";
const PIECE_BYTES = 1 << 20;
const COUNTED_PASSES = 4;
// V8's profiler takes 3 µs and some 400 bytes for each allocation: of a library that makes 3,000
// objects for a value of `log`, four passes over all values took minutes. So many are counted in
// all: in fewer passes and, where one pass has more, on values spread over the working set.
const MOST_COUNTED = 80_000;
const LOOKED_AT = 8;

class Mismatch extends Error {}

/** Lines of a file of canonical values with their numbers, from 1. */
export function* lines(path) {
  const file = openSync(path, "r");
  try {
    let rest = Buffer.alloc(0);
    const piece = Buffer.alloc(PIECE_BYTES);
    let number = 0;
    for (;;) {
      const size = readSync(file, piece, 0, piece.length, null);
      const data = Buffer.concat([rest, piece.subarray(0, size)]);
      let at = 0;
      for (let end; (end = data.indexOf(10, at)) >= 0; at = end + 1) {
        number++;
        if (end > at) yield [number, data.subarray(at, end)];
      }
      rest = data.subarray(at);
      if (size === 0) {
        if (rest.length > 0) yield [number + 1, rest];
        return;
      }
    }
  } finally {
    closeSync(file);
  }
}

export class Session {
  /** `operations` makes another instance of the codec, `limits` are those of its front matter. */
  constructor(values, operations, hash, limits) {
    this.values = values;
    this._lacksNonfinite = limits.includes(NONFINITE);
    this.codec = operations;
    this.operations = operations();
    this.hash = hash;
    this._kernel = null;
    this._opened = null;
    this._isVerified = false;
    this._warm = new Set();
    this._peak = null;
  }

  open(path, limit) {
    // The old set goes first, so that two never stand in memory together.
    this._opened = null;
    this._encoded = [];
    this._isVerified = false;
    this._warm.clear();
    this.values.allNumbers();
    try {
      this._opened = this.values.evenly(() => {
        const opened = [];
        for (const [number, line] of lines(path)) {
          opened.push(this.load(path, number, line));
          if (opened.length === limit) break;
        }
        return opened;
      });
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal(BAD_VALUES, systemError(error, path));
    }
    const { values } = this;
    const opened = this._opened;
    this._digests = opened.map((value) => values.digest(value));
    const reply = {
      values: opened.length,
      digest: digestOf(this._digests, this.hash),
      visit: hexadecimal(opened.reduce((sum, value) => sum + values.visit(value), 0n)),
    };
    if (values.hasLeaf) {
      reply.access = hexadecimal(opened.reduce((sum, value) => sum + values.access(value), 0n));
    }
    return reply;
  }

  /** A value from its line. Throws a `Refusal` that names it. */
  load(path, number, line) {
    try {
      return this.values.load(line);
    } catch (error) {
      if (error instanceof Misfit || error instanceof RangeError) {
        const kind = error instanceof Unheld ? CANNOT_HOLD : BAD_VALUES;
        throw new Refusal(kind, `${path}: line ${number}: ${error}`);
      }
      throw error;
    }
  }

  _openedValues() {
    if (this._opened === null) {
      throw new Refusal(BAD_REQUEST, "no values are open: send open first");
    }
    return this._opened;
  }

  /** The values, and their encoded bytes. */
  verified() {
    const opened = this._openedValues();
    if (!this._isVerified) {
      throw new Refusal(BAD_REQUEST, "the working set is not verified: send verify first");
    }
    return [opened, this._encoded];
  }

  /** Proves the values whose index is a multiple of `every`, and encodes the others. */
  verify(every) {
    const opened = this._openedValues();
    if (every < 1) throw new Refusal(BAD_REQUEST, "every must be 1 or more");
    this._isVerified = false;
    const encoded = [];
    const digests = [];
    const mismatches = [];
    let visit = 0n;
    let mismatched = 0;
    opened.forEach((value, index) => {
      const found = { step: "", encoded: Buffer.alloc(0), digest: 0n, visit: 0n };
      try {
        if (index % every) this._encode(value, found);
        else this._prove(value, this._digests[index], found);
      } catch (error) {
        const cause = error instanceof CannotHold ? error.message : this._explained(value);
        if (cause) throw new Refusal(CANNOT_HOLD, `value ${index}: ${cause}`);
        mismatched++;
        if (mismatches.length < MISMATCHES_SHOWN) {
          const reason = error instanceof Mismatch ? error.message : found.step + said(error);
          mismatches.push({ index, reason });
        }
      }
      encoded.push(found.encoded);
      if (index % every === 0) digests.push(found.digest);
      visit += found.visit;
    });
    this._encoded = inOnePiece(encoded);
    this._isVerified = mismatched === 0;
    // What the driver keeps becomes old: no young collection looks at it again.
    collect();
    collect();
    return {
      values: opened.length,
      encoded_bytes: encoded.reduce((sum, data) => sum + data.length, 0),
      digest: digestOf(digests, this.hash),
      visit: hexadecimal(visit),
      mismatched,
      mismatches,
    };
  }

  _explained(value) {
    if (this._lacksNonfinite && has(value, isNonfinite)) return NONFINITE;
    return this.operations.codec.explain(value);
  }

  /** The steps of verify in docs/protocol.md for one value. */
  _prove(value, expected, found) {
    const { operations, values } = this;
    this._encode(value, found);
    found.step = "decode: ";
    found.digest = values.digest(operations.convert(operations.decode(found.encoded)));
    same("decode: digest", found.digest, expected);
    found.step = "deserialize: ";
    const again = operations.deserialize(Buffer.from(operations.serialize(value)));
    same("deserialize: digest", values.digest(again), expected);
    found.step = "read: ";
    found.visit = operations.read(found.encoded);
    const visit = values.visit(value);
    same("read: visit sum", found.visit, visit);
    if (operations.borrow) {
      found.step = "borrow: ";
      same(
        "borrow: visit sum",
        values.visit(operations.convert(operations.borrow(found.encoded))),
        visit,
      );
    }
    if (operations.access) {
      found.step = "access: ";
      same("access: leaf", operations.access(found.encoded), values.access(value));
    }
    found.step = "encode-fresh: ";
    const fresh = Buffer.from(operations.encodeFresh(operations.populate(value)));
    same("encode-fresh: digest", values.digest(operations.deserialize(fresh)), expected);
  }

  /** The first of these steps. */
  _encode(value, found) {
    found.step = "encode: ";
    found.encoded = Buffer.from(this.operations.encode(this.operations.populate(value)));
  }

  warm(operations, budgetNs) {
    const [values, encoded] = this.verified();
    try {
      const walks = operations.map((name) => () => this.operations.walkNs(name, values, encoded));
      const steady = warmUp(walks, budgetNs);
      for (const name of operations) this._warm.add(name);
      return { steady };
    } catch (error) {
      throw refusal(error);
    }
  }

  _warmed(operation) {
    if (!this._warm.has(operation)) this.warm([operation], 3e9);
  }

  async sample(operation, passes, warmPasses) {
    const [values, encoded] = this.verified();
    if (passes < 1) throw new Refusal(BAD_REQUEST, "passes must be 1 or more");
    this._kernel ??= new Kernel();
    this._warmed(operation);
    const walk = (count) => {
      let ns = 0;
      for (let i = 0; i < count; i++) ns += this.operations.walkNs(operation, values, encoded);
      return ns;
    };
    const before = this._kernel.timeNs();
    try {
      walk(warmPasses);
      collectYoung(); // so that every sample begins where a cycle of the collector does
      const start = performance.now();
      const ns = walk(passes);
      const end = performance.now();
      const after = this._kernel.timeNs();
      const collections = await collectionsBetween(start, end);
      const items = passes * values.length;
      return { ns, items, kernel_ns: [before, after], collections };
    } catch (error) {
      throw refusal(error);
    }
  }

  allocations(operation) {
    const [values, encoded] = this.verified();
    this._warmed(operation);
    this._peak ??= peakRssBytes();
    try {
      const [call, all] = this.operations.results(operation, values, encoded);
      const few = spread(all, LOOKED_AT);
      const most = (MOST_COUNTED * few.length) / allocated(call, few).allocations;
      const items = spread(all, Math.ceil(most));
      const passes = Math.min(COUNTED_PASSES, Math.max(1, Math.floor(most / items.length)));
      // The least of some passes: what V8 makes for itself falls into them as well.
      let least = null;
      for (let pass = 0; pass < passes; pass++) {
        const counted = allocated(call, items);
        if (least === null || counted.bytes < least.bytes) least = counted;
      }
      const { allocations, bytes } = least;
      return { items: items.length, allocations, allocated_bytes: bytes };
    } catch (error) {
      throw refusal(error);
    }
  }

  /** Without what counting allocations takes, which is many times what a library does. */
  peakRssBytes() {
    return this._peak ?? peakRssBytes();
  }
}

function allocated(call, items) {
  collect();
  return countingAllocations((results) => {
    for (let i = 0; i < items.length; i++) results.push(call(items[i]));
  });
}

/** At most so many of the items, at equal distances. */
function spread(items, most) {
  if (items.length <= most) return items;
  const apart = items.length / most;
  return Array.from({ length: most }, (_, number) => items[Math.floor((number + 0.5) * apart)]);
}

function same(what, found, expected) {
  if (found !== expected) {
    throw new Mismatch(`${what} ${hexadecimal(found)} is not ${hexadecimal(expected)}`);
  }
}

/** In order, each aligned to 16 bytes and followed by a zero byte at least. */
function inOnePiece(encoded) {
  const sizes = encoded.map((data) => (data.length + 16) & ~15);
  const all = Buffer.alloc(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  return encoded.map((data, number) => {
    const kept = all.subarray(at, at + data.length);
    kept.set(data);
    at += sizes[number];
    return kept;
  });
}
