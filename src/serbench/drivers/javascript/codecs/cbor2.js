// ---
// library = "cbor2"
// format = "cbor"
// wire = "cbor"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/hildjj/cbor2#readme"
// generate = ["plain"]
// packages = ["cbor2@2.3.0"]
// limits = ["keys that are __proto__"]
// unsupported = ["__proto__"]
// [types]
// date = "tag 0"
// timestamp_s = "tag 0"
// timestamp_ms = "tag 0"
// bigint = "integer, or tags 2 and 3"
// absent = "no member"
// ---
/** Times are text: of seconds with a fraction, its default, it reads some a millisecond early. */

import { decode, encode } from "cbor2";
import { Codec, hasKey, isProto } from "#driver";
import * as conversions from "#schema/objects.js";

const DATE_STRING = 0;
const OPTIONS = conversions.NATIVES ? { dateTag: DATE_STRING } : undefined;

export class Cbor2 extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;

  encode(value) {
    return encode(value, OPTIONS);
  }

  decode(data) {
    return decode(data);
  }

  explain(value) {
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
