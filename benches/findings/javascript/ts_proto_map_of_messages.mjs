// An entry of a map of messages whose value was left out, as protobuf allows, is lost.
// needs: protoc@36.2.0 ts-proto@2.18.0 @bufbuild/protobuf@2.17.0 esbuild@0.28.2
// prints: messages {} texts { a: '' }
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { build } from "esbuild";

writeFileSync(
  "m.proto",
  'syntax = "proto3"; message S {} message M { map<string, S> m = 1; map<string, string> t = 2; }',
);
execFileSync("protoc", ["-I.", "--ts_proto_out=.", "m.proto"], { stdio: "inherit" });
await build({
  entryPoints: ["m.ts"],
  bundle: true,
  platform: "node",
  format: "cjs",
  outfile: "m.cjs",
});
const { M } = (await import(`${process.cwd()}/m.cjs`)).default;
const read = (hex) => M.decode(Buffer.from(hex, "hex"));
const [messages, texts] = [read("0a030a0161").m, read("12030a0161").t];
console.log("messages", messages, "texts", texts);
process.exit(!("a" in messages) && texts.a === "" ? 0 : 1);
