/**
 * Libraries called in loops as their own benchmarks call them: see interpreted_direct.py, which
 * runs this as `node loops.js FACTS LIBRARY VALUES` beside the modules of serbench's driver.
 *
 * Each line of standard input asks for a sample, of encoding and of decoding in turns, as serbench
 * asks a driver; printed is [ns per value, kernel ns before, kernel ns after].
 */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Kernel } from "#driver/kernel.js";
import { Values } from "#driver/values.js";
import * as types from "#schema/types.js";

const [SAMPLE_NS, WARM_NS] = [20e6, 2e9]; // as serbench's, which has whole collections

const LIBRARIES = {
  /** https://github.com/kriszyp/msgpackr/blob/master/tests/benchmark.cjs */
  async msgpackr() {
    const { Packr } = await import("msgpackr");
    const packr = new Packr({ useRecords: false, int64AsType: "auto" });
    const pack = packr.pack.bind(packr);
    const unpack = packr.unpack.bind(packr);
    return [(plain) => plain, pack, unpack];
  },

  /** https://github.com/protobufjs/protobuf.js/blob/master/bench/index.js */
  async protobufjs() {
    const { to, ROOT } = await import("#schema/of_messages.js");
    const { default: protobuf } = await import("protobufjs");
    const text = readFileSync("schema/data.proto", "utf8");
    const Root = protobuf.parse(text, { keepCase: true }).root.lookupType(ROOT);
    return [to, (its) => Root.encode(its).finish(), (data) => Root.decode(data)];
  },

  /** https://github.com/mtth/avsc/blob/master/etc/benchmarks/js-serialization-libraries */
  async avsc() {
    const { to, SCHEMA } = await import("#schema/avro.js");
    const { default: avro } = await import("avsc");
    const type = avro.parse(SCHEMA);
    return [to, (its) => type.toBuffer(its), (data) => type.fromBuffer(data)];
  },
};

let sink;

function walkNs(call, items, rounds) {
  const start = process.hrtime.bigint();
  for (let i = 0; i < rounds; i++) for (const item of items) sink = call(item);
  return Number(process.hrtime.bigint() - start);
}

function warmed(call, items) {
  let rounds = 1;
  for (let spent = 0; spent < WARM_NS; rounds++) spent += walkNs(call, items, rounds);
  return Math.max(1, Math.round(SAMPLE_NS / walkNs(call, items, 1)));
}

function sample(call, items, rounds, kernel) {
  const before = kernel.timeNs();
  walkNs(call, items, 1);
  const ns = walkNs(call, items, rounds) / rounds / items.length;
  return [ns, before, kernel.timeNs()];
}

const [factsPath, library, lines] = process.argv.slice(2);
const facts = JSON.parse(readFileSync(factsPath, "utf8"));
const values = new Values(
  facts,
  types,
  () => {},
  () => 0n,
);
const texts = readFileSync(lines, "latin1").trimEnd().split("\n");
const plain = values.evenly(() => texts.map((line) => values.load(Buffer.from(line, "latin1"))));
const [populate, encode, decode] = await LIBRARIES[library]();
const messages = plain.map(populate);
const encoded = messages.map((its) => Buffer.from(encode(its)));
const kernel = new Kernel();
const ways = [
  [encode, messages],
  [decode, encoded],
].map((its) => [...its, warmed(...its)]);
let turn = 0;
for await (const _ of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(sample(...ways[turn++ % ways.length], kernel))}\n`);
}
