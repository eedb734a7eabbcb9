// ---
// library = "pbf"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/mapbox/pbf#using-compiled-code"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// generate = ["pbf"]
// packages = ["pbf@5.1.2"]
// limits = ["integers beyond 2^53 - 1", "-0.0 becomes 0.0", "NaN becomes 0.0", "keys that are __proto__", "characters of Unicode's even planes from U+20000", "long texts that begin with a byte order mark"]
// ---
/**
 * With integers as numbers, which it reads others as texts beside. A writer grows from 16 bytes on,
 * unless it is given a buffer: that of the last one.
 */

import { PbfReader, PbfWriter } from "pbf";
import { Codec, has, hasKey, hasText, isBigint, isMarked, isNegativeZero, isProto } from "#driver";
import * as conversions from "#schema/of_pbf.js";
import { wide } from "#schema/types.js";

export class Pbf extends Codec {
  populate = conversions.to;
  convert = conversions.back;
  #buffer = new Uint8Array(1024);

  encode(value) {
    const writer = new PbfWriter(this.#buffer);
    conversions.write(value, writer);
    this.#buffer = writer.buf;
    return writer.finish();
  }

  decode(data) {
    return conversions.read(new PbfReader(data));
  }

  explain(value) {
    if (wide.any && has(value, isBigint)) return "an integer beyond 2^53 - 1";
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    if (has(value, Number.isNaN)) return "NaN becomes 0.0";
    if (hasKey(value, isProto)) return "a key that is __proto__";
    if (hasText(value, hasEvenPlane)) return "a character of Unicode's even planes";
    return hasText(value, isLongAndMarked) ? "a long text that begins with a byte order mark" : "";
  }
}

/** `writeUtf8` sets the bit of U+10000 where it should be added, which makes others of these. */
function hasEvenPlane(text) {
  return [...text].some((character) => {
    const plane = character.codePointAt(0) >> 16;
    return plane > 0 && plane % 2 === 0;
  });
}

/** Texts of twelve bytes and more it leaves to a `TextDecoder`. */
const isLongAndMarked = (text) => isMarked(text) && Buffer.byteLength(text) >= 12;
