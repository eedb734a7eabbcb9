import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { delimiter, dirname } from "node:path";

const require = createRequire(`${process.cwd()}/`);
const folder = (name) => dirname(require.resolve(`${name}/package.json`));
// The plugin asks the path for Node.
process.env.PATH = dirname(process.execPath) + delimiter + process.env.PATH;
execFileSync(process.execPath, [
  `${folder("protoc")}/protoc.cjs`,
  "-I.",
  "--es_out=.",
  "--es_opt=target=js",
  `--plugin=protoc-gen-es=${folder("@bufbuild/protoc-gen-es")}/bin/protoc-gen-es`,
  "data.proto",
]);
