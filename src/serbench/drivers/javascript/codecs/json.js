// ---
// library = "JSON"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model", "reference", "core"]
// unions = "the value"
// page = "https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/JSON"
// generate = ["plain"]
// limits = ["integers beyond 2^53 - 1", "-0.0 becomes 0.0", "NaN and infinities"]
// [types]
// absent = "no member"
// ---
/** The engine's own. */

import { Codec, has, isBigint, isNegativeZero } from "#driver";
import * as conversions from "#schema/json.js";
import { wide } from "#schema/types.js";

export class Json extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;

  encode(value) {
    return Buffer.from(JSON.stringify(value));
  }

  decode(data) {
    return JSON.parse(data.toString());
  }

  explain(value) {
    if (wide.any && has(value, isBigint)) return "an integer beyond 2^53 - 1";
    return has(value, isNegativeZero) ? "-0.0 becomes 0.0" : "";
  }
}
