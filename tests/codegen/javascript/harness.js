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
  for (const name of ["json", "objects", "sequences"]) {
    const { to, back } = await load(name);
    ways[name] = (value) => back(to(value));
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
