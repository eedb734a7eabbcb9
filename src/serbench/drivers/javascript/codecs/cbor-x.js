// ---
// library = "cbor-x"
// released = "2026-10-20"
// format = "cbor"
// # No `wire`: a number beyond 32 bits is a float, which readers of other languages refuse.
// traits = ["binary", "self-describing", "own-model", "core"]
// page = "https://github.com/kriszyp/cbor-x#options"
// generate = ["plain"]
// # 1.6.9 wants cbor-extract 2.2.3 for its native addon, of which there is no package for Linux.
// packages = ["cbor-x@1.6.8", "cbor-extract@2.2.2"]
// limits = ["-0.0 becomes 0.0", "keys that are __proto__"]
// unsupported = ["__proto__"]
// [types]
// date = "tag 1"
// timestamp_s = "tag 1"
// timestamp_ms = "tag 1"
// bigint = "integer, or tags 2 and 3"
// absent = "no member"
// ---
/** Without records: maps with texts as keys, as every other CBOR has them. */

import { Encoder, isNativeAccelerationEnabled } from "cbor-x";
import { Codec, has, hasKey, isNegativeZero, isProto, mustHaveAddon } from "#driver";
import * as conversions from "#schema/objects.js";

mustHaveAddon(isNativeAccelerationEnabled, "cbor-x");

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
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
