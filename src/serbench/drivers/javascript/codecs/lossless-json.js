// ---
// library = "lossless-json"
// released = "2026-10-21"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://github.com/josdejong/lossless-json#losslessnumbers"
// generate = ["plain"]
// packages = ["lossless-json@4.3.3"]
// limits = ["-0.0 becomes 0.0", "keys that are __proto__", "NaN and infinities"]
// unsupported = ["__proto__"]
// [types]
// bigint = "number"
// absent = "no member"
// ---
/** A number is a LosslessNumber, which is its text; `convert` makes numbers of them. */

import { parse, stringify } from "lossless-json";
import { Codec, has, hasKey, isNegativeZero, isProto } from "#driver";
import * as conversions from "#schema/big_numbers.js";

export class LosslessJson extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;

  encode(value) {
    return Buffer.from(stringify(value));
  }

  decode(data) {
    return parse(data.toString());
  }

  explain(value) {
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
