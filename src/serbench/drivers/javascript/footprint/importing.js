/**
 * The process of `serbench footprint`: node --expose-gc importing.js FACTS VALUE, the codec's facts as
 * the builder wrote them, and a value as canonical JSON.
 *
 * It prints the nanoseconds that it takes to import the codec and to have the first value through,
 * less those that the second value takes, and the bytes that are resident afterwards and were not
 * before.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Codec } from "../driver/codec.js";
import { Values } from "../driver/values.js";

/**
 * Bytes by the file they are of; "" is memory of none. The kernel's sums are not asked: see
 * `addedBytes`.
 */
function resident() {
  globalThis.gc();
  globalThis.gc();
  const found = new Map();
  let file = "";
  for (const line of readFileSync("/proc/self/smaps", "utf8").trim().split("\n")) {
    const words = line.split(/\s+/);
    if (words[0] === "Rss:") {
      found.set(file, (found.get(file) ?? 0) + Number(words[1]) * 1024);
    } else if (!words[0].endsWith(":")) {
      file = words[4] === "0" ? "" : words[5]; // addresses, permissions, offset, device, inode, file
    }
  }
  return found;
}

/**
 * Of files that were there before, as Node.js itself, a process shares the pages with all others.
 * How many of them it has touched so far says nothing of a codec, and may be MBs.
 */
function addedBytes(before, after) {
  let bytes = -before.get("");
  for (const [file, size] of after) if (file === "" || !before.has(file)) bytes += size;
  return bytes;
}

/** Both ways. */
function pass(codec, value) {
  const populate = codec.populate ?? ((plain) => plain);
  const convert = codec.convert ?? ((output) => output);
  const encoded = codec.serialize ? codec.serialize(value) : codec.encode(populate(value));
  convert(codec.decode(Buffer.from(encoded)));
}

// Standard output is for the two figures.
console.log = console.info = console.debug = console.error;
const load = (path) => import(pathToFileURL(path));
const facts = JSON.parse(readFileSync(process.argv[2], "utf8"));
const types = await load(`${facts.sources}/types.js`);
const value = new Values(facts, types, null, null).load(Buffer.from(process.argv[3]));

resident(); // the first call leaves memory behind, which is not the codec's
const before = resident();
const start = process.hrtime.bigint();
const module = await load(facts.path);
const [Class] = Object.values(module).filter((exported) => exported.prototype instanceof Codec);
const codec = new Class();
pass(codec, value);
const first = process.hrtime.bigint();
pass(codec, value);
const second = process.hrtime.bigint();
const after = resident();
process.stdout.write(`${first - start - (second - first)} ${addedBytes(before, after)}\n`);
