// ---
// library = "msgpack-lite"
// format = "msgpack"
// # A number beyond 32 bits is a float, which typed readers of other languages refuse.
// wire = "msgpack-doubles"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/kawanet/msgpack-lite#messagepack-mapping-table"
// generate = ["plain"]
// packages = ["msgpack-lite@0.2.2"]
// limits = ["integers beyond 2^53 - 1", "-0.0 becomes 0.0", "keys that are __proto__"]
// unsupported = ["__proto__"]
// [types]
// date = "extension 0x0D"
// timestamp_s = "extension 0x0D"
// timestamp_ms = "extension 0x0D"
// absent = "no member"
// ---
/** Bytes are a Buffer; an Uint8Array is an extension of its own. */

import msgpack from "msgpack-lite";
import { Codec, has, hasKey, isBigint, isNegativeZero, isProto } from "#driver";
import * as conversions from "#schema/buffers.js";
import { wide } from "#schema/types.js";

export class MsgpackLite extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;

  encode(value) {
    return msgpack.encode(value);
  }

  decode(data) {
    return msgpack.decode(data);
  }

  explain(value) {
    if (wide.any && has(value, isBigint)) return "an integer beyond 2^53 - 1";
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
