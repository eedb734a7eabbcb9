// With useNativeBigInt a float of more than 15 characters is a SyntaxError. A key that only has
// "constructor" within it is refused: the documented check of `constructor` is not anchored.
// needs: json-bigint@1.0.0
// prints: Cannot convert 0.12345678901234567 to a BigInt; Object contains forbidden constructor property
import JSONbig from "json-bigint";

function refusal(parse, text) {
  try {
    return parse(text) && "read";
  } catch (error) {
    return error.message;
  }
}

const float = refusal(JSONbig({ useNativeBigInt: true }).parse, "0.12345678901234567");
const key = refusal(JSONbig.parse, '{"constructors": 1}');
console.log(`${float}; ${key}`);
process.exit(float.startsWith("Cannot convert") && key.includes("forbidden") ? 0 : 1);
