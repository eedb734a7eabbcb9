// Each key of an object is encoded by a writer of its own, which copies all options: an object of 16
// keys takes many times as long as a list of the same texts, or as the object takes json-pack.
// needs: cbor2@2.3.0 @jsonjoy.com/json-pack@17.67.0
// prints: 16 keys: 1655 us, as a list 146 us, by json-pack 1 us (of one machine)
import { encode } from "cbor2";
import { CborEncoder } from "@jsonjoy.com/json-pack/lib/cbor/CborEncoder.js";

function microseconds(act, times) {
  for (let i = 0; i < times; i++) act();
  const began = performance.now();
  for (let i = 0; i < times; i++) act();
  return ((performance.now() - began) / times) * 1000;
}

const value = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`key${i}`, i]));
const encoder = new CborEncoder();
const object = microseconds(() => encode(value), 300);
const list = microseconds(() => encode(Object.keys(value)), 300);
const other = microseconds(() => encoder.encode(value), 10_000);
const said = [object, list, other].map((us) => us.toFixed(0));
console.log(`16 keys: ${said[0]} us, as a list ${said[1]} us, by json-pack ${said[2]} us`);
process.exit(object > 4 * list && object > 30 * other ? 0 : 1);
