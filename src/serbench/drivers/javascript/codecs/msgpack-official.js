// ---
// library = "@msgpack/msgpack"
// format = "msgpack"
// # With useBigInt64, without which integers beyond 2^53 are lost, a number beyond 32 bits is a float,
// # which typed readers of other languages refuse.
// wire = "msgpack-doubles"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/msgpack/msgpack-javascript#reusing-encoder-and-decoder-instances"
// generate = ["plain"]
// packages = ["@msgpack/msgpack@3.1.3"]
// limits = ["-0.0 becomes 0.0", "keys that are __proto__"]
// unsupported = ["__proto__"]
// ---
/** An Encoder and a Decoder that are made once, as the page advises. */

import { Decoder, Encoder } from "@msgpack/msgpack";
import { Codec, has, hasKey, isNegativeZero, isProto } from "#driver";
import * as conversions from "#schema/objects.js";

export class MsgpackOfficial extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;
  #encoder = new Encoder({ useBigInt64: true });
  #decoder = new Decoder({ useBigInt64: true });

  encode(value) {
    return this.#encoder.encodeSharedRef(value);
  }

  decode(data) {
    return this.#decoder.decode(data);
  }

  explain(value) {
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
