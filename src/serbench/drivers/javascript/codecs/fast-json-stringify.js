// ---
// library = "fast-json-stringify"
// released = "2026-11-14"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// unions = "the value"
// page = "https://github.com/fastify/fast-json-stringify#example"
// generate = ["plain", "json-schema"]
// packages = ["fast-json-stringify@7.3.6"]
// limits = ["integers beyond 2^53 - 1", "-0.0 becomes 0.0", "absent fields with names that all objects have, such as toString", "NaN and infinities"]
// unsupported = ["__proto__"]
// [types]
// absent = "no member"
// ---
/** Writes alone; what it wrote, the engine reads. */

import fastJson from "fast-json-stringify";
import { Codec, has, hasKey, isBigint, isNegativeZero } from "#driver";
import * as conversions from "#schema/json.js";
import { SCHEMA } from "#schema/json_schema.js";
import { wide } from "#schema/types.js";

const stringify = fastJson(SCHEMA, { objectMechanism: "native" });

export class FastJsonStringify extends Codec {
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
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    return hasKey(value, isInherited) ? "an absent field with a name that all objects have" : "";
  }
}

/** It writes what an object inherits, too. */
function isInherited(key) {
  return key in Object.prototype;
}
