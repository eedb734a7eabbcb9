// An entry of a map of messages whose value was left out, as protobuf allows, is read as undefined.
// needs: pbf@5.1.2 protocol-buffers-schema@3.6.0
// prints: messages { a: undefined } texts { a: '' }
import { PbfReader } from "pbf";
import { compile } from "pbf/compile";
import parse from "protocol-buffers-schema";

const { readM } = compile(
  parse(
    'syntax = "proto3"; message S {} message M { map<string, S> m = 1; map<string, string> t = 2; }',
  ),
);
const read = (hex) => readM(new PbfReader(Buffer.from(hex, "hex")));
const [messages, texts] = [read("0a030a0161").m, read("12030a0161").t];
console.log("messages", messages, "texts", texts);
process.exit("a" in messages && messages.a === undefined && texts.a === "" ? 0 : 1);
