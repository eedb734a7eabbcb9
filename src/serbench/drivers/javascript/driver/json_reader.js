/**
 * Reads canonical JSON (docs/protocol.md) from bytes, asked for what is to come: JSON.parse rounds
 * integers beyond 2^53, takes a key twice, and gives many texts that are one and the same object.
 */

const [QUOTE, BACKSLASH, COMMA, COLON] = Buffer.from('"\\,:');
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = Buffer.from("{}[]");
const [MINUS, ZERO, NINE] = Buffer.from("-09");

/** A value that does not fit its schema, and where. */
export class Misfit extends Error {
  path = [];

  within(step) {
    this.path.push(step);
    return this;
  }

  toString() {
    return `$${this.path.reverse().join("")}: ${this.message}`;
  }
}

export class JsonReader {
  constructor(line) {
    this.line = line;
    this.at = 0;
  }

  /** The next byte that is no space. */
  peek() {
    let byte = this.line[this.at];
    while (byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d) {
      byte = this.line[++this.at];
    }
    return byte;
  }

  end() {
    if (this.peek() !== undefined) throw new Misfit(`the value ends before ${this.near()}`);
  }

  near() {
    const rest = this.line.toString("utf8", this.at, this.at + 20);
    return rest ? JSON.stringify(rest) : "the end of the line";
  }

  wanted(what) {
    return new Misfit(`${what} is wanted, not ${this.near()}`);
  }

  /** Calls `take` with each key; it reads what stands there. */
  object(take) {
    if (this.peek() !== OPEN_OBJECT) throw this.wanted("an object");
    this.at++;
    if (this.peek() === CLOSE_OBJECT) {
      this.at++;
      return;
    }
    for (;;) {
      if (this.peek() !== QUOTE) throw this.wanted("a key");
      const key = this.string();
      if (this.peek() !== COLON) throw this.wanted('":"');
      this.at++;
      take(key);
      const byte = this.peek();
      this.at++;
      if (byte === CLOSE_OBJECT) return;
      if (byte !== COMMA) {
        this.at--;
        throw this.wanted('"," or "}"');
      }
    }
  }

  /** Calls `take` for each item; it reads it. */
  list(take) {
    if (this.peek() !== OPEN_LIST) throw this.wanted("an array");
    this.at++;
    if (this.peek() === CLOSE_LIST) {
      this.at++;
      return;
    }
    for (;;) {
      take();
      const byte = this.peek();
      this.at++;
      if (byte === CLOSE_LIST) return;
      if (byte !== COMMA) {
        this.at--;
        throw this.wanted('"," or "]"');
      }
    }
  }

  string() {
    if (this.peek() !== QUOTE) throw this.wanted("text");
    const { line } = this;
    const start = this.at + 1;
    let isEscaped = false;
    let isAscii = true;
    let at = start;
    for (; line[at] !== QUOTE; at++) {
      if (at >= line.length || line[at] < 0x20) throw this.wanted("text that ends");
      if (line[at] >= 0x80) isAscii = false;
      if (line[at] === BACKSLASH) {
        isEscaped = true;
        at++;
      }
    }
    this.at = at + 1;
    if (!isEscaped) return isAscii ? line.latin1Slice(start, at) : line.utf8Slice(start, at);
    let text;
    try {
      text = JSON.parse(line.utf8Slice(start - 1, at + 1));
    } catch {
      throw new Misfit("an escape is wrong in a text");
    }
    if (!text.isWellFormed()) throw new Misfit("a lone surrogate is not text");
    return text;
  }

  /** The text of a number as JSON has it. */
  number() {
    const first = this.peek();
    if (first !== MINUS && !(first >= ZERO && first <= NINE)) throw this.wanted("a number");
    const start = this.at;
    while (/[-+.eE0-9]/.test(String.fromCharCode(this.line[this.at] ?? 0))) this.at++;
    const text = this.line.latin1Slice(start, this.at);
    if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(text)) {
      throw new Misfit(`${text} is no number of JSON`);
    }
    return text;
  }

  /** Whether the word stands here; if so, it is read. */
  word(word) {
    this.peek();
    const end = Math.min(this.at + word.length, this.line.length);
    if (this.line.latin1Slice(this.at, end) !== word) return false;
    this.at = end;
    return true;
  }

  bool() {
    if (this.word("true")) return true;
    if (this.word("false")) return false;
    throw this.wanted("true or false");
  }
}
