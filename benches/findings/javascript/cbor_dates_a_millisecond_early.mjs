// A Date of 1,001 ms comes back as one of 1,000 ms: it is written as 1.001 seconds, and what is read
// is 1.001 * 1000, or 1000.9999999999999, whose fraction Date cuts off. cbor-x rounds.
// needs: cbor2@2.3.0 cbor@10.0.12 cborg@6.1.5
// prints: cbor2 1000, cbor 1000, cborg 1000; as text cbor2 1001, cbor 1001
import cbor from "cbor";
import * as cbor2 from "cbor2";
import * as cborg from "cborg";
import { dateDecoder, dateEncoder } from "cborg/taglib";

const date = new Date(1001);
const written = cborg.encode(date, { typeEncoders: { Date: dateEncoder } });
const found = [
  cbor2.decode(cbor2.encode(date)),
  cbor.decodeFirstSync(cbor.encodeOne(date)),
  cborg.decode(written, { tags: { 1: dateDecoder } }),
  cbor2.decode(cbor2.encode(date, { dateTag: 0 })),
  cbor.decodeFirstSync(cbor.encodeOne(date, { dateType: "string" })),
].map(Number);
console.log(
  `cbor2 ${found[0]}, cbor ${found[1]}, cborg ${found[2]}; ` +
    `as text cbor2 ${found[3]}, cbor ${found[4]}`,
);
process.exit(String(found) === "1000,1000,1000,1001,1001" ? 0 : 1);
