// Symbols of an enum that every object has are taken for duplicates.
// needs: avsc@5.7.9
// prints: duplicate "E" symbol: "constructor"; duplicate "E" symbol: "toString"
import avsc from "avsc";

const said = ["constructor", "toString"].map((symbol) => {
  try {
    return avsc.Type.forSchema({ type: "enum", name: "E", symbols: ["A", symbol] }).name;
  } catch (error) {
    return error.message;
  }
});
console.log(said.join("; "));
process.exit(said.every((text) => text.startsWith("duplicate")) ? 0 : 1);
