// Of a `structures` array, with maxSharedStructures as the documentation raises it, those beyond the
// first 32 are misread. From getStructures() they are read rightly.
// needs: msgpackr@2.1.3
// prints: array [{"a32":0,"b":1},2], getStructures [{"a32":1,"b":2}]
import { Packr } from "msgpackr";

const KEYS = Array.from({ length: 33 }, (_, i) => [`a${i}`, "b"]);
const array = () =>
  new Packr({ structures: KEYS.map((keys) => [...keys]), maxSharedStructures: 33 });
const loaded = () => new Packr({ getStructures: () => KEYS, maxSharedStructures: 33 });
const [wrong, right] = [array, loaded].map((packr) =>
  JSON.stringify(packr().unpackMultiple(packr().pack({ a32: 1, b: 2 }))),
);
console.log(`array ${wrong}, getStructures ${right}`);
process.exit(wrong !== '[{"a32":1,"b":2}]' && right === '[{"a32":1,"b":2}]' ? 0 : 1);
