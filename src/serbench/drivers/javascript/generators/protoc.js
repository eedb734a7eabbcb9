import { execFileSync } from "node:child_process";
import { renameSync } from "node:fs";

execFileSync("protoc", ["--js_out=import_style=commonjs,binary:.", "data.proto"]);
renameSync("data_pb.js", "data_pb.cjs");
