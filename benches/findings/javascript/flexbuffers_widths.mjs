// Beside a double, 0.5 has four bytes of its eight written: a float is written as wide as it needs, not
// as its vector is. A vector of eight bytes' width cannot be read (google/flatbuffers#8009).
// needs: flatbuffers@25.9.23
// prints: [0.5, 0.1] is read as [5.222099017e-315,0.1], [0.1] as TypeError
import { encode, toObject } from "flatbuffers/js/flexbuffers.js";

function read(value) {
  try {
    return JSON.stringify(toObject(encode(value).buffer));
  } catch (error) {
    return error.name;
  }
}

const [two, one] = [read([0.5, 0.1]), read([0.1])];
console.log(`[0.5, 0.1] is read as ${two}, [0.1] as ${one}`);
process.exit(two !== "[0.5,0.1]" && one === "TypeError" ? 0 : 1);
