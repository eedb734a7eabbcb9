// ---
// library = "@msgpack/msgpack"
// format = "msgpack"
// wire = "msgpack"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/msgpack/msgpack-javascript#reusing-encoder-and-decoder-instances"
// generate = ["plain"]
// packages = ["@msgpack/msgpack@3.1.3"]
// limits = ["-0.0 becomes 0.0", "keys that are __proto__"]
// unsupported = ["__proto__"]
// [types]
// date = "timestamp extension"
// timestamp_s = "timestamp extension"
// timestamp_ms = "timestamp extension"
// absent = "no member"
// ---
/**
 * An Encoder and a Decoder that are made once, as the page advises. With `useBigInt64` a number
 * beyond 32 bits would be a float: it is for values of which some are not safe, and then all
 * integers of 64 bits are bigints.
 */

import { Decoder, Encoder } from "@msgpack/msgpack";
import { Codec, has, hasKey, isNegativeZero, isProto } from "#driver";
import * as bigints from "#schema/bigints.js";
import * as numbers from "#schema/objects.js";
import { wide } from "#schema/types.js";

const BIGINTS = { useBigInt64: true };

export class MsgpackOfficial extends Codec {
  #encoders = [new Encoder(), new Encoder(BIGINTS)];
  #decoders = [new Decoder(), new Decoder(BIGINTS)];

  populate = (value) => {
    if (wide.any) return bigints.to(value);
    return numbers.AS_THEY_ARE ? value : numbers.to(value);
  };
  convert = (value) => (wide.any ? bigints.back(value) : numbers.back(value));

  encode(value) {
    return this.#encoders[+wide.any].encodeSharedRef(value);
  }

  decode(data) {
    return this.#decoders[+wide.any].decode(data);
  }

  explain(value) {
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
