/** What generated conversions have in common. */

/** A 64-bit integer as its field has them: bigints where some are not safe, else numbers. */
export function integer(its, isWide) {
  if (typeof its === "number") return isWide ? BigInt(its) : its;
  return isWide || BigInt(Number(its)) !== its || !Number.isSafeInteger(Number(its))
    ? its
    : Number(its);
}

/** A map with its values converted. A key `__proto__` is one like any other. */
export function put(its, convert) {
  const out = {};
  for (const key of Object.keys(its)) {
    const value = convert(its[key]);
    if (key === "__proto__") {
      Object.defineProperty(out, key, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    } else {
      out[key] = value;
    }
  }
  return out;
}

/** Of a `Map`. */
export function ofMap(its, convert) {
  const out = {};
  for (const [key, value] of its) {
    if (key === "__proto__") {
      Object.defineProperty(out, key, {
        value: convert(value),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    } else {
      out[key] = convert(value);
    }
  }
  return out;
}

export function toMap(its, convert) {
  const out = new Map();
  for (const key of Object.keys(its)) out.set(key, convert(its[key]));
  return out;
}

export function base64(its) {
  return Buffer.from(its.buffer, its.byteOffset, its.byteLength).toString("base64");
}

export function bytes(its) {
  return Buffer.from(its, "base64");
}
