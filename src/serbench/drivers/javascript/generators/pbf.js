import { writeFileSync } from "node:fs";
import { compileRaw } from "pbf/compile";
import resolve from "resolve-protobuf-schema";

writeFileSync("pbf.js", compileRaw(resolve.sync("oneofs.proto")));
