import { execFileSync } from "node:child_process";
import { build } from "esbuild";

execFileSync("flatc", ["--ts", "data.fbs"]);
await build({
  entryPoints: ["serbench-flat.ts"],
  bundle: true,
  external: ["flatbuffers"],
  format: "esm",
  outfile: "tables.js",
});
