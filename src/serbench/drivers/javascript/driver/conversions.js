/** What generated conversions have in common. */

import { enter } from "./properties.js";

/** A 64-bit integer as its field has them: bigints where some are not safe, else numbers. */
export function integer(its, isWide) {
  if (typeof its === "number") return isWide ? BigInt(its) : its;
  return isWide || BigInt(Number(its)) !== its || !Number.isSafeInteger(Number(its))
    ? its
    : Number(its);
}

/** A map with its values converted. */
export function put(its, convert) {
  const out = {};
  for (const key of Object.keys(its)) enter(out, key, convert(its[key]));
  return out;
}

export function base64(its) {
  return Buffer.from(its.buffer, its.byteOffset, its.byteLength).toString("base64");
}

export function bytes(its) {
  return Buffer.from(its, "base64");
}
