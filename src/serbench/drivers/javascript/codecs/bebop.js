// ---
// library = "Bebop"
// released = "2025-09-16"
// format = "bebop"
// traits = ["binary", "schema", "own-model"]
// page = "https://docs.bebop.sh/guide/getting-started-typescript/"
// generate = ["bebop"]
// packages = ["bebop@3.2.3"]
// ---

import { CannotHold, Codec } from "#driver";
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
}
