// ---
// library = "google-protobuf"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://protobuf.dev/reference/javascript/javascript-generated/"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// generate = ["google-protobuf"]
// packages = ["google-protobuf@3.21.4"]
// limits = ["integers beyond 2^53 - 1 in maps", "-0.0 becomes 0.0", "keys that are __proto__"]
// ---
/**
 * With integers of 64 bits as numbers, and as texts where some are not safe. Of the newest version
 * whose compiler comes as a package; that of 4 is but a download of GitHub.
 */

import { Codec, has, hasKey, isBigint, isNegativeZero, isProto } from "#driver";
import * as numbers from "#schema/of_google_protobuf.js";
import * as texts from "#schema/of_google_protobuf_texts.js";
import { wide } from "#schema/types.js";

export class GoogleProtobuf extends Codec {
  populate = (value) => (wide.any ? texts : numbers).to(value);
  convert = (message) => (wide.any ? texts : numbers).back(message);

  encode(message) {
    return message.serializeBinary();
  }

  decode(data) {
    return (wide.any ? texts : numbers).Root.deserializeBinary(data);
  }

  explain(value) {
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    if (hasKey(value, isProto)) return "a key that is __proto__";
    return wide.any && has(value, isBigint) ? "an integer beyond 2^53 - 1 in a map" : "";
  }
}
