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
// limits = ["integers beyond 2^53 - 1", "-0.0 becomes 0.0", "NaN and infinities"]
// unsupported = ["__proto__"]
// ---
/** Writes alone; what it wrote, the engine reads. */

import fastJson from "fast-json-stringify";
import { Codec, has, isBigint, isNegativeZero } from "#driver";
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
    return has(value, isNegativeZero) ? "-0.0 becomes 0.0" : "";
  }
}
