// ---
// library = "Bebop"
// format = "bebop"
// traits = ["binary", "schema", "own-model"]
// page = "https://docs.bebop.sh/guide/getting-started-typescript/"
// generate = ["bebop"]
// packages = ["bebop@3.2.3"]
// ---

import { Codec } from "#driver";
import { Root, back, to } from "#schema/of_bebop.js";

export class Bebop extends Codec {
  populate = to;
  convert = back;

  encode(value) {
    return Root.encode(value);
  }

  decode(data) {
    return Root.decode(data);
  }
}
