// ---
// library = "@ipld/dag-cbor"
// format = "cbor"
// # No `wire`: it refuses lengths in more bytes than necessary, which json-pack writes.
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/ipld/js-dag-cbor#readme"
// generate = ["plain"]
// packages = ["@ipld/dag-cbor@10.0.2"]
// limits = ["-0.0 becomes 0.0", "keys that are __proto__", "texts that begin with a byte order mark", "NaN and infinities"]
// unsupported = ["__proto__"]
// [types]
// absent = "no member"
// ---
import { decode, encode } from "@ipld/dag-cbor";
import { Codec, has, hasKey, hasText, isMarked, isNegativeZero, isProto } from "#driver";
import * as conversions from "#schema/objects.js";

export class DagCbor extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;

  encode(value) {
    return encode(value);
  }

  decode(data) {
    return decode(data);
  }

  explain(value) {
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    if (hasKey(value, isProto)) return "a key that is __proto__";
    return hasText(value, isMarked) ? "a text that begins with a byte order mark" : "";
  }
}
