// ---
// library = "seroval"
// released = "2026-11-11"
// format = "seroval"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://github.com/lxsmnsyc/seroval#usage"
// generate = ["plain"]
// packages = ["seroval@1.8.1"]
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
/** As JSON, which is read without evaluating it. */

import { fromJSON, toJSON } from "seroval";
import { Codec, hasKey, isProto } from "#driver";
import * as conversions from "#schema/objects.js";

export class Seroval extends Codec {
  populate = conversions.to;
  convert = conversions.back;

  encode(value) {
    return Buffer.from(JSON.stringify(toJSON(value)));
  }

  decode(data) {
    return fromJSON(JSON.parse(data.toString()));
  }

  explain(value) {
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
