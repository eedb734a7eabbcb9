// ---
// library = "protobufjs"
// released = "2026-10-11"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/protobufjs/protobuf.js/tree/master/cli#usage"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// generate = ["pbjs"]
// packages = ["protobufjs@8.8.1"]
// limits = ["keys that are __proto__"]
// ---
/** With the functions that its `pbjs` writes ahead. */

import { Codec, hasKey, isProto } from "#driver";
import * as conversions from "#schema/of_messages.js";
import * as packages from "#schema/static.js";

const [home, name] = conversions.ROOT.split(".");
const Root = packages[home][name];

export class ProtobufjsStatic extends Codec {
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
