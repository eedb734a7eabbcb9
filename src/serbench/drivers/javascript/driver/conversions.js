/** What generated conversions have in common. */

import { enter } from "./properties.js";

/** A 64-bit integer as its field has them: bigints where some are not safe, else numbers. */
export function integer(number, isWide) {
  if (typeof number === "number") return isWide ? BigInt(number) : number;
  return isWide || BigInt(Number(number)) !== number || !Number.isSafeInteger(Number(number))
    ? number
    : Number(number);
}

/** A map with its values converted. */
export function put(map, convert) {
  const out = {};
  for (const key of Object.keys(map)) enter(out, key, convert(map[key]));
  return out;
}

export function base64(raw) {
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("base64");
}

export function bytes(text) {
  return Buffer.from(text, "base64");
}
