// Where schemas are merged (allOf, anyOf, $ref with anything beside it), a property that every object
// has, such as toString or constructor, is left out.
// needs: fast-json-stringify@7.3.6
// prints: plain {"toString":"v","a":"b"}, allOf {"a":"b"}, anyOf {"a":"b"}, $ref nullable {"x":{"a":"b"}}
import build from "fast-json-stringify";

const A = { type: "object", properties: { toString: { type: "string" }, a: { type: "string" } } };
const value = { toString: "v", a: "b" };
const beside = { x: { $ref: "#/$defs/A", nullable: true } };
const said = {
  plain: build(A)(value),
  allOf: build({ allOf: [A] })(value),
  anyOf: build({ anyOf: [A] })(value),
  "$ref nullable": build({ $defs: { A }, type: "object", properties: beside })({ x: value }),
};
console.log(
  Object.entries(said)
    .map((pair) => pair.join(" "))
    .join(", "),
);
const { plain, ...merged } = said;
const isLost = Object.values(merged).every((text) => !text.includes("toString"));
process.exit(plain.includes("toString") && isLost ? 0 : 1);
