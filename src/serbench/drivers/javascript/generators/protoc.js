import { execFileSync } from "node:child_process";
import { renameSync } from "node:fs";

for (const name of ["data", "texts"]) {
  execFileSync("protoc", ["--js_out=import_style=commonjs,binary:.", `${name}.proto`]);
  renameSync(`${name}_pb.js`, `${name}_pb.cjs`);
}
