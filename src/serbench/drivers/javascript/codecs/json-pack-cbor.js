// ---
// library = "json-pack"
// format = "cbor"
// wire = "cbor"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/jsonjoy-com/json-pack#readme"
// generate = ["plain"]
// packages = ["@jsonjoy.com/json-pack@17.67.0"]
// limits = ["-0.0 becomes 0.0", "keys that are __proto__"]
// unsupported = ["__proto__"]
// [types]
// absent = "no member"
// ---
/** Of its encoders that which knows bytes; the newest versions ask npm for what is not there. */

import cbor from "@jsonjoy.com/json-pack/lib/cbor/index.js";
import { Codec, has, hasKey, isNegativeZero, isProto } from "#driver";
import * as conversions from "#schema/objects.js";

export class JsonPackCbor extends Codec {
  // An object of a class is null to it.
  populate = conversions.to;
  convert = conversions.back;
  #encoder = new cbor.CborEncoder();
  #decoder = new cbor.CborDecoder();

  encode(value) {
    return this.#encoder.encode(value);
  }

  decode(data) {
    return this.#decoder.decode(data);
  }

  explain(value) {
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
