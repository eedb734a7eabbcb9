// Which libraries write a number beyond 32 bits as a float, and which as an integer; and a BigInt.
// needs: msgpackr@2.1.3 cbor-x@1.6.8 @jsonjoy.com/json-pack@17.67.0 @msgpack/msgpack@3.1.3 cbor2@2.3.0 cborg@6.1.5
// prints: floats: msgpackr, json-pack MessagePack, cbor-x, @msgpack/msgpack useBigInt64; a BigInt ...: true
import { pack } from "msgpackr";
import { encode as cborX } from "cbor-x";
import { MsgPackEncoder } from "@jsonjoy.com/json-pack/lib/msgpack/index.js";
import { CborEncoder } from "@jsonjoy.com/json-pack/lib/cbor/CborEncoder.js";
import { Encoder } from "@msgpack/msgpack";
import * as cbor2 from "cbor2";
import * as cborg from "cborg";

const encoders = {
  msgpackr: pack,
  "json-pack MessagePack": (value) => new MsgPackEncoder().encode(value),
  "cbor-x": cborX,
  "@msgpack/msgpack useBigInt64": (value) => new Encoder({ useBigInt64: true }).encode(value),
  "@msgpack/msgpack": (value) => new Encoder().encode(value),
  "json-pack CBOR": (value) => new CborEncoder().encode(value),
  cbor2: cbor2.encode,
  cborg: cborg.encode,
};
const isFloat = (bytes) => bytes[0] === 0xcb || bytes[0] === 0xfb;
const floats = Object.keys(encoders).filter((name) => isFloat(encoders[name](2 ** 40 + 8)));
const bigints = [pack, cborX].every((encode) => !isFloat(encode(2n ** 40n + 8n)));
console.log(
  `floats: ${floats.join(", ")}; a BigInt is an integer to msgpackr and cbor-x: ${bigints}`,
);
process.exit(floats.join() === Object.keys(encoders).slice(0, 4).join() && bigints ? 0 : 1);
