// Any whole number is written as an integer of at most 64 bits, of one beyond that the lower ones.
// needs: notepack.io@3.0.1
// prints: cf0000000000000000, read as 0
import notepack from "notepack.io";

const bytes = notepack.encode(1e300);
console.log(`${bytes.toString("hex")}, read as ${notepack.decode(bytes)}`);
process.exit(notepack.decode(bytes) === 0 ? 0 : 1);
