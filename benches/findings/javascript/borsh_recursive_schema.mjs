// A schema that holds itself works where it is not validated; validated, as by default, it overflows
// the stack.
// needs: borsh@2.0.0
// prints: without validation {"v":1,"next":{"v":2,"next":null}}, with it Maximum call stack size exceeded
import { deserialize, serialize } from "borsh";

const node = { struct: { v: "u8" } };
node.struct.next = { option: node };
const value = { v: 1, next: { v: 2, next: null } };
const read = JSON.stringify(deserialize(node, serialize(node, value, false), false));
let said = "ok";
try {
  serialize(node, value);
} catch (error) {
  said = error.message;
}
console.log(`without validation ${read}, with it ${said}`);
process.exit(read === JSON.stringify(value) && said !== "ok" ? 0 : 1);
