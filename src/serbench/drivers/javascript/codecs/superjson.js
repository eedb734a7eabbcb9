// ---
// library = "superjson"
// format = "superjson"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://github.com/flightcontrolhq/superjson#usage"
// generate = ["plain"]
// packages = ["superjson@2.2.6"]
// limits = ["keys that are __proto__"]
// unsupported = ["__proto__"]
// [types]
// date = "Date"
// timestamp = "BigInt"
// timestamp_s = "Date"
// timestamp_ms = "Date"
// timestamp_offset = "string"
// time = "number"
// time_ns = "BigInt"
// duration = "BigInt"
// duration_s = "number"
// duration_ms = "number"
// decimal = "string"
// uuid = "string"
// bigint = "BigInt"
// keys = "Map"
// absent = "no member"
// ---
/** JSON with what it lacks beside it. */

import superjson from "superjson";
import { Codec, hasKey, isProto } from "#driver";
import * as conversions from "#schema/objects.js";

export class Superjson extends Codec {
  populate = conversions.to;
  convert = conversions.back;

  encode(value) {
    return Buffer.from(superjson.stringify(value));
  }

  decode(data) {
    return superjson.parse(data.toString());
  }

  explain(value) {
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
