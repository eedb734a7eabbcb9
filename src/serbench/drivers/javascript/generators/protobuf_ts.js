import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname } from "node:path";
import { build } from "esbuild";

const require = createRequire(`${process.cwd()}/`);
const folder = (name) => dirname(require.resolve(`${name}/package.json`));
// The plugin asks the path for Node.
process.env.PATH = dirname(process.execPath) + delimiter + process.env.PATH;
execFileSync(process.execPath, [
  `${folder("protoc")}/protoc.cjs`,
  "-I.",
  "--ts_out=.",
  "--ts_opt=use_proto_field_name",
  `--plugin=protoc-gen-ts=${folder("@protobuf-ts/plugin")}/bin/protoc-gen-ts`,
  "data.proto",
]);
await build({
  entryPoints: [existsSync("messages.ts") ? "messages.ts" : "data.ts"],
  bundle: true,
  external: ["@protobuf-ts/runtime"],
  format: "esm",
  outfile: "data.js",
});
