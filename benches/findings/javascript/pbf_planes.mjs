// A character of an even plane from U+20000 is written as one of the plane before it.
// needs: pbf@5.1.2
// prints: 20bb7 is read as 10bb7, 1f600 is read as 1f600, 10fffd is read as ffffd
import { PbfReader, PbfWriter } from "pbf";

const read = [0x20bb7, 0x1f600, 0x10fffd].map((point) => {
  const writer = new PbfWriter();
  writer.writeString(String.fromCodePoint(point));
  return [point, new PbfReader(writer.finish()).readString().codePointAt(0)];
});
console.log(
  read.map(([point, got]) => `${point.toString(16)} is read as ${got.toString(16)}`).join(", "),
);
process.exit(read[0][1] === 0x10bb7 ? 0 : 1);
