// NaN is left out as the default is, and read as 0; infinities are written.
// needs: pbf@5.1.2 protocol-buffers-schema@3.6.0
// prints: NaN is written as nothing and read as 0, Infinity is written as 09000000000000f07f and read as Infinity
import { PbfReader, PbfWriter } from "pbf";
import { compile } from "pbf/compile";
import parse from "protocol-buffers-schema";

const { readM, writeM } = compile(parse('syntax = "proto3"; message M { double x = 1; }'));
const tried = [NaN, Infinity].map((x) => {
  const writer = new PbfWriter();
  writeM({ x }, writer);
  const bytes = Buffer.from(writer.finish());
  return [x, bytes.toString("hex") || "nothing", readM(new PbfReader(bytes)).x];
});
console.log(
  tried.map(([x, hex, got]) => `${x} is written as ${hex} and read as ${got}`).join(", "),
);
process.exit(tried[0][2] === 0 && tried[1][2] === Infinity ? 0 : 1);
