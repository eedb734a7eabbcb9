/**
 * JavaScript libraries called by hand, as their documentation or their own benchmarks call them.
 *
 * By the names of serbench's codecs. `encode` makes bytes of an input, which `fill` makes of a plain
 * value where it is another; `decode` makes an output of bytes, which `take` makes a plain value of,
 * for the proof. `fill` and `take` are the conversions that serbench generates. Their time is not
 * measured, but for libraries whose bytes are the object (`zero-copy`): of these the whole ways are.
 */

import { readFileSync } from "node:fs";

export const LIBRARIES = {
  // https://github.com/ajv-validator/ajv/blob/master/benchmark/jtd.js
  async "ajv-jtd"() {
    const { default: Ajv } = await import("ajv/dist/jtd.js");
    const { SCHEMA } = await import("#schema/jtd.js");
    const { back } = await import("#schema/json.js");
    const ajv = new Ajv.default();
    const serialize = ajv.compileSerializer(SCHEMA);
    const parse = ajv.compileParser(SCHEMA);
    return {
      encode: (value) => Buffer.from(serialize(value)),
      decode: (data) => parse(data.toString()),
      take: back,
    };
  },

  // https://github.com/mtth/avsc/blob/master/etc/benchmarks/js-serialization-libraries
  async avsc() {
    const { default: avro } = await import("avsc");
    const { to, back, SCHEMA } = await import("#schema/avro.js");
    const type = avro.parse(SCHEMA);
    return {
      fill: to,
      encode: (value) => type.toBuffer(value),
      decode: (data) => type.fromBuffer(data),
      take: back,
    };
  },

  // https://docs.bebop.sh/guide/getting-started-typescript/
  async bebop() {
    const { to, back, Root } = await import("#schema/of_bebop.js");
    return {
      fill: to,
      encode: (value) => Root.encode(value),
      decode: (data) => Root.decode(data),
      take: back,
    };
  },

  // https://github.com/near/borsh-js#api
  async borsh() {
    const { deserialize, serialize } = await import("borsh");
    const { SCHEMA } = await import("#schema/borsh_schema.js");
    const { to, back } = await import("#schema/borsh.js");
    return {
      fill: to,
      encode: (value) => serialize(SCHEMA, value, false),
      decode: (data) => deserialize(SCHEMA, data, false),
      take: back,
    };
  },

  // https://github.com/mongodb/js-bson#functions
  async "bson-numbers"() {
    const { deserialize, serialize } = await import("bson");
    const { back } = await import("#schema/bson.js");
    return {
      encode: (value) => serialize(value),
      decode: (data) => deserialize(data, { promoteBuffers: true }),
      take: back,
    };
  },

  // https://github.com/mongodb/js-bson#functions
  async bson() {
    const { deserialize, serialize } = await import("bson");
    const { to, back } = await import("#schema/bson.js");
    const options = { useBigInt64: true, promoteBuffers: true };
    return {
      fill: to,
      encode: (value) => serialize(value),
      decode: (data) => deserialize(data, options),
      take: back,
    };
  },

  // https://github.com/kriszyp/cbor-x/blob/master/tests/benchmark.cjs
  async "cbor-x"() {
    const { Encoder } = await import("cbor-x");
    const { back } = await import("#schema/objects.js");
    const encoder = new Encoder({ useRecords: false, mapsAsObjects: true, tagUint8Array: false });
    const encode = encoder.encode.bind(encoder);
    const decode = encoder.decode.bind(encoder);
    return { encode, decode, take: back };
  },

  // https://github.com/kriszyp/cbor-x#shared-record-structures
  async "cbor-x-shared"() {
    const { Encoder } = await import("cbor-x");
    const { back } = await import("#schema/objects.js");
    const encoder = new Encoder({ structures: [] });
    const encode = encoder.encode.bind(encoder);
    const decode = encoder.decode.bind(encoder);
    return { encode, decode, take: back };
  },

  // https://github.com/hildjj/cbor2#readme
  async cbor2() {
    const { decode, encode } = await import("cbor2");
    const { back } = await import("#schema/objects.js");
    return { encode: (value) => encode(value), decode: (data) => decode(data), take: back };
  },

  // https://github.com/rvagg/cborg/blob/master/bench/bench.js
  async cborg() {
    const { decode, encode } = await import("cborg");
    const { back } = await import("#schema/objects.js");
    return { encode: (value) => encode(value), decode: (data) => decode(data), take: back };
  },

  // https://github.com/ipld/js-dag-cbor#readme
  async "dag-cbor"() {
    const { decode, encode } = await import("@ipld/dag-cbor");
    const { back } = await import("#schema/objects.js");
    return { encode: (value) => encode(value), decode: (data) => decode(data), take: back };
  },

  // https://github.com/sveltejs/devalue#usage
  async devalue() {
    const { parse, stringify } = await import("devalue");
    const { to, back } = await import("#schema/objects.js");
    return {
      fill: to,
      encode: (value) => Buffer.from(stringify(value)),
      decode: (data) => parse(data.toString()),
      take: back,
    };
  },

  // https://github.com/fastify/fast-json-stringify#example
  async "fast-json-stringify"() {
    const { default: fastJson } = await import("fast-json-stringify");
    const { SCHEMA } = await import("#schema/json_schema.js");
    const { back } = await import("#schema/json.js");
    const stringify = fastJson(SCHEMA, { objectMechanism: "native" });
    return {
      encode: (value) => Buffer.from(stringify(value)),
      decode: (data) => JSON.parse(data),
      take: back,
    };
  },

  // https://flatbuffers.dev/languages/typescript/
  async flatbuffers() {
    const { ByteBuffer } = await import("flatbuffers");
    const { Type0 } = await import("#schema/tables.js");
    const { to, back } = await import("#schema/of_flatbuffers.js");
    return {
      fill: (value) => to(value),
      encode: (builder) => builder.asUint8Array(),
      decode: (data) => Type0.getRootAsType0(new ByteBuffer(data)),
      take: back,
    };
  },

  // https://github.com/WebReflection/flatted/blob/main/test/bench.js
  flatted: () => textual("flatted", "json"),

  // https://protobuf.dev/reference/javascript/javascript-generated/
  async "google-protobuf"() {
    const { to, back, Root } = await import("#schema/of_google_protobuf.js");
    return {
      fill: to,
      encode: (message) => message.serializeBinary(),
      decode: (data) => Root.deserializeBinary(data),
      take: back,
    };
  },

  // https://github.com/nodeca/js-yaml/blob/master/benchmark/benchmark.js, which only loads
  async "js-yaml"() {
    const { dump, load } = await import("js-yaml");
    const { to, back } = await import("#schema/json.js");
    return {
      fill: to,
      encode: (value) => Buffer.from(dump(value)),
      decode: (data) => load(data.toString()),
      take: back,
    };
  },

  // https://github.com/sidorares/json-bigint#options
  async "json-bigint"() {
    const { default: JSONbig } = await import("json-bigint");
    const { back } = await import("#schema/big_numbers.js");
    return {
      encode: (value) => Buffer.from(JSONbig.stringify(value)),
      decode: (data) => JSONbig.parse(data.toString()),
      take: back,
    };
  },

  // https://github.com/jsonjoy-com/json-pack#readme
  async "json-pack-cbor"() {
    const { default: cbor } = await import("@jsonjoy.com/json-pack/lib/cbor/index.js");
    const { to, back } = await import("#schema/objects.js");
    const encoder = new cbor.CborEncoder();
    const decoder = new cbor.CborDecoder();
    return {
      fill: to,
      encode: (value) => encoder.encode(value),
      decode: (data) => decoder.decode(data),
      take: back,
    };
  },

  async "json-pack-msgpack"() {
    const { default: msgpack } = await import("@jsonjoy.com/json-pack/lib/msgpack/index.js");
    const { back } = await import("#schema/objects.js");
    const encoder = new msgpack.MsgPackEncoder();
    const decoder = new msgpack.MsgPackDecoder();
    return {
      encode: (value) => encoder.encode(value),
      decode: (data) => decoder.decode(data),
      take: back,
    };
  },

  // https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/JSON
  async json() {
    const { back } = await import("#schema/json.js");
    return {
      encode: (value) => Buffer.from(JSON.stringify(value)),
      decode: (data) => JSON.parse(data),
      take: back,
    };
  },

  // https://github.com/josdejong/lossless-json/blob/develop/tools/benchmark/run.mjs
  "lossless-json": () => textual("lossless-json", "big_numbers"),

  // https://github.com/kawanet/msgpack-lite/blob/master/lib/benchmark.js
  async "msgpack-lite"() {
    const { default: msgpack } = await import("msgpack-lite");
    const { back } = await import("#schema/buffers.js");
    return { encode: msgpack.encode, decode: msgpack.decode, take: back };
  },

  // https://github.com/msgpack/msgpack-javascript/blob/main/benchmark/benchmark-from-msgpack-lite.ts
  async "msgpack-official"() {
    const { decode, encode } = await import("@msgpack/msgpack");
    const { back } = await import("#schema/objects.js");
    return { encode: (value) => encode(value), decode: (data) => decode(data), take: back };
  },

  // https://github.com/kriszyp/msgpackr/blob/master/tests/benchmark.cjs
  msgpackr: () => packr({ useRecords: false, int64AsType: "auto", mapsAsObjects: true }, "objects"),
  "msgpackr-arrays": () =>
    packr({ useRecords: false, int64AsType: "auto", mapsAsObjects: true }, "sequences"),
  "msgpackr-records": () => packr({ int64AsType: "auto" }, "objects"),
  "msgpackr-shared": () => packr({ structures: [] }, "objects"),

  // https://github.com/hildjj/node-cbor/tree/main/packages/cbor#highwatermark
  async "node-cbor"() {
    const { default: cbor } = await import("cbor");
    const { back } = await import("#schema/buffers.js");
    return {
      encode: (value) => cbor.encodeOne(value, { highWaterMark: 65535 }),
      decode: (data) => cbor.decodeFirstSync(data),
      take: back,
    };
  },

  // https://github.com/darrachequesne/notepack#usage
  async notepack() {
    const { default: notepack } = await import("notepack.io");
    const { back } = await import("#schema/objects.js");
    return { encode: notepack.encode, decode: notepack.decode, take: back };
  },

  // https://github.com/mapbox/pbf#using-compiled-code
  async pbf() {
    const { PbfReader, PbfWriter } = await import("pbf");
    const { to, back, read, write } = await import("#schema/of_pbf.js");
    return {
      fill: to,
      encode(value) {
        const pbf = new PbfWriter();
        write(value, pbf);
        return pbf.finish();
      },
      decode: (data) => read(new PbfReader(data)),
      take: back,
    };
  },

  // https://github.com/bufbuild/protobuf-es/blob/main/MANUAL.md#binary-format
  async "protobuf-es"() {
    const { fromBinary, toBinary } = await import("@bufbuild/protobuf");
    const { to, back, Root } = await import("#schema/of_protobuf_es.js");
    return {
      fill: to,
      encode: (message) => toBinary(Root, message),
      decode: (data) => fromBinary(Root, data),
      take: back,
    };
  },

  // https://github.com/timostamm/protobuf-ts/blob/main/packages/benchmarks/perf.ts
  async "protobuf-ts"() {
    const { to, back, Root } = await import("#schema/of_typed_proto.js");
    return {
      fill: to,
      encode: (message) => Root.toBinary(message),
      decode: (data) => Root.fromBinary(data),
      take: back,
    };
  },

  // https://github.com/protobufjs/protobuf.js/blob/master/bench/index.js
  async protobufjs() {
    const { default: protobuf } = await import("protobufjs");
    const { to, back, ROOT } = await import("#schema/of_messages.js");
    const text = readFileSync(new URL("./schema/data.proto", import.meta.url), "utf8");
    const Root = protobuf.parse(text, { keepCase: true }).root.lookupType(ROOT);
    return {
      fill: to,
      encode: (message) => Root.encode(message).finish(),
      decode: (data) => Root.decode(data),
      take: back,
    };
  },

  async "protobufjs-static"() {
    const { to, back, ROOT } = await import("#schema/of_messages.js");
    const packages = await import("#schema/static.js");
    const [home, name] = ROOT.split(".");
    const Root = packages[home][name];
    return {
      fill: to,
      encode: (message) => Root.encode(message).finish(),
      decode: (data) => Root.decode(data),
      take: back,
    };
  },

  // https://github.com/BridgeAR/safe-stable-stringify/blob/main/benchmark.js
  async "safe-stable-stringify"() {
    const { default: stringify } = await import("safe-stable-stringify");
    const { back } = await import("#schema/json.js");
    return {
      encode: (value) => Buffer.from(stringify(value)),
      decode: (data) => JSON.parse(data),
      take: back,
    };
  },

  // https://github.com/lxsmnsyc/seroval#usage
  async seroval() {
    const { fromJSON, toJSON } = await import("seroval");
    const { to, back } = await import("#schema/objects.js");
    return {
      fill: to,
      encode: (value) => Buffer.from(JSON.stringify(toJSON(value))),
      decode: (data) => fromJSON(JSON.parse(data)),
      take: back,
    };
  },

  // https://github.com/squirrelchat/smol-toml/tree/mistress/bench
  "smol-toml": () => textual("smol-toml", "sparse", true),

  // https://github.com/flightcontrolhq/superjson#usage
  async superjson() {
    const { default: superjson } = await import("superjson");
    const { to, back } = await import("#schema/objects.js");
    return {
      fill: to,
      encode: (value) => Buffer.from(superjson.stringify(value)),
      decode: (data) => superjson.parse(data),
      take: back,
    };
  },

  // https://github.com/apache/thrift/blob/master/lib/nodejs/test/deep-constructor.test.js
  "thrift-binary": () => thrift("TBinaryProtocol"),
  "thrift-compact": () => thrift("TCompactProtocol"),

  // https://github.com/timostamm/protobuf-ts/blob/main/packages/benchmarks/perf.ts, which has it too
  async "ts-proto"() {
    const { to, back, Root } = await import("#schema/of_typed_proto.js");
    return {
      fill: to,
      encode: (message) => Root.encode(message).finish(),
      decode: (data) => Root.decode(data),
      take: back,
    };
  },

  // https://nodejs.org/api/v8.html#serialization-api
  async v8() {
    const { deserialize, serialize } = await import("node:v8");
    const { back } = await import("#schema/objects.js");
    return { encode: (value) => serialize(value), decode: (data) => deserialize(data), take: back };
  },

  // https://eemeli.org/yaml/#parse-amp-stringify
  yaml: () => textual("yaml", "json"),
};

/** One that has the functions of JSON. */
async function textual(name, model, isFilled = false) {
  const { parse, stringify } = await import(name);
  const { to, back } = await import(`#schema/${model}.js`);
  return {
    ...(isFilled ? { fill: to } : {}),
    encode: (value) => Buffer.from(stringify(value)),
    decode: (data) => parse(data.toString()),
    take: back,
  };
}

async function packr(options, model) {
  const { Packr } = await import("msgpackr");
  const { to, back, AS_THEY_ARE } = await import(`#schema/${model}.js`);
  const packr = new Packr(options);
  const encode = packr.pack.bind(packr);
  const decode = packr.unpack.bind(packr);
  return { ...(AS_THEY_ARE ? {} : { fill: to }), encode, decode, take: back };
}

async function thrift(protocol) {
  const { default: library } = await import("thrift");
  const { to, back, Root } = await import("#schema/of_thrift.js");
  const { TBufferedTransport, TFramedTransport, [protocol]: Protocol } = library;
  return {
    fill: to,
    encode(value) {
      let written;
      const buff = new TBufferedTransport(null, (bytes) => (written = bytes));
      const tprot = new Protocol(buff);
      value.write(tprot);
      tprot.flush();
      return written;
    },
    decode(data) {
      const value = new Root();
      value.read(new Protocol(new TFramedTransport(data)));
      return value;
    },
    take: back,
  };
}
