// ---
// library = "DataView"
// format = "dataview"
// traits = ["binary", "schema", "hand-written", "core"]
// page = "https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/DataView"
// generate = ["packed"]
// ---
/** Code for the schema alone, with nothing but DataView and Buffer. */

import { Codec } from "#driver";
import { PackedReader, PackedWriter } from "#driver/packed.js";
import * as packed from "#schema/packed.js";

export class Dataview extends Codec {
  #out = new PackedWriter();

  encode(value) {
    const out = this.#out;
    out.length = 0;
    packed.write(value, out);
    return out.buffer.subarray(0, out.length);
  }

  decode(data) {
    const reader = new PackedReader(data);
    const value = packed.read(reader);
    reader.end();
    return value;
  }
}
