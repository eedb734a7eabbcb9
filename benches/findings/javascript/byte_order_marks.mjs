// A byte order mark at the beginning of a text is lost where TextDecoder is not told to keep it:
// flatbuffers and cborg, of pbf texts of 12 bytes and more, of cbor-x more than 64 without its addon.
// needs: flatbuffers@25.9.23 cborg@6.1.5 pbf@5.1.2 cbor-x@1.6.8
// prints: the least length of a text that loses it: flatbuffers 3, cborg 3, pbf 12, cbor-x 65
process.env.CBOR_NATIVE_ACCELERATION_DISABLED = "true";
const { Builder, ByteBuffer } = await import("flatbuffers");
const cborg = await import("cborg");
const { PbfReader, PbfWriter } = await import("pbf");
const cborX = await import("cbor-x");

const through = {
  flatbuffers: (text) => {
    const builder = new Builder();
    builder.finish(builder.createString(text));
    return new ByteBuffer(builder.asUint8Array()).__string(0);
  },
  cborg: (text) => cborg.decode(cborg.encode(text)),
  pbf: (text) => {
    const writer = new PbfWriter();
    writer.writeString(text);
    return new PbfReader(writer.finish()).readString();
  },
  "cbor-x": (text) => cborX.decode(cborX.encode(text)),
};
const texts = Array.from({ length: 100 }, (_, length) => "\ufeff" + "x".repeat(length));
const least = Object.entries(through).map(([name, pass]) => {
  const lost = texts.find((text) => pass(text) !== text);
  return `${name} ${lost && Buffer.byteLength(lost)}`;
});
console.log(`the least length of a text that loses it: ${least.join(", ")}`);
process.exit(least.join() === "flatbuffers 3,cborg 3,pbf 12,cbor-x 65" ? 0 : 1);
