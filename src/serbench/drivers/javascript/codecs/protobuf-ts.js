// ---
// library = "protobuf-ts"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/timostamm/protobuf-ts/blob/main/MANUAL.md#message-interfaces"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// generate = ["protobuf-ts"]
// packages = ["@protobuf-ts/runtime@2.11.1"]
// limits = ["-0.0 becomes 0.0", "keys that are __proto__"]
// ---
/** With bigints and code optimized for speed, which are its plugin's defaults. */

import { Codec, has, hasKey, isNegativeZero, isProto } from "#driver";
import { Root, back, to } from "#schema/of_typed_proto.js";

export class ProtobufTs extends Codec {
  populate = to;
  convert = back;

  encode(message) {
    return Root.toBinary(message);
  }

  decode(data) {
    return Root.fromBinary(data);
  }

  explain(value) {
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
