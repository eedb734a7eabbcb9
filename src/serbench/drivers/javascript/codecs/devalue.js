// ---
// library = "devalue"
// released = "2026-10-13"
// format = "devalue"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://github.com/sveltejs/devalue#usage"
// generate = ["plain"]
// packages = ["devalue@6.0.3"]
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
import { parse, stringify } from "devalue";
import { Codec, hasKey, isProto } from "#driver";
import * as conversions from "#schema/objects.js";

export class Devalue extends Codec {
  populate = conversions.to;
  convert = conversions.back;

  encode(value) {
    return Buffer.from(stringify(value));
  }

  decode(data) {
    return parse(data.toString());
  }

  explain(value) {
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
