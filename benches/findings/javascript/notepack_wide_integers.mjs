// An integer of 64 bits beyond 2^53 is read as the nearest number, without an error.
// needs: notepack.io@3.0.1
// prints: d30020000000000001, which is 9007199254740993, read as 9007199254740992
import notepack from "notepack.io";

const bytes = Buffer.from("d30020000000000001", "hex");
const written = bytes.readBigInt64BE(1);
const read = notepack.decode(bytes);
console.log(`${bytes.toString("hex")}, which is ${written}, read as ${read}`);
process.exit(BigInt(read) === written ? 1 : 0);
