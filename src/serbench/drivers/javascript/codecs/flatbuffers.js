// ---
// library = "flatbuffers"
// released = "2025-09-24"
// format = "flatbuffers"
// wire = "flatbuffers"
// traits = ["binary", "schema", "own-model", "zero-copy", "reuses-objects", "core"]
// page = "https://flatbuffers.dev/languages/typescript/"
// evolution = "ids and deprecated fields"
// generate = ["flatbuffers"]
// packages = ["flatbuffers@25.9.23"]
// limits = ["texts that begin with a byte order mark"]
// ---
/**
 * Its own model is a finished builder on one side, a table over bytes on the other. `serialize`
 * clears one builder and uses it again.
 */

import { Builder } from "flatbuffers";
import { Codec, hasText, isMarked } from "#driver";
import * as flatbuffers from "#schema/of_flatbuffers.js";

export class Flatbuffers extends Codec {
  populate = (value) => flatbuffers.to(value);
  convert = flatbuffers.back;
  access = flatbuffers.access;
  #builder = new Builder(1024);

  encode(builder) {
    return builder.asUint8Array();
  }

  serialize(value) {
    this.#builder.clear();
    return flatbuffers.to(value, this.#builder).asUint8Array();
  }

  decode(data) {
    return flatbuffers.open(data);
  }

  explain(value) {
    return hasText(value, isMarked) ? "a text that begins with a byte order mark" : "";
  }
}
