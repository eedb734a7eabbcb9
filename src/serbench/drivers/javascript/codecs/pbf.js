// ---
// library = "pbf"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/mapbox/pbf#using-compiled-code"
// evolution = "field numbers"
// generate = ["pbf"]
// packages = ["pbf@5.1.2"]
// limits = ["integers beyond 2^53 - 1", "-0.0 becomes 0.0", "keys that are __proto__", "characters of Unicode's even planes from U+20000", "long texts that begin with a byte order mark"]
// ---
/** With integers as numbers, which it reads others as texts beside. */

import { PbfReader, PbfWriter } from "pbf";
import { Codec, has, hasKey, isBigint, isNegativeZero, isProto } from "#driver";
import * as conversions from "#schema/of_pbf.js";

export class Pbf extends Codec {
  populate = conversions.to;
  convert = conversions.back;

  encode(value) {
    const writer = new PbfWriter();
    conversions.write(value, writer);
    return writer.finish();
  }

  decode(data) {
    return conversions.read(new PbfReader(data));
  }

  explain(value) {
    if (has(value, isBigint)) return "an integer beyond 2^53 - 1";
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    if (hasKey(value, isProto)) return "a key that is __proto__";
    const isIn = (find) => has(value, find) || hasKey(value, find);
    if (isIn(isOfEvenPlane)) return "a character of Unicode's even planes, which becomes another";
    return isIn(isMarked) ? "a long text that begins with a byte order mark" : "";
  }
}

/** `writeUtf8` sets the bit of U+10000 where it should be added. */
function isOfEvenPlane(its) {
  if (typeof its !== "string") return false;
  return [...its].some((character) => {
    const plane = character.codePointAt(0) >> 16;
    return plane > 0 && plane % 2 === 0;
  });
}

/** `readString` leaves texts of twelve bytes and more to a `TextDecoder`, which takes it off. */
function isMarked(its) {
  return typeof its === "string" && its.startsWith("\ufeff") && Buffer.byteLength(its) >= 12;
}
