// ---
// library = "flatted"
// format = "flatted"
// traits = ["human-readable", "self-describing", "own-model"]
// unions = "the value"
// page = "https://github.com/WebReflection/flatted#readme"
// generate = ["plain"]
// packages = ["flatted@3.4.4"]
// limits = ["integers beyond 2^53 - 1", "-0.0 becomes 0.0", "keys that are __proto__", "NaN and infinities"]
// unsupported = ["__proto__"]
// [types]
// absent = "no member"
// ---
/** JSON in which objects and texts stand once, by their places. */

import { parse, stringify } from "flatted";
import { Codec, has, hasKey, isBigint, isNegativeZero, isProto } from "#driver";
import * as conversions from "#schema/json.js";
import { wide } from "#schema/types.js";

export class Flatted extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;

  encode(value) {
    return Buffer.from(stringify(value));
  }

  decode(data) {
    return parse(data.toString());
  }

  explain(value) {
    if (wide.any && has(value, isBigint)) return "an integer beyond 2^53 - 1";
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
