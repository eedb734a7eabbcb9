/** Generated modules, run: a schema's directory and values on each line, what became of these. */

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { PackedReader, PackedWriter } from "#driver/packed.js";
import { Values } from "#driver/values.js";

const hex = (bytes) => Buffer.from(bytes).toString("hex");

function packed(its, value) {
  const out = new PackedWriter();
  its.write(value, out);
  const reader = new PackedReader(out.buffer.subarray(0, out.length));
  const again = its.read(reader);
  reader.end();
  return again;
}

/** What a library gives of bytes in which absent fields of records are left out; `plain` is the
 * value itself, which tells records from maps. */
function sparse(plain, converted) {
  if (Array.isArray(plain)) return plain.map((item, place) => sparse(item, converted[place]));
  if (plain === null || typeof plain !== "object" || ArrayBuffer.isView(plain)) return converted;
  const isRecord = Object.getPrototypeOf(plain) !== Object.prototype;
  const kept = Object.keys(plain).filter((name) => !isRecord || plain[name] !== null);
  return Object.fromEntries(kept.map((name) => [name, sparse(plain[name], converted[name])]));
}

async function outcome({ directory, facts, values: lines }) {
  const load = (name) => import(pathToFileURL(`${directory}/${name}.js`));
  const [types, { visit }, { to: copy }] = await Promise.all(
    ["types", "visits", "copies"].map(load),
  );
  const values = new Values(facts, types, visit, () => 0n);
  const ways = {
    copy,
    packed: (
      (its) => (value) =>
        packed(its, value)
    )(await load("packed")),
  };
  for (const name of ["json", "objects", "big_numbers", "buffers", "sparse", "sequences"]) {
    const { to, back } = await load(name);
    ways[name] = (value) => back(to(value));
    if (name === "sequences") continue;
    ways[`${name} without absent fields`] = (value) => back(sparse(value, to(value)));
  }
  const read = () => lines.map((line) => values.load(Buffer.from(line)));
  return values.evenly(read).map((value) => ({
    canonical: hex(values.canonical(value)),
    visit: String(values.visit(value)),
    ways: Object.fromEntries(
      Object.entries(ways).map(([name, way]) => [name, hex(values.canonical(way(value)))]),
    ),
  }));
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
