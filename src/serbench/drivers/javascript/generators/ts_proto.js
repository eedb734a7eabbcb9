import { execFileSync } from "node:child_process";
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
  "--ts_proto_out=.",
  "--ts_proto_opt=forceLong=bigint,snakeToCamel=false,useDate=false",
  `--plugin=protoc-gen-ts_proto=${folder("ts-proto")}/protoc-gen-ts_proto`,
  "data.proto",
]);
await build({
  entryPoints: ["data.ts"],
  bundle: true,
  external: ["@bufbuild/protobuf"],
  format: "esm",
  outfile: "data.js",
});
