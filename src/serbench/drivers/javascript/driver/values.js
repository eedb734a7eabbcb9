/**
 * Plain values of a schema: read from canonical JSON and digested (docs/protocol.md).
 *
 * What serbench's own digests are made by works on JSON; this works on the objects that users have,
 * and is written anew, so that one can be wrong without the other.
 */

import { Buffer, isUtf8 } from "node:buffer";
import { JsonReader, Misfit } from "./json_reader.js";
import { logicalOf } from "./logical.js";
import { enter } from "./properties.js";

const BITS = { i8: 8, u8: 8, i16: 16, u16: 16, i32: 32, u32: 32, i64: 64, u64: 64 };
// Canonical bytes have one NaN; which one an engine writes is its own choice.
const QUIET_NAN_32 = 0x7fc00000;
const QUIET_NAN_64 = 0x7ff80000; // its upper half
// Texts of canonical lines, where the schema says float.
const NONFINITE = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);
const SCRATCH = new DataView(new ArrayBuffer(8));
// Letters of a value in a message.
const MOST_SHOWN = 80;

/** One that fits its schema, and of which the language's class for its type has no value. */
export class Unheld extends Misfit {}

/** Of the integers of a kind: the lowest, and the first that is too high. */
function range(kind) {
  const bits = BigInt(BITS[kind]);
  return kind[0] === "i" ? [-(1n << (bits - 1n)), 1n << (bits - 1n)] : [0n, 1n << bits];
}

/** Of a type as it stands in a schema: what it is, and what it holds or what it is called. */
function parts(type) {
  return typeof type === "string" ? [type, null] : Object.entries(type)[0];
}

/** Bytes that grow. */
class Out {
  bytes = Buffer.alloc(1 << 12);
  length = 0;

  room(size) {
    while (this.length + size > this.bytes.length) {
      this.bytes = Buffer.concat([this.bytes, Buffer.alloc(this.bytes.length)]);
    }
    const at = this.length;
    this.length += size;
    return at;
  }

  u8(number) {
    const at = this.room(1); // which may replace the bytes
    this.bytes[at] = number;
  }

  /** The lowest bytes of an integer. */
  integer(number, size) {
    const at = this.room(size);
    if (typeof number === "number" && size <= 4) {
      this.bytes.writeUIntLE(size === 4 ? number >>> 0 : number & (2 ** (8 * size) - 1), at, size);
    } else {
      SCRATCH.setBigUint64(0, BigInt.asUintN(64, BigInt(number)), true);
      for (let i = 0; i < size; i++) this.bytes[at + i] = SCRATCH.getUint8(i);
    }
  }

  /** With its length. */
  raw(bytes) {
    this.integer(bytes.length, 8);
    const at = this.room(bytes.length);
    this.bytes.set(bytes, at);
  }
}

/** A visit sum modulo 2^64: two halves, each exact while it stays below 2^53. */
export class VisitSum {
  low = 0;
  high = 0;

  small(number) {
    this.low += number;
  }

  integer(value) {
    if (typeof value === "number") {
      this.low += value >>> 0; // what a safe integer is modulo 2^32
      this.high += Math.floor(value / 4294967296);
    } else {
      this.low += Number(BigInt.asUintN(32, value));
      this.high += Number(BigInt.asIntN(32, value >> 32n));
    }
  }

  f32(value) {
    SCRATCH.setFloat32(0, value);
    this.low += value === value ? SCRATCH.getUint32(0) : QUIET_NAN_32;
  }

  f64(value) {
    if (value !== value) {
      this.high += QUIET_NAN_64;
      return;
    }
    SCRATCH.setFloat64(0, value);
    this.low += SCRATCH.getUint32(4);
    this.high += SCRATCH.getUint32(0);
  }

  string(text) {
    const { length } = text;
    if (length === 0) return;
    const bytes = length < 64 && isAscii(text) ? length : Buffer.byteLength(text);
    if (bytes === length) {
      this.low += length + text.charCodeAt(0) + text.charCodeAt(length - 1);
    } else {
      this.bytes(Buffer.from(text));
    }
  }

  bytes(data) {
    if (data.length > 0) this.low += data.length + data[0] + data[data.length - 1];
  }

  get total() {
    return BigInt.asUintN(64, BigInt(this.low) + (BigInt(this.high) << 32n));
  }
}

function isAscii(text) {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return false;
  return true;
}

/** What a value, plain or about to be read, is in JSON: the variants of a union differ in that. */
function shapeOfType(type) {
  const [kind] = parts(type);
  const shapes = { record: "object", map: "object", list: "array", bool: "boolean" };
  return shapes[kind] ?? (["enum", "string", "bytes"].includes(kind) ? "string" : "number");
}

function shapeOf(value) {
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "number";
  return value instanceof Uint8Array ? "string" : typeof value;
}

function shapeAt(reader) {
  const byte = String.fromCharCode(reader.peek() ?? 0);
  const shapes = { "{": "object", "[": "array", '"': "string", t: "boolean", f: "boolean" };
  return shapes[byte] ?? (/[-0-9]/.test(byte) ? "number" : "");
}

/**
 * What a driver does with values of one schema. `types` is the generated module, `facts` say what
 * records and enums are called there, which flag of `wide` each field has, and the way to the leaf.
 */
export class Values {
  constructor(facts, types, visit, hash) {
    const schema = facts.types_of_values;
    this._types = types;
    this._names = facts.classes;
    this._flags = new Map(facts.wide.map(([name, wire, flag]) => [`${name}\0${wire}`, flag]));
    this._records = new Map(schema.records.map((record) => [record.name, record.fields]));
    this._symbols = new Map(schema.enums.map((entry) => [entry.name, entry.symbols]));
    this._unions = new Map((schema.unions ?? []).map((union) => [union.name, union.variants]));
    this._made = new Map();
    this._hash = hash;
    this._visit = visit;
    this._isWider = false;
    const root = { record: schema.root };
    this._load = this._loader(root, "");
    this._write = this._writer(root);
    this._leaf = facts.leaf;
    if (facts.leaf) this._visitLeaf = this._leafVisitor(facts.leaf.leaf);
  }

  /** A value from its line. Throws `Misfit`. */
  load(line) {
    if (!isUtf8(line)) throw new Misfit("it is not UTF-8");
    const reader = new JsonReader(line);
    const value = this._load(reader);
    reader.end();
    return value;
  }

  /**
   * What `read` gives; again if an integer in it was the first of its field that is not safe, so
   * that a field's integers are all of one type.
   */
  evenly(read) {
    for (;;) {
      this._isWider = false;
      const value = read();
      if (!this._isWider) return value;
    }
  }

  allNumbers() {
    for (const flag of Object.keys(this._types.wide)) this._types.wide[flag] = false;
  }

  canonical(value) {
    const out = new Out();
    this._write(value, out);
    return out.bytes.subarray(0, out.length);
  }

  digest(value) {
    return this.digestOfCanonical(this.canonical(value));
  }

  digestOfCanonical(bytes) {
    return this._hash(bytes);
  }

  visit(value) {
    const sum = new VisitSum();
    this._visit(value, sum);
    return sum.total;
  }

  get hasLeaf() {
    return this._leaf !== null;
  }

  /** What `access` yields. */
  access(value) {
    let part = value;
    for (const step of this._leaf.steps) {
      if (step === "?") {
        if (part === null) return 0n;
      } else if (step === "last") {
        if (part.length === 0) return 0n;
        part = part[part.length - 1];
      } else {
        part = part[step[1]];
      }
    }
    const sum = new VisitSum();
    this._visitLeaf(part, sum);
    return sum.total;
  }

  _leafVisitor(type) {
    const [kind, name] = parts(type);
    if (kind === "enum") {
      const symbols = this._symbols.get(name);
      return (value, sum) => sum.small(symbols.indexOf(value));
    }
    if (["f32", "f64", "string", "bytes"].includes(kind)) return (value, sum) => sum[kind](value);
    if (kind === "raw-json") return (value, sum) => sum.string(value);
    if (kind === "logical") {
      const logical = logicalOf(name);
      const way = logical.kind === "string" ? "string" : "integer";
      return (value, sum) => sum[way](logical.lower(value));
    }
    return (value, sum) => sum.integer(Number.isInteger(value) ? value : BigInt(value));
  }

  /** The function for a record, which its own fields may lead back to. */
  _once(way, name, make) {
    const key = `${way} ${name}`;
    if (!this._made.has(key)) {
      this._made.set(key, null);
      this._made.set(key, make());
    }
    return this._made.get(key) ?? ((...args) => this._made.get(key)(...args));
  }

  // Reading

  _loader(type, field) {
    const [kind, of] = parts(type);
    switch (kind) {
      case "record":
        return this._once("load", of, () => this._recordLoader(of));
      case "optional":
      case "optional-or-absent":
      case "native-optional-or-absent": {
        const load = this._loader(of, field);
        return (reader) => (reader.word("null") ? null : load(reader));
      }
      case "list":
        return listLoader(this._loader(of, field));
      case "map":
        return mapLoader(this._loader(of, field));
      case "entries":
      case "native-entries":
        return this._entriesLoader(of.record);
      case "union":
        return this._unionLoader(of, field);
      case "enum":
        return enumLoader(of, this._symbols.get(of));
      case "string":
      case "raw-json":
        return (reader) => reader.string();
      case "bytes":
        return loadBytes;
      case "bool":
        return (reader) => reader.bool();
      case "f32":
      case "f64":
        return floatLoader(kind);
      case "logical":
        return this._logicalLoader(of, field);
      default:
        return this._integerLoader(kind, field);
    }
  }

  _recordLoader(name) {
    const load = this._partsLoader(name);
    const Class = this._types[this._names[name]];
    return (reader) => new Class(...load(reader));
  }

  /** The values of a record's fields, in their order. */
  _partsLoader(name) {
    const fields = this._records.get(name);
    const loads = new Map(
      fields.map(([wire, type], place) => [wire, [place, this._loader(type, `${name}\0${wire}`)]]),
    );
    return (reader) => {
      const found = new Array(fields.length).fill(undefined);
      reader.object((key) => {
        const known = loads.get(key);
        if (!known) throw new Misfit(`the field ${JSON.stringify(key)} is unknown`);
        const [place, load] = known;
        if (found[place] !== undefined) throw new Misfit(`${JSON.stringify(key)} stands twice`);
        try {
          found[place] = load(reader);
        } catch (error) {
          throw error instanceof Misfit ? error.within(`.${key}`) : error;
        }
      });
      const missing = found.indexOf(undefined);
      if (missing >= 0) {
        throw new Misfit(`the field ${JSON.stringify(fields[missing][0])} is missing`);
      }
      return found;
    };
  }

  /** Of a map whose keys are no text, from the list of its entries. */
  _entriesLoader(name) {
    const load = listLoader(this._partsLoader(name));
    return (reader) => {
      const found = new Map();
      load(reader).forEach(([key, value], place) => {
        if (found.has(key))
          throw new Misfit(`the key ${key} is twice in a map`).within(`[${place}]`);
        found.set(key, value);
      });
      return found;
    };
  }

  _unionLoader(name, field) {
    const loads = new Map(
      this._unions.get(name).map((type) => [shapeOfType(type), this._loader(type, field)]),
    );
    return (reader) => {
      const load = loads.get(shapeAt(reader));
      if (!load) throw reader.wanted(`a variant of ${JSON.stringify(name)}`);
      return load(reader);
    };
  }

  _integerLoader(kind, field) {
    const read = integerReader(kind);
    const flag = BITS[kind] === 64 ? this._flags.get(field) : undefined;
    const { wide } = this._types;
    return (reader) => {
      const text = read(reader);
      const number = Number(text);
      if (flag === undefined) return number;
      if (!wide[flag] && !Number.isSafeInteger(number)) {
        wide[flag] = true;
        wide.any = true;
        this._isWider = true;
      }
      return wide[flag] ? BigInt(text) : number;
    };
  }

  /** A field's flag is about what its codec's format has for the type: no value depends on it. */
  _logicalLoader(word, field) {
    const { kind, class: name, form, make, count } = logicalOf(word);
    const read = kind === "string" ? null : integerReader(kind);
    const flag = this._flags.get(field);
    const { wide } = this._types;
    return (reader) => {
      const lowered = read === null ? reader.string() : BigInt(read(reader));
      if (form && !form.test(lowered)) {
        throw new Misfit(`${shown(lowered)} is no canonical text of ${word}`);
      }
      const value = make(lowered);
      if (value === undefined) {
        const plain = `--plain-types measures it as ${kind}`;
        throw new Unheld(`${lowered} is beyond JavaScript's ${name} for ${word}; ${plain}`);
      }
      if (flag !== undefined && !wide[flag] && !Number.isSafeInteger(Number(count(lowered)))) {
        wide[flag] = true;
        wide.any = true;
      }
      return value;
    };
  }

  // Canonical bytes

  _writer(type) {
    const [kind, of] = parts(type);
    switch (kind) {
      case "record":
        return this._once("write", of, () => this._recordWriter(of));
      case "optional":
      case "optional-or-absent":
      case "native-optional-or-absent": {
        const write = this._writer(of);
        return (value, out) => {
          out.u8(value === null ? 0 : 1);
          if (value !== null) write(value, out);
        };
      }
      case "list": {
        const write = this._writer(of);
        return (value, out) => {
          if (!Array.isArray(value)) throw new TypeError(`an array is wanted, not ${typeof value}`);
          out.integer(value.length, 8);
          for (const item of value) write(item, out);
        };
      }
      case "map":
        return mapWriter(this._writer(of));
      case "entries":
      case "native-entries":
        return this._entriesWriter(of.record);
      case "union":
        return this._unionWriter(of);
      case "enum":
        return enumWriter(this._symbols.get(of));
      case "string":
      case "raw-json":
        return (text, out) => {
          if (typeof text !== "string") throw new TypeError(`text is wanted, not ${typeof text}`);
          out.raw(Buffer.from(text));
        };
      case "bytes":
        return (data, out) => {
          if (!(data instanceof Uint8Array)) {
            throw new TypeError(`bytes are wanted, not ${typeof data}`);
          }
          out.raw(data);
        };
      case "bool":
        return (value, out) => {
          if (typeof value !== "boolean") {
            throw new TypeError(`true or false is wanted, not ${typeof value}`);
          }
          out.u8(value ? 1 : 0);
        };
      case "f32":
        return (value, out) => {
          const at = out.room(4);
          out.bytes.writeFloatLE(value, at);
          if (value !== value) out.bytes.writeUInt32LE(QUIET_NAN_32, at);
        };
      case "f64":
        return (value, out) => {
          const at = out.room(8);
          out.bytes.writeDoubleLE(value, at);
          if (value !== value) {
            out.bytes.writeUInt32LE(0, at);
            out.bytes.writeUInt32LE(QUIET_NAN_64, at + 4);
          }
        };
      case "logical": {
        const { kind: lowered, lower } = logicalOf(of);
        const write = this._writer(lowered);
        return (value, out) => write(lower(value), out);
      }
      default:
        return integerWriter(kind);
    }
  }

  _recordWriter(name) {
    const writes = this._records.get(name).map(([wire, type]) => [wire, this._writer(type)]);
    const Class = this._types[this._names[name]];
    return (value, out) => {
      if (!(value instanceof Class)) throw new TypeError(`a ${Class.name} is wanted, not ${value}`);
      for (const [wire, write] of writes) write(value[wire], out);
    };
  }

  /** In the order of the keys, of enums that of their symbols. */
  _entriesWriter(name) {
    const [key, value] = this._records.get(name).map(([, type]) => type);
    const symbols = this._symbols.get(key.enum);
    const rank = symbols ? (symbol) => symbols.indexOf(symbol) : (found) => found;
    const order = key === "string" ? compareTexts : (one, other) => (one < other ? -1 : 1);
    const writeKey = this._writer(key);
    const writeValue = this._writer(value);
    return (map, out) => {
      if (!(map instanceof Map)) throw new TypeError(`a Map is wanted, not ${typeof map}`);
      out.integer(map.size, 8);
      const keys = [...map.keys()].sort((one, other) => order(rank(one), rank(other)));
      for (const found of keys) {
        writeKey(found, out);
        writeValue(map.get(found), out);
      }
    };
  }

  _unionWriter(name) {
    const writes = new Map(
      this._unions
        .get(name)
        .map((type, number) => [shapeOfType(type), [number, this._writer(type)]]),
    );
    return (value, out) => {
      const [number, write] = writes.get(shapeOf(value));
      out.integer(number, 4);
      write(value, out);
    };
  }
}

function listLoader(load) {
  return (reader) => {
    const found = [];
    reader.list(() => {
      try {
        found.push(load(reader));
      } catch (error) {
        throw error instanceof Misfit ? error.within(`[${found.length}]`) : error;
      }
    });
    return found;
  };
}

function mapLoader(load) {
  return (reader) => {
    const found = {};
    reader.object((key) => {
      if (Object.hasOwn(found, key))
        throw new Misfit(`the key ${JSON.stringify(key)} stands twice`);
      let value;
      try {
        value = load(reader);
      } catch (error) {
        throw error instanceof Misfit ? error.within(`.${key}`) : error;
      }
      enter(found, key, value);
    });
    return found;
  };
}

function enumLoader(name, symbols) {
  return (reader) => {
    const text = reader.string();
    // The schema's own text, as a program has the constants that it compares with.
    const number = symbols.indexOf(text);
    if (number < 0) throw new Misfit(`${JSON.stringify(text)} is no symbol of ${name}`);
    return symbols[number];
  };
}

function loadBytes(reader) {
  const text = reader.string();
  const bytes = Buffer.from(text, "base64");
  if (bytes.toString("base64") !== text) throw new Misfit("base64 is wanted");
  return new Uint8Array(bytes);
}

function floatLoader(kind) {
  return (reader) => {
    if (shapeAt(reader) === "string") {
      const text = reader.string();
      if (!NONFINITE.has(text)) throw new Misfit(`a number is wanted, not ${JSON.stringify(text)}`);
      return NONFINITE.get(text);
    }
    const text = reader.number();
    const number = kind === "f32" ? Math.fround(Number(text)) : Number(text);
    if (!Number.isFinite(number)) throw new Misfit(`${text} does not fit ${kind}`);
    return number;
  };
}

/** Reads the text of an integer of the kind. */
function integerReader(kind) {
  const [low, beyond] = range(kind);
  return (reader) => {
    const text = reader.number();
    if (!/^-?\d+$/.test(text)) throw new Misfit(`an integer is wanted, not ${text}`);
    const number = text.length < 16 ? Number(text) : BigInt(text);
    if (number < low || number >= beyond) {
      throw new Misfit(`${text} is not a ${kind}, from ${low} to ${beyond - 1n}`);
    }
    return text;
  };
}

function shown(text) {
  return text.length > MOST_SHOWN ? "the text" : JSON.stringify(text);
}

function integerWriter(kind) {
  const size = BITS[kind] / 8;
  const [low, beyond] = range(kind);
  return (value, out) => {
    if (!Number.isInteger(value) && typeof value !== "bigint") {
      throw new TypeError(`an integer is wanted, not ${typeof value} ${value}`);
    }
    if (value < low || value >= beyond) throw new RangeError(`${value} is no ${kind}`);
    out.integer(value, size);
  };
}

function compareTexts(one, other) {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function enumWriter(symbols) {
  const numbers = new Map(symbols.map((symbol, number) => [symbol, number]));
  return (value, out) => {
    const number = numbers.get(value);
    if (number === undefined) throw new TypeError(`${value} is no symbol`);
    out.integer(number, 4);
  };
}

function mapWriter(write) {
  return (value, out) => {
    const keys = Object.keys(value).map((key) => [Buffer.from(key), key]);
    keys.sort(([a], [b]) => Buffer.compare(a, b));
    out.integer(keys.length, 8);
    for (const [raw, key] of keys) {
      out.raw(raw);
      write(value[key], out);
    }
  };
}

export function hexadecimal(number) {
  return BigInt.asUintN(64, number).toString(16).padStart(16, "0");
}

/** That of a working set, of the digests of its values. */
export function digestOf(digests, hash) {
  const bytes = Buffer.alloc(8 * digests.length);
  digests.forEach((digest, number) => bytes.writeBigUInt64LE(digest, 8 * number));
  return hexadecimal(hash(bytes));
}
