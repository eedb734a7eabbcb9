import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { build } from "esbuild";

const tools = dirname(createRequire(`${process.cwd()}/`).resolve("bebop-tools/package.json"));
const bebopc = `${tools}/tools/${process.platform === "darwin" ? "macos" : "linux"}/${process.arch}/bebopc`;
execFileSync(bebopc, ["--include", "data.bop", "build", "--generator", "ts:data.ts"]);
await build({
  entryPoints: ["data.ts"],
  bundle: true,
  external: ["bebop"],
  format: "esm",
  outfile: "data.js",
});
