// ---
// library = "notepack.io"
// format = "msgpack"
// wire = "msgpack"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/darrachequesne/notepack#usage"
// generate = ["plain"]
// packages = ["notepack.io@3.0.1"]
// limits = ["integers beyond 2^53 - 1", "whole floats beyond 64 bits", "-0.0 becomes 0.0", "keys that are __proto__"]
// unsupported = ["__proto__"]
// [types]
// date = "timestamp extension"
// timestamp_s = "timestamp extension"
// timestamp_ms = "timestamp extension"
// absent = "no member"
// ---
import notepack from "notepack.io";
import { Codec, has, hasKey, isBigint, isNegativeZero, isProto } from "#driver";
import * as conversions from "#schema/objects.js";
import { wide } from "#schema/types.js";

export class Notepack extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;

  encode(value) {
    return notepack.encode(value);
  }

  decode(data) {
    return notepack.decode(data);
  }

  explain(value) {
    if (wide.any && has(value, isBigint)) return "an integer beyond 2^53 - 1";
    if (has(value, isBeyond)) return "a whole float beyond 64 bits";
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}

/** Whatever is whole it writes as an integer, of which the upper bits are lost. */
function isBeyond(value) {
  return Number.isInteger(value) && (value >= 2 ** 64 || value < -(2 ** 63));
}
