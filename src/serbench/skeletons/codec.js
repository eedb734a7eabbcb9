// ---
// library = "JSON"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/JSON"
// generate = ["plain"]
//
// # What serbench writes from the schema: `plain` has conversions to objects and back, `#schema/json.js`
// # with bytes in base64, `#schema/objects.js` with bytes as they are.
// # Packages of npm at their versions; the first one's is shown:
// # packages = ["mylib@1.2.3"]
// # A working copy, by a path relative to this file, that has a package.json:
// # paths = ["../mylib"]
// ---
/**
 * A codec of JSON, to be replaced by yours. The front matter above says what it is; one that names a
 * wire that serbench knows is proven against all others of that wire.
 */

import { Codec } from "#driver";
import * as conversions from "#schema/json.js";

export class OwnCodec extends Codec {
  // A library that takes and gives plain values needs neither of these two.
  populate = conversions.to;
  convert = conversions.back;

  encode(value) {
    return Buffer.from(JSON.stringify(value));
  }

  decode(data) {
    return JSON.parse(data.toString());
  }
}
