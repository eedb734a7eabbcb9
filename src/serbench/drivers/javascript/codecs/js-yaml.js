// ---
// library = "js-yaml"
// released = "2026-10-15"
// format = "yaml"
// traits = ["human-readable", "self-describing", "own-model"]
// unions = "the value"
// page = "https://nodeca.github.io/js-yaml/doc/"
// generate = ["plain"]
// packages = ["js-yaml@5.5.0"]
// limits = ["integers beyond 2^53 - 1"]
// ---
/** Bytes are base64 text: its core schema, which `load` has by default, knows no `!!binary`. */

import { dump, load } from "js-yaml";
import { Codec, has, isBigint } from "#driver";
import * as conversions from "#schema/json.js";

export class JsYaml extends Codec {
  // It refuses an object of a class.
  populate = conversions.to;
  convert = conversions.back;

  encode(value) {
    return Buffer.from(dump(value));
  }

  decode(data) {
    return load(data.toString());
  }

  explain(value) {
    return has(value, isBigint) ? "an integer beyond 2^53 - 1" : "";
  }
}
