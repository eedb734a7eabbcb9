/** The reference kernel of docs/protocol.md, as it stands there. */

const SOURCE = 32 << 10;
const HALF = SOURCE / 2;
const TARGET = 64 << 10;
const MARGIN = 80;
const WRAP = TARGET - (1 << 10);
const UNTIMED = 4;
const REPETITIONS = 12;

export class Kernel {
  found = [0, 0]; // what the walks have found

  constructor() {
    this._source = new Uint8Array(SOURCE);
    this._target = new Uint8Array(TARGET);
    let x = 1n;
    for (let i = 0; i < SOURCE; i++) {
      x = BigInt.asUintN(64, x * 6364136223846793005n + 1442695040888963407n);
      this._source[i] = Number(x >> 56n);
    }
    for (let i = 0; i < 100; i++) this.timeNs(); // so that it is compiled
  }

  /** The time of all repetitions but the untimed. */
  timeNs() {
    for (let i = 0; i < UNTIMED; i++) this._walk();
    const start = process.hrtime.bigint();
    for (let i = 0; i < REPETITIONS; i++) this._walk();
    return Number(process.hrtime.bigint() - start);
  }

  _walk() {
    const source = this._source;
    const target = this._target;
    let first = 0;
    let second = HALF;
    let total = 0;
    let position = 0;
    for (;;) {
      let stopped = 0;
      for (let half = 0; half < 2; half++) {
        let at = half === 0 ? first : second;
        if ((half + 1) * HALF - at < MARGIN) {
          stopped++;
          continue;
        }
        const b = source[at];
        if (b < 96) {
          position = varint(source, at, b & 63, target, position);
          at += 3;
        } else if (b < 192) {
          const length = (b & 31) + 1;
          for (let i = 0; i < length; i++) target[position + i] = source[at + i];
          position += length;
          at += length;
        } else {
          let count = 0;
          while (count < 64 && source[at + count] !== 0x22 && source[at + count] !== 0x5c) count++;
          total += count;
          at += count + 1;
        }
        if (half === 0) first = at;
        else second = at;
        if (position > WRAP) position = 0;
      }
      if (stopped === 2) {
        this.found = [total, position];
        return;
      }
    }
  }
}

function word(source, at) {
  return (
    (source[at] | (source[at + 1] << 8) | (source[at + 2] << 16) | (source[at + 3] << 24)) >>> 0
  );
}

/** In halves of 32 bits: the language has no other integers that are fast. */
function varint(source, at, shift, target, position) {
  let low = word(source, at);
  let high = word(source, at + 4);
  if (shift >= 32) {
    low = high >>> (shift - 32);
    high = 0;
  } else if (shift > 0) {
    low = ((low >>> shift) | (high << (32 - shift))) >>> 0;
    high >>>= shift;
  }
  while (high !== 0 || low >= 0x80) {
    target[position++] = (low & 0x7f) | 0x80;
    low = ((low >>> 7) | (high << 25)) >>> 0;
    high >>>= 7;
  }
  target[position++] = low;
  return position;
}
