/** What a codec's file needs of the driver that runs it. */

/** A codec's: the format has no place for this value; the message says for what of it. */
export class CannotHold extends Error {}

/**
 * A codec. `encode` and `decode` are what its library does; `populate` makes what `encode` takes of
 * a plain value, `convert` a plain value of what `decode` gives. One that has none of these two
 * works on plain values. `serialize` is both where what `populate` makes can be used again, which
 * the next call then replaces. Each thread has an instance of its own.
 *
 * `encode` gives a `Uint8Array`, which stays as it is until the codec is called again; `decode` gets
 * one, a `Buffer`, and owns nothing of it. `borrow` gives an object whose text or bytes lie there,
 * where the library offers it. `access` visits the leaf of docs/protocol.md in the bytes into a
 * `VisitSum`, where it is reached without reading the rest. `explain` says why a value that did not
 * survive cannot be held; "" where that is no limit of the format. Of a codec that has the limit
 * "NaN and infinities" the driver says it.
 */
export class Codec {
  populate = null;
  serialize = null;
  convert = null;
  borrow = null;
  access = null;

  explain(_value) {
    return "";
  }
}

/** Without its addon a library is slower, and says nothing of it. */
export function mustHaveAddon(isLoaded, library) {
  if (!isLoaded) throw new Error(`${library}'s native addon is not loaded`);
}

/** Whether anything in a value satisfies `is`: the value itself, keys of a `Map`, but no others. */
export function has(value, is) {
  if (is(value)) return true;
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return false;
  if (value instanceof Map) return [...value].some((entry) => has(entry, is));
  return Object.values(value).some((item) => has(item, is));
}

/** Whether any key in a value, or field of a record, satisfies `is`. */
export function hasKey(value, is) {
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return false;
  if (value instanceof Map) return [...value.values()].some((item) => hasKey(item, is));
  const isNamed = !Array.isArray(value);
  return Object.keys(value).some((key) => (isNamed && is(key)) || hasKey(value[key], is));
}

/** Whether any text in a value, a key or not, satisfies `is`. */
export function hasText(value, is) {
  return has(value, (part) => typeof part === "string" && is(part)) || hasKey(value, is);
}

/** What a `TextDecoder` takes a character off, unless it is told not to. */
export const isMarked = (text) => text.startsWith("\ufeff");
export const isNonfinite = (part) => typeof part === "number" && !Number.isFinite(part);
export const isNegativeZero = (part) => Object.is(part, -0);
export const isBigint = (part) => typeof part === "bigint";
export const isProto = (key) => key === "__proto__";
/** Whether its year has more than the four digits that formats have places for. */
export const isFarDate = (part) => part instanceof Date && part.toISOString().length > 24;
