// An instance of a class is null in CBOR (a map in MessagePack); a BigInt is nothing in MessagePack,
// so that what comes after it is read in its place.
// needs: @jsonjoy.com/json-pack@17.67.0
// prints: CBOR f6, MessagePack 81a16101; {a: 1n, b: 2} is read as {"a":"b"}
import { CborEncoder } from "@jsonjoy.com/json-pack/lib/cbor/CborEncoder.js";
import { MsgPackDecoder, MsgPackEncoder } from "@jsonjoy.com/json-pack/lib/msgpack/index.js";

class Point {
  a = 1;
}

const hex = (Encoder) => Buffer.from(new Encoder().encode(new Point())).toString("hex");
const [cbor, msgpack] = [CborEncoder, MsgPackEncoder].map(hex);
const read = new MsgPackDecoder().decode(new MsgPackEncoder().encode({ a: 1n, b: 2 }));
console.log(
  `CBOR ${cbor}, MessagePack ${msgpack}; {a: 1n, b: 2} is read as ${JSON.stringify(read)}`,
);
process.exit(cbor === "f6" && read.a === "b" ? 0 : 1);
