// ---
// library = "bson"
// released = "2026-11-05"
// format = "bson"
// wire = "bson"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/mongodb/js-bson#functions"
// generate = ["plain"]
// packages = ["bson@7.3.4"]
// limits = ["u64 above 2^63 - 1", "keys that hold the character NUL", "keys that are __proto__", "decimals of more than 34 digits"]
// unsupported = ["__proto__"]
// [types]
// date = "UTC datetime"
// timestamp_s = "UTC datetime"
// timestamp_ms = "UTC datetime"
// decimal = "Decimal128"
// uuid = "binary of subtype 4"
// absent = "no member"
// ---
/** With integers of 64 bits as bigints, and bytes as they are. */

import { deserialize, serialize } from "bson";
import { Codec, has, hasKey, isProto } from "#driver";
import * as conversions from "#schema/bson.js";
import { wide } from "#schema/types.js";

const OPTIONS = { useBigInt64: true, promoteBuffers: true };

export class Bson extends Codec {
  populate = conversions.to;
  convert = conversions.back;

  encode(value) {
    return serialize(value);
  }

  decode(data) {
    return deserialize(data, OPTIONS);
  }

  explain(value) {
    const isBeyond = (value) => typeof value === "bigint" && value >= 1n << 63n;
    if (wide.any && has(value, isBeyond)) return "u64 above 2^63 - 1";
    if (hasKey(value, (key) => key.includes("\0"))) return "a key that holds the character NUL";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
