// ---
// library = "js-yaml"
// released = "2026-10-15"
// format = "yaml"
// traits = ["human-readable", "self-describing", "own-model"]
// unions = "the value"
// page = "https://nodeca.github.io/js-yaml/doc/"
// generate = ["plain"]
// packages = ["js-yaml@5.5.0"]
// limits = ["integers beyond 2^53 - 1", "years of more than four digits"]
// [types]
// date = "timestamp"
// timestamp_s = "timestamp"
// timestamp_ms = "timestamp"
// absent = "no member"
// ---
/**
 * Bytes are base64 text: its core schema, which `load` has by default, knows no `!!binary`, nor the
 * timestamps that `dump` writes.
 */

import { CORE_SCHEMA, dump, load, timestampTag } from "js-yaml";
import { Codec, has, isBigint, isFarDate } from "#driver";
import * as conversions from "#schema/json.js";
import { wide } from "#schema/types.js";

const OPTIONS = conversions.NATIVES ? { schema: CORE_SCHEMA.withTags(timestampTag) } : undefined;

export class JsYaml extends Codec {
  // It refuses an object of a class.
  populate = conversions.to;
  convert = conversions.back;

  encode(value) {
    return Buffer.from(dump(value));
  }

  decode(data) {
    return load(data.toString(), OPTIONS);
  }

  explain(value) {
    if (has(value, isFarDate)) return "a Date whose year has more than four digits";
    return wide.any && has(value, isBigint) ? "an integer beyond 2^53 - 1" : "";
  }
}
