// ---
// library = "yaml"
// format = "yaml"
// traits = ["human-readable", "self-describing", "own-model"]
// unions = "the value"
// page = "https://eemeli.org/yaml/#parse-amp-stringify"
// generate = ["plain"]
// packages = ["yaml@2.9.1"]
// limits = ["integers beyond 2^53 - 1"]
// [types]
// absent = "no member"
// ---
/**
 * Bytes are base64 text: its core schema, which is the default, knows no `!!binary`. Times are text
 * as well: its `timestamp` reads the years 1 to 99 as those of the 20th century.
 */

import { parse, stringify } from "yaml";
import { Codec, has, isBigint } from "#driver";
import * as conversions from "#schema/json.js";
import { wide } from "#schema/types.js";

export class Yaml extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;

  encode(value) {
    return Buffer.from(stringify(value));
  }

  decode(data) {
    return parse(data.toString());
  }

  explain(value) {
    return wide.any && has(value, isBigint) ? "an integer beyond 2^53 - 1" : "";
  }
}
