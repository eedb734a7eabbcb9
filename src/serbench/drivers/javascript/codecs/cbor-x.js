// ---
// library = "cbor-x"
// format = "cbor"
// # No `wire`: a number beyond 32 bits is a float, which readers of other languages refuse.
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/kriszyp/cbor-x#options"
// generate = ["plain"]
// packages = ["cbor-x@1.6.9"]
// limits = ["-0.0 becomes 0.0", "keys that are __proto__", "long texts that begin with a byte order mark"]
// unsupported = ["__proto__"]
// ---
/** Without records: maps with texts as keys, as every other CBOR has them. */

import { Encoder } from "cbor-x";
import { Codec, has, hasKey, hasText, isMarked, isNegativeZero, isProto } from "#driver";
import * as conversions from "#schema/objects.js";

export class CborX extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;
  #encoder = new Encoder({ useRecords: false, mapsAsObjects: true, tagUint8Array: false });

  encode(value) {
    return this.#encoder.encode(value);
  }

  decode(data) {
    return this.#encoder.decode(data);
  }

  explain(value) {
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    if (hasKey(value, isProto)) return "a key that is __proto__";
    return hasText(value, isLongAndMarked) ? "a long text that begins with a byte order mark" : "";
  }
}

/** Texts of more than 64 bytes it leaves to a `TextDecoder`. */
const isLongAndMarked = (text) => isMarked(text) && Buffer.byteLength(text) > 64;
