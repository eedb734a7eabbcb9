/** The index of an object file, as docs/object-files.md lays it out. */

import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { BAD_FILE, Refusal, systemError } from "./errors.js";

const MAGIC = Buffer.from([0x89, 0x53, 0x45, 0x52, 0x0d, 0x0a, 0x1a, 0x0a]);
const VERSION = 1;
export const WIRE_BYTES = 32;
const CHECKED_BYTES = 88;
const HEADER_BYTES = 96;

/** Says where each value ends: `ends` are numbers, from their `count`. */
export class ObjectIndex {
  constructor(schema, wire, hash, ends = new Float64Array(1024), count = 0) {
    this.schema = schema;
    this.wire = wire;
    this.hash = hash;
    this.ends = ends;
    this.count = count;
  }

  push(end) {
    if (this.count === this.ends.length) {
      const more = new Float64Array(2 * this.count);
      more.set(this.ends);
      this.ends = more;
    }
    this.ends[this.count++] = end;
  }

  start(number) {
    return number === 0 ? 0 : this.ends[number - 1];
  }

  get objectBytes() {
    return this.start(this.count);
  }

  /** The number of the value at which a thread's part starts: all have about as many bytes. */
  share(thread, threads) {
    if (thread === threads) return this.count;
    const before = Math.floor(this.objectBytes / threads) * thread;
    let low = 0;
    for (let high = this.count; low < high;) {
      const middle = (low + high) >>> 1;
      if (this.start(middle) < before) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Beside the object file, under another name first. */
  write(path) {
    const entries = Buffer.alloc(8 * this.count);
    for (let i = 0; i < this.count; i++) entries.writeBigUInt64LE(BigInt(this.ends[i]), 8 * i);
    const header = Buffer.alloc(HEADER_BYTES);
    MAGIC.copy(header);
    header.writeUInt32LE(VERSION, 8);
    header.writeUInt32LE(HEADER_BYTES, 12);
    header.writeBigUInt64LE(BigInt(this.count), 16);
    header.writeBigUInt64LE(BigInt(this.objectBytes), 24);
    header.write(this.schema, 32, "hex");
    header.write(this.wire, 48, "utf8");
    header.writeBigUInt64LE(this.hash(entries), 80);
    header.writeBigUInt64LE(this.hash(header.subarray(0, CHECKED_BYTES)), CHECKED_BYTES);
    const unfinished = `${indexPath(path)}.unfinished`;
    try {
      writeFileSync(unfinished, Buffer.concat([header, entries]));
      renameSync(unfinished, indexPath(path));
    } finally {
      rmSync(unfinished, { force: true });
    }
  }
}

export function indexPath(path) {
  return `${path}.index`;
}

/** That of the object file at `path`, both checked. */
export function readIndex(path, schema, wire, hash) {
  let raw;
  let size;
  try {
    raw = readFileSync(indexPath(path));
    ({ size } = statSync(path));
  } catch (error) {
    const text = "an object file and its index belong together, as `serbench files` writes them";
    throw bad(`${systemError(error, path)}; ${text}`);
  }
  const index = decoded(raw, hash, (text) =>
    bad(`${indexPath(path)}: ${text}; write the object file anew`),
  );
  if (index.objectBytes !== size) {
    throw bad(
      `${path}: it has ${size} bytes and its index says ${index.objectBytes}: it is torn, or ` +
        "the index of another file; write it anew",
    );
  }
  if (index.schema !== schema) {
    throw bad(
      `${path}: its values are of the schema ${index.schema} and this driver's of ${schema}; ` +
        "build the driver for its schema",
    );
  }
  if (index.wire !== wire) {
    const [found, wanted] = [index.wire, wire].map((name) => JSON.stringify(name));
    throw bad(`${path}: its wire is ${found} and not ${wanted}; read it with a codec of its wire`);
  }
  return index;
}

function bad(text) {
  return new Refusal(BAD_FILE, text);
}

function decoded(raw, hash, refused) {
  const magic = raw.subarray(0, MAGIC.length);
  if (raw.length === 0 || !magic.equals(MAGIC.subarray(0, magic.length))) {
    throw refused("not the index of an object file");
  }
  if (raw.length < HEADER_BYTES) throw refused("torn in the header");
  const version = raw.readUInt32LE(8);
  if (version !== VERSION) {
    throw refused(`of version ${version}; this driver reads version ${VERSION}`);
  }
  if (raw.readBigUInt64LE(CHECKED_BYTES) !== hash(raw.subarray(0, CHECKED_BYTES))) {
    throw refused("its header is damaged: the checksum is wrong");
  }
  const count = Number(raw.readBigUInt64LE(16));
  const entries = raw.subarray(HEADER_BYTES);
  if (raw.readUInt32LE(12) !== HEADER_BYTES || entries.length !== 8 * count) {
    throw refused(`torn: ${entries.length} bytes of entries do not make ${count} values`);
  }
  if (raw.readBigUInt64LE(80) !== hash(entries)) {
    throw refused("its entries are damaged: the checksum is wrong");
  }
  const ends = new Float64Array(count);
  let isInOrder = true;
  for (let i = 0; i < count; i++) {
    ends[i] = Number(entries.readBigUInt64LE(8 * i));
    isInOrder &&= i === 0 || ends[i - 1] <= ends[i];
  }
  if (!isInOrder || BigInt(ends[count - 1] ?? 0) !== raw.readBigUInt64LE(24)) {
    throw refused("its entries do not lead to the size of the object file");
  }
  const wire = raw.subarray(48, 48 + WIRE_BYTES);
  const end = wire.indexOf(0);
  const name = wire.toString("utf8", 0, end < 0 ? WIRE_BYTES : end);
  return new ObjectIndex(raw.toString("hex", 32, 48), name, hash, ends, count);
}
