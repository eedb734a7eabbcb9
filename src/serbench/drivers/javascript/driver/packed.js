/** What code by hand writes to and reads from: a `DataView` on a buffer that grows, and texts. */

export class PackedWriter {
  constructor() {
    this._resize(1 << 12);
    this.length = 0;
  }

  _resize(size) {
    const bytes = Buffer.alloc(size);
    if (this.buffer) bytes.set(this.buffer);
    this.buffer = bytes;
    this._view = new DataView(bytes.buffer, bytes.byteOffset, size);
  }

  _room(size) {
    const at = this.length;
    if (at + size > this.buffer.length) this._resize(2 * (at + size));
    this.length = at + size;
    return at;
  }

  u8(value) {
    const at = this._room(1);
    this.buffer[at] = value;
  }

  i8(value) {
    const at = this._room(1);
    this.buffer[at] = value;
  }

  i16(value) {
    const at = this._room(2);
    this._view.setInt16(at, value, true);
  }

  u16(value) {
    const at = this._room(2);
    this._view.setUint16(at, value, true);
  }

  i32(value) {
    const at = this._room(4);
    this._view.setInt32(at, value, true);
  }

  u32(value) {
    const at = this._room(4);
    this._view.setUint32(at, value, true);
  }

  f32(value) {
    const at = this._room(4);
    this._view.setFloat32(at, value, true);
  }

  f64(value) {
    const at = this._room(8);
    this._view.setFloat64(at, value, true);
  }

  i64(value) {
    const at = this._room(8);
    if (typeof value === "bigint") {
      this._view.setBigInt64(at, value, true);
    } else {
      this._view.setUint32(at, value >>> 0, true);
      this._view.setInt32(at + 4, Math.floor(value / 4294967296), true);
    }
  }

  string(text) {
    const most = 3 * text.length;
    const at = this._room(4 + most);
    const { length } = text;
    let size = 0;
    if (length < 32) {
      // A call out of compiled code takes as long as this loop.
      while (size < length) {
        const unit = text.charCodeAt(size);
        if (unit >= 0x80) break;
        this.buffer[at + 4 + size++] = unit;
      }
    }
    if (size < length) size = this.buffer.utf8Write(text, at + 4, most);
    this._view.setUint32(at, size, true);
    this.length = at + 4 + size;
  }

  bytes(data) {
    this.u32(data.length);
    const at = this._room(data.length);
    this.buffer.set(data, at);
  }
}

export class PackedReader {
  constructor(data) {
    this._data = data;
    this._view = new DataView(data.buffer, data.byteOffset, data.length);
    this._at = 0;
  }

  end() {
    const left = this._data.length - this._at;
    if (left !== 0) throw new RangeError(`${left} bytes are left over`);
  }

  _take(size) {
    const at = this._at;
    this._at = at + size;
    return at;
  }

  u8() {
    return this._view.getUint8(this._take(1));
  }

  i8() {
    return this._view.getInt8(this._take(1));
  }

  i16() {
    return this._view.getInt16(this._take(2), true);
  }

  u16() {
    return this._view.getUint16(this._take(2), true);
  }

  i32() {
    return this._view.getInt32(this._take(4), true);
  }

  u32() {
    return this._view.getUint32(this._take(4), true);
  }

  f32() {
    return this._view.getFloat32(this._take(4), true);
  }

  f64() {
    return this._view.getFloat64(this._take(8), true);
  }

  i64(isWide) {
    const at = this._take(8);
    return this._integer(at, this._view.getInt32(at + 4, true), isWide, true);
  }

  u64(isWide) {
    const at = this._take(8);
    return this._integer(at, this._view.getUint32(at + 4, true), isWide, false);
  }

  _integer(at, high, isWide, isSigned) {
    if (!isWide && high < 0x200000 && high >= -0x200000) {
      return high * 4294967296 + this._view.getUint32(at, true);
    }
    return isSigned ? this._view.getBigInt64(at, true) : this._view.getBigUint64(at, true);
  }

  /** Of items that have a byte each at least, so that no length is believed that cannot be. */
  count() {
    const count = this.u32();
    if (count > this._data.length - this._at) throw new RangeError("it ends within a list");
    return count;
  }

  string() {
    const size = this.count();
    const at = this._take(size);
    return this._data.utf8Slice(at, at + size);
  }

  bytes() {
    const size = this.count();
    const at = this._take(size);
    return new Uint8Array(this._data.subarray(at, at + size));
  }
}
