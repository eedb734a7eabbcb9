// ---
// library = "smol-toml"
// released = "2026-10-09"
// format = "toml"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://github.com/squirrelchat/smol-toml#usage"
// generate = ["plain"]
// packages = ["smol-toml@1.9.1"]
// # It has no null: an absent optional is left out, which only a record allows; and no bytes.
// unsupported = ["bytes", "list<optional>", "map<optional>"]
// limits = ["u64 above 2^63 - 1", "-0.0 becomes 0.0", "years of more than four digits"]
// [types]
// date = "local date"
// timestamp_s = "local date-time"
// timestamp_ms = "local date-time"
// timestamp_s_utc = "offset date-time"
// timestamp_ms_utc = "offset date-time"
// ---
/** Integers are bigints where no number is exact, which its `asNeeded` says. */

import { parse, stringify } from "smol-toml";
import { Codec, has, isFarDate, isNegativeZero } from "#driver";
import * as conversions from "#schema/sparse.js";
import { wide } from "#schema/types.js";

const OPTIONS = { integersAsBigInt: "asNeeded" };

export class SmolToml extends Codec {
  // It takes null for absent, but not in an inline table, such as a record in a list of lists.
  populate = conversions.to;
  convert = conversions.back;

  encode(value) {
    return Buffer.from(stringify(value));
  }

  decode(data) {
    return parse(data.toString(), OPTIONS);
  }

  explain(value) {
    const isBeyond = (value) => typeof value === "bigint" && value >= 1n << 63n;
    if (wide.any && has(value, isBeyond)) return "u64 above 2^63 - 1";
    if (has(value, isFarDate)) return "a Date whose year has more than four digits";
    return has(value, isNegativeZero) ? "-0.0 becomes 0.0" : "";
  }
}
