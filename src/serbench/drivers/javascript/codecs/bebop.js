// ---
// library = "Bebop"
// released = "2025-09-16"
// format = "bebop"
// traits = ["binary", "schema", "own-model"]
// page = "https://docs.bebop.sh/guide/getting-started-typescript/"
// generate = ["bebop"]
// packages = ["bebop@3.2.3"]
// limits = ["years before 1 and after 14,613"]
// [types]
// date = "date"
// timestamp_s = "date"
// timestamp_ms = "date"
// uuid = "guid"
// ---

import { CannotHold, Codec, has } from "#driver";
import * as conversions from "#schema/of_bebop.js";

const { Root } = conversions;

export class Bebop extends Codec {
  populate = conversions.to;
  convert = conversions.back;

  constructor() {
    super();
    if (conversions.refused) throw new CannotHold(conversions.refused);
  }

  encode(value) {
    return Root.encode(value);
  }

  decode(data) {
    return Root.decode(data);
  }

  explain(value) {
    return has(value, isBeyond) ? "a Date before the year 1 or after 14,613" : "";
  }
}

const FIRST = Date.parse("0001-01-01T00:00:00Z");
const LAST = Date.parse("+014613-12-31T23:59:59.999Z");

/** It cuts ticks of 100 ns since the year 1 to 62 bits. */
function isBeyond(part) {
  return part instanceof Date && (part.getTime() < FIRST || part.getTime() > LAST);
}
