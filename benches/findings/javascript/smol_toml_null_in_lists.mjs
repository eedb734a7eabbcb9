// null in an object is left out, as documented, but not within a list of lists, where it throws.
// needs: smol-toml@1.9.1
// prints: [[a]]; Cannot read properties of null (reading 'getUTCDate')
import { stringify } from "smol-toml";

const plain = stringify({ a: [{ b: null }] }).trim();
let nested;
try {
  nested = stringify({ a: [[{ b: null }]] });
} catch (error) {
  nested = error.message;
}
console.log(`${plain}; ${nested}`);
process.exit(plain === "[[a]]" && nested.startsWith("Cannot read") ? 0 : 1);
