// ---
// library = "serbench"
// format = "none"
// traits = ["binary", "hand-written"]
// page = ""
// unions = "none of it is written"
// ---
/** No codec, for `serbench footprint`: what the same process is without one. */

import { Codec } from "#driver";

const EMPTY = Buffer.alloc(0);

export class Nothing extends Codec {
  encode(_value) {
    return EMPTY;
  }

  decode(_data) {
    return null;
  }
}
