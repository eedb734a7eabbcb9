// ---
// library = "pbf"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/mapbox/pbf#using-compiled-code"
// evolution = "field numbers"
// generate = ["pbf"]
// packages = ["pbf@5.1.2"]
// limits = ["integers beyond 2^53 - 1", "-0.0 becomes 0.0", "keys that are __proto__"]
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
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
