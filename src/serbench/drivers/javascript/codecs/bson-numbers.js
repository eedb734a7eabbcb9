// ---
// library = "bson"
// released = "2026-11-05"
// format = "bson"
// # No `wire`: a whole number beyond 32 bits is a double, and 1.0 an integer.
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/mongodb/js-bson#functions"
// generate = ["plain"]
// packages = ["bson@7.3.4"]
// limits = ["integers beyond 2^53 - 1", "keys that hold the character NUL", "keys that are __proto__"]
// unsupported = ["__proto__"]
// [types]
// date = "UTC datetime"
// timestamp_s = "UTC datetime"
// timestamp_ms = "UTC datetime"
// absent = "no member"
// ---
/** With numbers as they are, as programs have them of which all are in JavaScript. */

import { deserialize, serialize } from "bson";
import { Codec, has, hasKey, isBigint, isProto } from "#driver";
import { back } from "#schema/bson.js";
import * as conversions from "#schema/objects.js";
import { wide } from "#schema/types.js";

const OPTIONS = { promoteBuffers: true };

export class BsonNumbers extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = back;

  encode(value) {
    return serialize(value);
  }

  decode(data) {
    return deserialize(data, OPTIONS);
  }

  explain(value) {
    if (wide.any && has(value, isBigint)) return "an integer beyond 2^53 - 1";
    if (hasKey(value, (key) => key.includes("\0"))) return "a key that holds the character NUL";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
