// ---
// library = "ajv"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// unions = "the value"
// page = "https://ajv.js.org/guide/getting-started.html#parsing-and-serializing-json"
// generate = ["plain", "jtd"]
// packages = ["ajv@8.20.0"]
// limits = ["integers beyond 2^53 - 1", "-0.0 becomes 0.0", "keys that are __proto__", "NaN and infinities", "years of more than four digits"]
// unsupported = ["__proto__"]
// [types]
// timestamp_ms_utc = "string"
// absent = "no member"
// ---
/** A serializer and a parser compiled from a JSON Type Definition. */

import Ajv from "ajv/dist/jtd.js";
import { Codec, has, hasKey, isBigint, isFarDate, isNegativeZero, isProto } from "#driver";
import * as conversions from "#schema/json.js";
import { SCHEMA } from "#schema/jtd.js";
import { wide } from "#schema/types.js";

const ajv = new Ajv.default({ parseDate: true });
const serialize = ajv.compileSerializer(SCHEMA);
const parse = ajv.compileParser(SCHEMA);

export class AjvJtd extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;

  encode(value) {
    return Buffer.from(serialize(value));
  }

  decode(data) {
    const value = parse(data.toString());
    if (value === undefined) throw new SyntaxError(`${parse.message} at ${parse.position}`);
    return value;
  }

  explain(value) {
    if (has(value, isFarDate)) return "a Date whose year has more than four digits";
    if (wide.any && has(value, isBigint)) return "an integer beyond 2^53 - 1";
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
