// ---
// library = "json-bigint"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://github.com/sidorares/json-bigint#options"
// generate = ["plain"]
// packages = ["json-bigint@1.0.0"]
// limits = ["-0.0 becomes 0.0", "NaN and infinities"]
// [types]
// bigint = "number"
// absent = "no member"
// ---
/**
 * A number of more than 15 characters is a BigNumber. With `useNativeBigInt`, a float of so many
 * would be a SyntaxError; without "preserve", so would be a key that has "constructor" in it.
 */

import JSONbig from "json-bigint";
import { Codec, has, isNegativeZero } from "#driver";
import * as conversions from "#schema/big_numbers.js";

const { parse, stringify } = JSONbig({
  protoAction: "preserve",
  constructorAction: "preserve",
});

export class JsonBigint extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;

  encode(value) {
    return Buffer.from(stringify(value));
  }

  decode(data) {
    return parse(data.toString());
  }

  explain(value) {
    return has(value, isNegativeZero) ? "-0.0 becomes 0.0" : "";
  }
}
