// ---
// library = "cborg"
// released = "2026-10-24"
// format = "cbor"
// wire = "cbor"
// traits = ["binary", "self-describing", "own-model"]
// page = "https://github.com/rvagg/cborg#encodeintodata-destination-options"
// generate = ["plain"]
// packages = ["cborg@6.1.5"]
// limits = ["-0.0 becomes 0.0", "keys that are __proto__", "texts that begin with a byte order mark"]
// unsupported = ["__proto__"]
// [types]
// date = "tag 1"
// timestamp_s = "tag 1"
// bigint = "integer, or tags 2 and 3"
// absent = "no member"
// ---
/**
 * Written into a buffer that is kept, as the page advises where a program must be fast. Of seconds
 * with a fraction it reads some a millisecond early: only times of whole seconds are its own.
 */

import { decode, encodeInto } from "cborg";
import { encodedLength } from "cborg/length";
import {
  bigIntDecoder,
  bigIntEncoder,
  bigNegIntDecoder,
  dateDecoder,
  dateEncoder,
} from "cborg/taglib";
import { Codec, has, hasKey, hasText, isMarked, isNegativeZero, isProto } from "#driver";
import * as conversions from "#schema/objects.js";

const ENCODERS = { typeEncoders: { Date: dateEncoder, bigint: bigIntEncoder } };
const DECODERS = { tags: { 1: dateDecoder, 2: bigIntDecoder, 3: bigNegIntDecoder } };
const [WRITING, READING] = conversions.NATIVES ? [ENCODERS, DECODERS] : [];

export class Cborg extends Codec {
  populate = conversions.AS_THEY_ARE ? null : conversions.to;
  convert = conversions.back;
  #buffer = new Uint8Array(1024);

  encode(value) {
    try {
      return this.#encode(value);
    } catch (error) {
      const length = encodedLength(value, WRITING);
      if (length <= this.#buffer.length) throw error;
      this.#buffer = new Uint8Array(2 * length);
      return this.#encode(value);
    }
  }

  #encode(value) {
    const { written } = encodeInto(value, this.#buffer, WRITING);
    return this.#buffer.subarray(0, written);
  }

  decode(data) {
    return decode(data, READING);
  }

  explain(value) {
    if (has(value, isNegativeZero)) return "-0.0 becomes 0.0";
    if (hasKey(value, isProto)) return "a key that is __proto__";
    return hasText(value, isMarked) ? "a text that begins with a byte order mark" : "";
  }
}
