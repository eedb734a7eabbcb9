// ---
// library = "ts-proto"
// released = "2026-10-18"
// format = "protobuf"
// # No `wire`: an entry of a map of messages whose value was left out is lost.
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/stephenh/ts-proto#usage"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// generate = ["ts-proto"]
// packages = ["ts-proto@2.18.0", "@bufbuild/protobuf@2.17.0"]
// limits = [
//     "-0.0 becomes 0.0",
//     "keys that are __proto__",
//     "values nested more than 100 messages deep do not decode",
// ]
// ---
/**
 * With `forceLong=bigint`: by default, it refuses integers beyond 2^53 - 1. With `useDate=false`: by
 * default, a `google.protobuf.Timestamp` is a `Date`, which has no more than milliseconds, and one
 * before 1970 is written with negative nanoseconds, which the format does not allow.
 */

import { CannotHold, Codec, has, hasKey, isNegativeZero, isProto } from "#driver";
import { Root, back, to } from "#schema/of_typed_proto.js";

export class TsProto extends Codec {
  populate = to;
  convert = back;

  encode(message) {
    return Root.encode(message).finish();
  }

  decode(data) {
    try {
      return Root.decode(data);
    } catch (error) {
      if (error.message.includes("recursion limit")) throw new CannotHold(error.message);
      throw error;
    }
  }

  explain(value) {
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
