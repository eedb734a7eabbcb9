// With maxSharedStructures of 256 and as many structures, any other object cannot be written; 255 work.
// needs: cbor-x@1.6.8
// prints: 255: {"z":1}, 256: Cannot set properties of undefined (setting 'Symbol(record-id)')
import { Encoder } from "cbor-x";

const [fewer, all] = [255, 256].map((count) => {
  const structures = Array.from({ length: count }, (_, i) => [`a${i}`]);
  const encoder = new Encoder({ structures, maxSharedStructures: count });
  try {
    return JSON.stringify(encoder.decode(encoder.encode({ z: 1 })));
  } catch (error) {
    return error.message;
  }
});
console.log(`255: ${fewer}, 256: ${all}`);
process.exit(fewer === '{"z":1}' && all.startsWith("Cannot set") ? 0 : 1);
