// ---
// library = "json-pack"
// format = "msgpack"
// # A number beyond 32 bits is a float, which typed readers of other languages refuse.
// wire = "msgpack-doubles"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/jsonjoy-com/json-pack#readme"
// generate = ["plain"]
// packages = ["@jsonjoy.com/json-pack@17.67.0"]
// limits = ["integers beyond 2^53 - 1", "-0.0 becomes 0.0", "keys that are __proto__"]
// unsupported = ["__proto__"]
// [types]
// absent = "no member"
// ---
/** Of its encoders that which knows bytes; the newest versions ask npm for what is not there. */

import msgpack from "@jsonjoy.com/json-pack/lib/msgpack/index.js";
import { Codec, has, hasKey, isBigint, isNegativeZero, isProto } from "#driver";
import * as conversions from "#schema/objects.js";
import { wide } from "#schema/types.js";

export class JsonPackMsgpack extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;
  #encoder = new msgpack.MsgPackEncoder();
  #decoder = new msgpack.MsgPackDecoder();

  encode(value) {
    return this.#encoder.encode(value);
  }

  decode(data) {
    return this.#decoder.decode(data);
  }

  explain(value) {
    if (wide.any && has(value, isBigint)) return "an integer beyond 2^53 - 1";
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
