// compileParser refuses the schema {properties: {}}, which RFC 8927 allows and validate() takes; and
// a parser of an enum refuses what the serializer of the same schema escapes.
// needs: ajv@8.20.0
// prints: Reduce of empty array with no initial value; "\u00ad": unexpected token \
import Ajv from "ajv/dist/jtd.js";

const ajv = new Ajv.default();
let said = "compiles";
try {
  ajv.compileParser({ properties: {} });
} catch (error) {
  said = error.message;
}
const schema = { enum: ["\u00ad"] };
const text = ajv.compileSerializer(schema)("\u00ad");
const parse = ajv.compileParser(schema);
const read = parse(text);
console.log(`${said}; ${text}: ${parse.message}`);
process.exit(
  ajv.validate({ properties: {} }, {}) && said !== "compiles" && read === undefined ? 0 : 1,
);
