// ---
// library = "borsh"
// format = "borsh"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/near/borsh-js#api"
// generate = ["borsh"]
// packages = ["borsh@2.0.0"]
// limits = ["texts of more than 65,535 characters may not decode"]
// unsupported = ["__proto__"]
// ---
/** Without `validate`, which goes through the schema at each call and finds no end of a recursive one. */

import { deserialize, serialize } from "borsh";
import { Codec, hasText } from "#driver";
import * as conversions from "#schema/borsh.js";
import { SCHEMA } from "#schema/borsh_schema.js";

export class Borsh extends Codec {
  populate = conversions.to;
  convert = conversions.back;

  encode(value) {
    return serialize(SCHEMA, value, false);
  }

  decode(data) {
    return deserialize(SCHEMA, data, false);
  }

  explain(value) {
    return hasText(value, isLong) ? "a text of more than 65,535 characters" : "";
  }
}

/** Each character is an argument of one call, whose stack may end there. */
const isLong = (text) => text.length > 0xffff;
