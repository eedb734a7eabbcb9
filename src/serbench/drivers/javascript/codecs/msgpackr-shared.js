// ---
// library = "msgpackr"
// released = "2026-10-28"
// format = "msgpackr-shared"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/kriszyp/msgpackr#shared-record-structures"
// generate = ["plain"]
// packages = ["msgpackr@2.1.3"]
// limits = ["-0.0 becomes 0.0", "keys that are __proto__"]
// unsupported = ["__proto__"]
// [types]
// date = "timestamp extension"
// timestamp_s = "timestamp extension"
// timestamp_ms = "timestamp extension"
// bigint = "integer, or extension 0x42"
// keys = "map"
// ---
/**
 * With the shapes of all records known to writer and reader. They are loaded, as the page has it
 * for stored data: of a `structures` array a reader misreads the shapes beyond the first 32.
 * Shapes of maps are none of them, so that any process reads what another wrote.
 */

import { isNativeAccelerationEnabled, Packr } from "msgpackr";
import { Codec, has, hasKey, isNegativeZero, isProto, mustHaveAddon } from "#driver";
import * as conversions from "#schema/objects.js";
import { RECORDS } from "#schema/records.js";

mustHaveAddon(isNativeAccelerationEnabled, "msgpackr");

export class MsgpackrShared extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;
  #packr = new Packr({
    getStructures: () => RECORDS,
    maxSharedStructures: Math.max(RECORDS.length, 32),
    shouldShareStructure: () => false,
    int64AsType: "auto",
    useBigIntExtension: true,
  });

  encode(value) {
    return this.#packr.pack(value);
  }

  decode(data) {
    return this.#packr.unpack(data);
  }

  explain(value) {
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
