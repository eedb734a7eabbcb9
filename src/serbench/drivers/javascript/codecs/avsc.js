// ---
// library = "avsc"
// format = "avro"
// wire = "avro"
// traits = ["binary", "schema", "own-model", "core"]
// page = "https://github.com/mtth/avsc/wiki/Advanced-usage#custom-long-types"
// generate = ["avro"]
// packages = ["avsc@5.7.9"]
// limits = ["keys that are __proto__"]
// ---
/**
 * With longs as numbers, and as bigints, by its own custom type, where some are not safe. Written
 * into a buffer that is kept, since `toBuffer` copies.
 */

import avro from "avsc";
import { Codec, hasKey, isProto } from "#driver";
import * as conversions from "#schema/avro.js";
import { wide } from "#schema/types.js";

const long = avro.types.LongType.__with({
  fromBuffer: (data) => data.readBigInt64LE(),
  toBuffer: (value) => {
    const data = Buffer.alloc(8);
    data.writeBigInt64LE(BigInt(value));
    return data;
  },
  fromJSON: BigInt,
  toJSON: Number,
  isValid: (value) => typeof value === "bigint" || Number.isInteger(value),
  compare: (a, b) => (a < b ? -1 : Number(a > b)),
});
const typeOf = (registry) => avro.Type.forSchema(conversions.SCHEMA, { registry });
const NUMBERS = typeOf({});
const BIGINTS = typeOf({ long });

export class Avsc extends Codec {
  populate = conversions.to;
  convert = conversions.back;
  #buffer = Buffer.alloc(1024);

  encode(value) {
    const type = wide.any ? BIGINTS : NUMBERS;
    let end = type.encode(value, this.#buffer, 0);
    if (end < 0) {
      this.#buffer = Buffer.alloc(2 * (this.#buffer.length - end)); // by so many it is too short
      end = type.encode(value, this.#buffer, 0);
    }
    return this.#buffer.subarray(0, end);
  }

  decode(data) {
    if (wide.any) return BIGINTS.fromBuffer(data);
    try {
      return NUMBERS.fromBuffer(data);
    } catch {
      return BIGINTS.fromBuffer(data); // what others wrote may have what is not safe
    }
  }

  explain(value) {
    return hasKey(value, isProto) ? "a key that is __proto__" : "";
  }
}
