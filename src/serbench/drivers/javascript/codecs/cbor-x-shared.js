// ---
// library = "cbor-x"
// released = "2026-10-20"
// format = "cbor-x-shared"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/kriszyp/cbor-x#shared-record-structures"
// generate = ["plain"]
// packages = ["cbor-x@1.6.8", "cbor-extract@2.2.2"]
// limits = ["-0.0 becomes 0.0", "keys that are __proto__"]
// unsupported = ["__proto__"]
// [types]
// date = "tag 1"
// timestamp_s = "tag 1"
// timestamp_ms = "tag 1"
// bigint = "integer, or tags 2 and 3"
// keys = "map"
// ---
/**
 * With the shapes of records known to writer and reader, as many as are shared by default: with 256
 * there is no number left for any other. Shapes of maps are none of them, so that any process reads
 * what another wrote.
 */

import { Encoder, isNativeAccelerationEnabled } from "cbor-x";
import { Codec, has, hasKey, isNegativeZero, isProto, mustHaveAddon } from "#driver";
import * as conversions from "#schema/objects.js";
import { RECORDS } from "#schema/records.js";

mustHaveAddon(isNativeAccelerationEnabled, "cbor-x");

const SHARED = RECORDS.slice(0, 128);

export class CborXShared extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;
  #encoder = new Encoder({
    structures: SHARED.map((keys) => [...keys]),
    maxSharedStructures: SHARED.length,
    tagUint8Array: false,
  });

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
