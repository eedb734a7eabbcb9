// ---
// library = "Protobuf-ES"
// released = "2026-11-05"
// format = "protobuf"
// wire = "protobuf"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/bufbuild/protobuf-es/blob/main/MANUAL.md#binary-format"
// evolution = "field numbers"
// types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
// generate = ["protobuf-es"]
// packages = ["@bufbuild/protobuf@2.17.0"]
// ---

import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { Codec } from "#driver";
import * as conversions from "#schema/of_protobuf_es.js";

const { Root } = conversions;

export class ProtobufEs extends Codec {
  populate = conversions.to;
  convert = conversions.back;

  encode(value) {
    return toBinary(Root, value);
  }

  decode(data) {
    return fromBinary(Root, data);
  }
}
