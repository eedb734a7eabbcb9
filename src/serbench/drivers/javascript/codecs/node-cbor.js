// ---
// library = "cbor"
// format = "cbor"
// wire = "cbor"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/hildjj/node-cbor/tree/main/packages/cbor#highwatermark"
// unmaintained = "https://github.com/hildjj/node-cbor#readme"
// generate = ["plain"]
// packages = ["cbor@10.0.12"]
// limits = ["keys that are __proto__"]
// unsupported = ["__proto__"]
// [types]
// date = "tag 0"
// timestamp_s = "tag 0"
// timestamp_ms = "tag 0"
// bigint = "integer, or tags 2 and 3"
// absent = "no member"
// ---
/**
 * As node-cbor, the predecessor of cbor2. A stream's buffer has to have room for the whole value.
 * Times are text: of seconds with a fraction, its default, it reads some a millisecond early.
 */

import cbor from "cbor";
import { Codec, hasKey, isProto } from "#driver";
import * as conversions from "#schema/buffers.js";

const OPTIONS = { collapseBigIntegers: true, dateType: "string", highWaterMark: 1 << 26 };

export class NodeCbor extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;

  encode(value) {
    return cbor.encodeOne(value, OPTIONS);
  }

  decode(data) {
    return cbor.decodeFirstSync(data);
  }

  explain(value) {
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
