/**
 * What is timed: loops of calls to a codec, and nothing of the driver's within them.
 *
 * All codecs' functions are called from the same loops, so that none is compiled into one: users
 * call a library from many places with many types. What a call gives is stored, and dropped in the
 * next turn, within the time.
 */

import { VisitSum } from "./values.js";

/**
 * Input objects for `encode` and output objects for `convert` are made just before, so many at once
 * that they have some KiB when they are encoded.
 */
const AHEAD_BYTES = 4096;

export const sink = { value: null };

/** Nanoseconds. */
function elapsed(start) {
  return Number(process.hrtime.bigint() - start);
}

function timed(call, items) {
  const start = process.hrtime.bigint();
  for (let i = 0; i < items.length; i++) sink.value = call(items[i]);
  return elapsed(start);
}

function timedTwice(first, second, items) {
  const start = process.hrtime.bigint();
  for (let i = 0; i < items.length; i++) sink.value = second(first(items[i]));
  return elapsed(start);
}

/** The operations of one instance of a codec on plain values, by the names of docs/protocol.md. */
export class Operations {
  constructor(make, values, copy, visit) {
    const codec = make();
    this.codec = codec;
    this.make = make;
    this.values = values;
    this.visit = visit;
    this.copy = copy;
    this.encode = (input) => codec.encode(input);
    this.decode = (data) => codec.decode(data);
    // Null where the codec takes and gives plain values.
    this.populates = codec.populate;
    this.converts = codec.convert;
    this.borrow = codec.borrow && ((data) => codec.borrow(data));
    this.populate = this.populates ?? ((value) => value);
    this.convert = this.converts ?? ((output) => output);
    this.serializes = codec.serialize && ((value) => codec.serialize(value));
    this.serialize =
      this.serializes ??
      (this.populates ? (value) => this.encode(this.populates(value)) : this.encode);
    this.deserialize = this.converts ? (data) => this.converts(this.decode(data)) : this.decode;
    this.read = (data) => {
      const sum = new VisitSum();
      visit(this.deserialize(data), sum);
      return sum.total;
    };
    this.access =
      codec.access &&
      values.hasLeaf &&
      ((data) => {
        const sum = new VisitSum();
        codec.access(data, sum);
        return sum.total;
      });
    this.encodeFresh = (input) => make().encode(input);
    this._target = Buffer.alloc(0);
  }

  get names() {
    return [
      ...["populate", "encode", "decode", "read", "serialize", "deserialize", "memcpy"],
      "encode-fresh",
      ...(this.converts ? ["convert"] : []),
      ...(this.borrow ? ["borrow"] : []),
      ...(this.access ? ["access"] : []),
    ];
  }

  get same() {
    return {
      ...(this.populates ? {} : { serialize: "encode" }),
      ...(this.converts ? {} : { deserialize: "decode" }),
    };
  }

  /** The time of a walk over the working set. */
  walkNs(operation, values, encoded) {
    switch (operation) {
      case "populate":
        return timed(this.populates ?? this.copy, values);
      case "serialize":
        return this.populates && !this.serializes
          ? timedTwice(this.populates, this.encode, values)
          : timed(this.serialize, values);
      case "encode":
        return this.populates
          ? ahead(this.populates, values, encoded, (items) => timed(this.encode, items))
          : timed(this.encode, values);
      case "encode-fresh":
        return ahead(this.populate, values, encoded, (items) => timed(this.encodeFresh, items));
      case "decode":
        return unseen(encoded, (items) => timed(this.decode, items));
      case "deserialize":
        return unseen(encoded, (items) =>
          this.converts ? timedTwice(this.decode, this.converts, items) : timed(this.decode, items),
        );
      case "convert":
        return ahead(this.decode, encoded, encoded, (items) => timed(this.converts, items));
      case "borrow":
        return unseen(encoded, (items) => timed(this.borrow, items));
      case "access":
        return unseen(encoded, (items) => timed(this.access, items));
      case "read":
        return unseen(encoded, (items) => timed(this.read, items));
      default:
        return this._memcpyNs(encoded);
    }
  }

  /** What is called on what, for its results to be kept. */
  results(operation, values, encoded) {
    const calls = {
      populate: [this.populates ?? this.copy, values],
      serialize: [this.serialize, values],
      decode: [this.decode, encoded],
      deserialize: [this.deserialize, encoded],
      borrow: [this.borrow, encoded],
      access: [this.access, encoded],
      read: [this.read, encoded],
      memcpy: [(data) => Buffer.from(data), encoded],
    };
    if (operation in calls) return calls[operation];
    if (operation === "convert") return [this.converts, encoded.map(this.decode)];
    return [operation === "encode" ? this.encode : this.encodeFresh, values.map(this.populate)];
  }

  _memcpyNs(encoded) {
    const most = encoded.reduce((size, data) => Math.max(size, data.length), 0);
    if (this._target.length < most) this._target = Buffer.alloc(most);
    const target = this._target;
    const start = process.hrtime.bigint();
    for (let i = 0; i < encoded.length; i++) target.set(encoded[i]);
    return elapsed(start);
  }
}

/** The time of `walk` over what is made of the items just before, a few at once. */
function ahead(make, items, encoded, walk) {
  let ns = 0;
  for (let start = 0, end = 0, size = 0; start < items.length; start = end, size = 0) {
    while (end < items.length && size < AHEAD_BYTES) size += encoded[end++].length;
    ns += walk(items.slice(start, end).map(make));
  }
  return ns;
}

/**
 * The time of `walk` over buffers that no library has seen, as a socket or a file gives them: some
 * keep a DataView on the buffer that they were given (msgpackr, cbor-x), which the next decoding of
 * the same buffer would save.
 */
function unseen(encoded, walk) {
  return ahead((data) => data.subarray(), encoded, encoded, walk);
}
