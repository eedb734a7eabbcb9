// ---
// library = "safe-stable-stringify"
// released = "2026-10-15"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// unions = "the value"
// page = "https://github.com/BridgeAR/safe-stable-stringify#readme"
// generate = ["plain"]
// packages = ["safe-stable-stringify@3.0.0"]
// limits = ["integers beyond 2^53 - 1", "-0.0 becomes 0.0", "NaN and infinities"]
// [types]
// absent = "no member"
// ---
/** Writes alone, with keys in order; what it wrote, the engine reads. */

import stringify from "safe-stable-stringify";
import { Codec, has, isBigint, isNegativeZero } from "#driver";
import * as conversions from "#schema/json.js";
import { wide } from "#schema/types.js";

export class SafeStableStringify extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;

  encode(value) {
    return Buffer.from(stringify(value));
  }

  decode(data) {
    return JSON.parse(data.toString());
  }

  explain(value) {
    if (wide.any && has(value, isBigint)) return "an integer beyond 2^53 - 1";
    return has(value, isNegativeZero) ? "-0.0 becomes 0.0" : "";
  }
}
