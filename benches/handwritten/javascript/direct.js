/**
 * A JavaScript library called by hand: see interpreted.py, which runs this as
 * `node direct.js FACTS` beside the modules of serbench's driver for the codec.
 *
 * It answers as much of the driver protocol as proves its values and asks for samples, so that both
 * sides are asked in the same way. Each operation has a loop of its own, in which V8 may compile the
 * library's functions.
 */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Kernel } from "#driver/kernel.js";
import { collect, collectYoung, collectionsBetween } from "#driver/process.js";
import { Values, digestOf, hexadecimal } from "#driver/values.js";
import { warmUp } from "#driver/warm_up.js";
import * as types from "#schema/types.js";
import { visit } from "#schema/visits.js";
import { LIBRARIES } from "./libraries.js";

const AHEAD_BYTES = 4096; // as the driver: inputs are made so many at once, outside the time

const facts = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { default: xxhash } = await import(facts.hash);
const { h64Raw } = await xxhash();
const values = new Values(facts, types, visit, h64Raw);
const library = await LIBRARIES[facts.codec.split("/")[1]]();
const { encode, decode, fill = (value) => value, take = (value) => value } = library;

let plain;
let encoded;
let sink;

const now = () => process.hrtime.bigint();

const walks = {
  encode() {
    return library.fill ? ahead(plain, fill, encodeNs) : encodeNs(plain);
  },
  decode() {
    return ahead(encoded, unseen, (buffers) => {
      const start = now();
      for (const data of buffers) sink = decode(data);
      return Number(now() - start);
    });
  },
  serialize() {
    const start = now();
    for (const value of plain) sink = encode(fill(value));
    return Number(now() - start);
  },
  deserialize() {
    return ahead(encoded, unseen, (buffers) => {
      const start = now();
      for (const data of buffers) sink = take(decode(data));
      return Number(now() - start);
    });
  },
};

/** The time of `walk` over what is made of the items just before, a few at once. */
function ahead(items, make, walk) {
  let ns = 0;
  for (let start = 0, end = 0, size = 0; start < items.length; start = end, size = 0) {
    while (end < items.length && size < AHEAD_BYTES) size += encoded[end++].length;
    ns += walk(items.slice(start, end).map(make));
  }
  return ns;
}

/** A buffer that no library has seen: some keep a DataView on those that they were given. */
function unseen(buffer) {
  return buffer.subarray();
}

function encodeNs(inputs) {
  const start = now();
  for (const input of inputs) sink = encode(input);
  return Number(now() - start);
}

function told(all) {
  return {
    values: all.length,
    digest: digestOf(
      all.map((value) => values.digest(value)),
      h64Raw,
    ),
    visit: hexadecimal(all.reduce((sum, value) => sum + values.visit(value), 0n)),
  };
}

const answers = {
  describe() {
    const { codec, library, version, schema } = facts;
    const operations = Object.keys(walks);
    const unsaid = { compiler: "", flags: "", allocator: "" };
    return {
      ...{ protocol: 1, language: "javascript", codec, library, version, schema },
      ...{ operations, ...unsaid, jit: true },
    };
  },
  open(request) {
    const lines = readFileSync(request.values, "latin1").trimEnd().split("\n");
    plain = values.evenly(() => lines.map((line) => values.load(Buffer.from(line, "latin1"))));
    return told(plain);
  },
  verify() {
    encoded = inOnePiece(plain.map((value) => Buffer.from(encode(fill(value)))));
    const encoded_bytes = encoded.reduce((sum, data) => sum + data.length, 0);
    const reply = told(encoded.map((data) => take(decode(data))));
    collect();
    return { ...reply, encoded_bytes, mismatched: 0, mismatches: [] };
  },
  warm({ operations, budget_ns }) {
    return {
      steady: warmUp(
        operations.map((name) => walks[name]),
        budget_ns,
      ),
    };
  },
  async sample({ operation, passes, warm_passes }) {
    const walk = walks[operation];
    const before = kernel.timeNs();
    for (let i = 0; i < warm_passes; i++) walk();
    collectYoung(); // as the driver, so that batches have whole cycles
    const start = performance.now();
    let ns = 0;
    for (let i = 0; i < passes; i++) ns += walk();
    const end = performance.now();
    const kernel_ns = [before, kernel.timeNs()];
    const collections = await collectionsBetween(start, end);
    return { ns, items: passes * plain.length, kernel_ns, collections };
  },
};

/** As the driver has them: in order, each aligned to 16 bytes. */
function inOnePiece(all) {
  const piece = Buffer.alloc(all.reduce((sum, data) => sum + ((data.length + 16) & ~15), 0));
  let at = 0;
  return all.map((data) => {
    const kept = piece.subarray(at, at + data.length);
    kept.set(data);
    at += (data.length + 16) & ~15;
    return kept;
  });
}

const kernel = new Kernel();
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  const name = request.request;
  const reply =
    name in answers
      ? await answers[name](request)
      : { error: `no ${name} here`, kind: "bad-request" };
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
