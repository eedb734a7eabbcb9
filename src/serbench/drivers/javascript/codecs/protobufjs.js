// ---
// library = "protobufjs"
// released = "2026-10-11"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model", "core"]
// page = "https://github.com/protobufjs/protobuf.js#usage"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// generate = ["proto"]
// packages = ["protobufjs@8.8.1"]
// limits = ["keys that are __proto__"]
// ---
/** By reflection on the `.proto` text, whose functions are compiled when the first message is met. */

import { fileURLToPath } from "node:url";
import protobuf from "protobufjs";
import { Codec, hasKey, isProto } from "#driver";
import * as conversions from "#schema/of_messages.js";

const FILE = fileURLToPath(new URL("./schema/data.proto", import.meta.url));
const loaded = new protobuf.Root().loadSync(FILE, { keepCase: true });
const Root = loaded.lookupType(conversions.ROOT);

export class Protobufjs extends Codec {
  populate = conversions.to;
  convert = conversions.back;

  encode(value) {
    return Root.encode(value).finish();
  }

  decode(data) {
    return Root.decode(data);
  }

  explain(value) {
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
