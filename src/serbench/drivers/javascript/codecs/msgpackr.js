// ---
// library = "msgpackr"
// released = "2026-10-28"
// format = "msgpack"
// # A number beyond 32 bits is a float, which typed readers of other languages refuse.
// wire = "msgpack-doubles"
// traits = ["binary", "self-describing", "own-model", "core"]
// page = "https://github.com/kriszyp/msgpackr#options"
// generate = ["plain"]
// packages = ["msgpackr@2.1.3"]
// limits = ["-0.0 becomes 0.0", "keys that are __proto__"]
// unsupported = ["__proto__"]
// [types]
// date = "timestamp extension"
// timestamp_s = "timestamp extension"
// timestamp_ms = "timestamp extension"
// bigint = "integer, or extension 0x42"
// absent = "no member"
// ---
/** Without records: maps with texts as keys, as every other MessagePack has them. */

import { isNativeAccelerationEnabled, Packr } from "msgpackr";
import { Codec, has, hasKey, isNegativeZero, isProto, mustHaveAddon } from "#driver";
import * as conversions from "#schema/objects.js";

mustHaveAddon(isNativeAccelerationEnabled, "msgpackr");

export class Msgpackr extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;
  #packr = new Packr({
    useRecords: false,
    int64AsType: "auto",
    mapsAsObjects: true,
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
