// ---
// library = "thrift"
// released = "2026-07-11"
// format = "thrift-compact"
// wire = "thrift-compact"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/apache/thrift/blob/master/lib/nodejs/test/deep-constructor.test.js"
// evolution = "field ids"
// generate = ["thrift"]
// packages = ["thrift@0.24.0"]
// program = "thrift"
// system-packages = ["thrift-compiler"]
// limits = ["-0.0 becomes 0.0", "keys that are __proto__"]
// unsupported = ["list<bool>", "map<bool>"]
// ---
/**
 * In memory as the library's own tests use it, which is all that is said of it. True in lists and
 * maps is read as false.
 */

import thrift from "thrift";
import { Codec, has, hasKey, isNegativeZero, isProto } from "#driver";
import { Root, back, to } from "#schema/of_thrift.js";

const { TBufferedTransport, TCompactProtocol, TFramedTransport } = thrift;

export class ThriftCompact extends Codec {
  populate = to;
  convert = back;

  encode(value) {
    let encoded;
    const transport = new TBufferedTransport(null, (bytes) => (encoded = bytes));
    const protocol = new TCompactProtocol(transport);
    value.write(protocol);
    protocol.flush();
    return encoded;
  }

  decode(data) {
    const value = new Root();
    value.read(new TCompactProtocol(new TFramedTransport(data)));
    return value;
  }

  explain(value) {
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
