// The plugin refuses a file with an optional scalar called `constructor`;
// without `optional` the field is accepted.
// needs: protoc@36.2.0 @protobuf-ts/plugin@2.11.1
// prints: string: ok, optional string: Unexpected object: function Object() { [native code] }
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

const [plain, optional] = ["string", "optional string"].map((type) => {
  writeFileSync("m.proto", `syntax = "proto3"; message M { ${type} constructor = 1; }`);
  try {
    execFileSync("protoc", ["-I.", "--ts_out=.", "m.proto"], { stdio: "pipe" });
    return "ok";
  } catch (error) {
    return error.stderr.toString().match(/Unexpected .*|$/)[0];
  }
});
console.log(`string: ${plain}, optional string: ${optional}`);
process.exit(plain === "ok" && optional.startsWith("Unexpected object") ? 0 : 1);
