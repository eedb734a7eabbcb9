/** Generated modules, run: a schema's directory and values on each line, what became of these. */

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { PackedReader, PackedWriter } from "#driver/packed.js";
import { Unheld, Values } from "#driver/values.js";

const hex = (bytes) => Buffer.from(bytes).toString("hex");

function packed(module, value) {
  const out = new PackedWriter();
  module.write(value, out);
  const reader = new PackedReader(out.buffer.subarray(0, out.length));
  const again = module.read(reader);
  reader.end();
  return again;
}

const isLeaf = (value) => ArrayBuffer.isView(value) || value instanceof Date;

/** What JSON's writers make of dates, which they are handed over. */
function written(value) {
  if (value instanceof Date) return value.toJSON();
  if (Array.isArray(value)) return value.map(written);
  if (value === null || typeof value !== "object" || isLeaf(value)) return value;
  const out = Object.create(null);
  for (const key of Object.keys(value)) out[key] = written(value[key]);
  return out;
}

/** What a library gives of bytes in which absent fields of records are left out; `plain` is the
 * value itself, which tells records from maps. */
function sparse(plain, converted) {
  if (Array.isArray(plain)) return plain.map((item, place) => sparse(item, converted[place]));
  if (plain === null || typeof plain !== "object" || isLeaf(plain)) return converted;
  if (plain instanceof Map) {
    return [...plain].map(([, value], place) => {
      const { key, ...rest } = converted[place];
      return value === null ? { key } : { key, value: sparse(value, rest.value) };
    });
  }
  const isRecord = Object.getPrototypeOf(plain) !== Object.prototype;
  const kept = Object.keys(plain).filter((name) => !isRecord || plain[name] !== null);
  return Object.fromEntries(kept.map((name) => [name, sparse(plain[name], converted[name])]));
}

async function outcome({ directory, facts, isSparse, values: lines }) {
  const load = (name) => import(pathToFileURL(`${directory}/${name}.js`));
  const [types, { visit }, { to: copy }] = await Promise.all(
    ["types", "visits", "copies"].map(load),
  );
  const values = new Values(facts, types, visit, () => 0n);
  const ways = {
    copy,
    packed: (
      (module) => (value) =>
        packed(module, value)
    )(await load("packed")),
  };
  const names = ["json", "objects", "bigints", "big_numbers", "buffers", "sparse", "sequences"];
  for (const name of [...names, "avro"]) {
    const { to: convert, back } = await load(name);
    const isJson = ["json", "big_numbers"].includes(name);
    const to = isJson ? (value) => written(convert(value)) : convert;
    ways[name] = (value) => back(to(value));
    if (name === "sequences" || name === "avro" || !isSparse) continue;
    ways[`${name} without absent fields`] = (value) => back(sparse(value, to(value)));
  }
  const one = (line) => {
    try {
      return values.load(Buffer.from(line));
    } catch (error) {
      if (error instanceof Unheld) return error;
      throw error;
    }
  };
  return values
    .evenly(() => lines.map(one))
    .map((value) => {
      if (value instanceof Unheld) return { unheld: String(value) };
      return {
        canonical: hex(values.canonical(value)),
        visit: String(values.visit(value)),
        access: values.hasLeaf ? String(values.access(value)) : null,
        shown: inspect(Object.values(value)[0]),
        ways: Object.fromEntries(
          Object.entries(ways).map(([name, way]) => [name, hex(values.canonical(way(value)))]),
        ),
      };
    });
}

for await (const line of createInterface({ input: process.stdin })) {
  let reply;
  try {
    reply = await outcome(JSON.parse(line));
  } catch (error) {
    reply = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
