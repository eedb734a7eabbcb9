// cborg refuses a text of unknown length, in parts (RFC 8949, section 3.2.3). Jackson writes long
// texts so. allowIndefinite, which is on by default, is for lists and maps.
// needs: cborg@6.1.5
// prints: CBOR decode error: indefinite length bytes/strings are not supported
import { decode } from "cborg";

// "a" and "b", as two parts of one text.
const bytes = new Uint8Array([0x7f, 0x61, 0x61, 0x61, 0x62, 0xff]);
let said = "read";
try {
  decode(bytes, { allowIndefinite: true });
} catch (error) {
  said = error.message;
}
console.log(said);
process.exit(said.includes("indefinite length bytes/strings are not supported") ? 0 : 1);
