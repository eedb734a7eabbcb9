// ---
// library = "v8.serialize"
// format = "v8"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://nodejs.org/api/v8.html#serialization-api"
// generate = ["plain"]
// [types]
// date = "Date"
// timestamp = "BigInt"
// timestamp_s = "Date"
// timestamp_ms = "Date"
// timestamp_offset = "string"
// time = "number"
// time_ns = "BigInt"
// duration = "BigInt"
// duration_s = "number"
// duration_ms = "number"
// decimal = "string"
// uuid = "string"
// bigint = "BigInt"
// keys = "Map"
// absent = "no member"
// ---
/** The engine's structured clone. */

import v8 from "node:v8";
import { Codec } from "#driver";
import * as conversions from "#schema/objects.js";

export class V8 extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;

  encode(value) {
    return v8.serialize(value);
  }

  decode(data) {
    return v8.deserialize(data);
  }
}
