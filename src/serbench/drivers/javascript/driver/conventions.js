/**
 * What generated conversions make of values of logical types for formats that have none, and back
 * (docs/types.md): canonical text where people read the format, else integers and bytes.
 *
 * A `Date` of a year that four digits cannot hold is written by JavaScript with six, and canonical
 * texts have no zeros ahead of them. Both are read.
 */

import { CannotHold } from "./codec.js";

const ISO_LENGTH = "2026-01-31T12:00:00.000Z".length;
// Digits of a year that has a sign.
const FAR_YEAR = 6;
const LAST_MS = 8.64e15;

/** As `Date.toISOString`, in the canonical form. */
export function isoText(date) {
  const text = date.toISOString();
  return text.length === ISO_LENGTH ? text : nearText(text);
}

/** Without what a year of six digits has ahead: at least four are left. */
function nearText(text) {
  return text[0] + text.slice(1, FAR_YEAR - 3).replace(/^0+/, "") + text.slice(FAR_YEAR - 3);
}

/** Of a text that ends in Z, or a day. */
export function momentOf(text) {
  return new Date(text.charCodeAt(0) < 0x30 ? farText(text) : text);
}

/** With the six digits that JavaScript wants of a year that has a sign. */
function farText(text) {
  const end = text.indexOf("-", 1);
  return text[0] + text.slice(1, end).padStart(FAR_YEAR, "0") + text.slice(end);
}

export function dayText(date) {
  const text = isoText(date);
  return text.slice(0, text.indexOf("T"));
}

export function secondsText(date) {
  return isoText(date).slice(0, -".000Z".length);
}

/**
 * Of a count of which `perMs` are a millisecond, with as many `digits` behind those of
 * milliseconds, and no zone.
 */
export function fineText(count, perMs, digits) {
  let ms = count / perMs;
  let rest = count % perMs;
  if (rest < 0n) {
    rest += perMs;
    ms -= 1n;
  }
  const whole = Number(ms);
  if (Math.abs(whole) > LAST_MS) {
    throw new CannotHold("a timestamp beyond Date, of which its text is made");
  }
  return isoText(new Date(whole)).slice(0, -1) + String(rest).padStart(digits, "0");
}

export function fineOf(text, perMs, digits) {
  const end = text.length - digits;
  const ms = momentOf(`${text.slice(0, end)}Z`).getTime();
  return BigInt(ms) * perMs + BigInt(text.slice(end));
}

/** A count's sign, its whole seconds, and the digits of their fraction. */
function parts(count, digits) {
  const sign = count < 0 ? "-" : "";
  const text = String(count < 0 ? -count : count).padStart(digits + 1, "0");
  const end = text.length - digits;
  return [sign, text.slice(0, end), digits > 0 ? `.${text.slice(end)}` : ""];
}

export function timeText(count, digits) {
  const [sign, whole, fraction] = parts(count, digits);
  const seconds = Number(whole);
  const minutes = Math.floor(seconds / 60);
  const of = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return sign + of + fraction;
}

const two = (number) => (number < 10 ? `0${number}` : number);

/** The digits of a time's count. */
export function timeCount(text) {
  const sign = text[0] === "-" ? "-" : "";
  const [hours, minutes, seconds] = text.slice(sign.length).split(":");
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds.slice(0, 2));
  return sign + whole + seconds.slice(3);
}

export function durationText(count, digits) {
  const [sign, whole, fraction] = parts(count, digits);
  return `${sign}PT${whole}${fraction}S`;
}

/** The digits of a duration's count. */
export function durationCount(text) {
  const sign = text[0] === "-" ? "-" : "";
  return sign + text.slice(sign.length + "PT".length, -1).replace(".", "");
}

/** A bigint as its field has 64-bit integers on the library's side: numbers, if they are safe. */
export function count64(count, isWide) {
  const number = Number(count);
  return isWide || !Number.isSafeInteger(number) ? count : number;
}

/** The same of an integer's text. */
export function digits64(text, isWide) {
  const number = Number(text);
  return isWide || !Number.isSafeInteger(number) ? BigInt(text) : number;
}

/** Of a number without its point, or that number's text: with so many digits behind it. */
export function decimalOf(unscaled, scale) {
  const text = String(unscaled);
  if (scale === 0) return text;
  const sign = text[0] === "-" ? "-" : "";
  const digits = text.slice(sign.length).padStart(scale + 1, "0");
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Of the text of a decimal of this scale, which may have an exponent. */
export function fixedOf(text, scale) {
  const found = /^(-?)(\d+)(?:\.(\d+))?E([+-]?\d+)$/.exec(text);
  if (found === null) return text;
  const [, sign, whole, fraction = "", exponent] = found;
  const zeros = Number(exponent) - fraction.length + scale;
  return decimalOf(BigInt(sign + whole + fraction) * 10n ** BigInt(zeros), scale);
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

export function uuidBytes(text) {
  const out = new Uint8Array(16);
  const view = new DataView(out.buffer);
  view.setUint32(0, parseInt(text.slice(0, 8), 16));
  view.setUint16(4, parseInt(text.slice(9, 13), 16));
  view.setUint16(6, parseInt(text.slice(14, 18), 16));
  view.setUint16(8, parseInt(text.slice(19, 23), 16));
  view.setUint16(10, parseInt(text.slice(24, 28), 16));
  view.setUint32(12, parseInt(text.slice(28), 16));
  return out;
}

export function uuidOf(b) {
  const start = `${HEX[b[0]]}${HEX[b[1]]}${HEX[b[2]]}${HEX[b[3]]}-${HEX[b[4]]}${HEX[b[5]]}`;
  const middle = `${HEX[b[6]]}${HEX[b[7]]}-${HEX[b[8]]}${HEX[b[9]]}`;
  const end = `${HEX[b[10]]}${HEX[b[11]]}${HEX[b[12]]}${HEX[b[13]]}${HEX[b[14]]}${HEX[b[15]]}`;
  return `${start}-${middle}-${end}`;
}

/** In two's complement, big-endian, as few as hold the number. */
export function integerBytes(integer) {
  const magnitude = (integer < 0n ? ~integer : integer).toString(16);
  const bits = 4 * magnitude.length - Math.clz32(parseInt(magnitude[0], 16)) + 28;
  const size = (bits >> 3) + 1; // with a bit for the sign
  const text = BigInt.asUintN(8 * size, integer)
    .toString(16)
    .padStart(2 * size, "0");
  return new Uint8Array(Buffer.from(text, "hex"));
}

export function integerOf(bytes) {
  return BigInt.asIntN(8 * bytes.length, BigInt(`0x${Buffer.from(bytes).toString("hex")}`));
}

/** Of what a library of JSON reads as a number: a number, a bigint, or an object that is text. */
export function bigintOf(number) {
  if (typeof number !== "object") return BigInt(number);
  return BigInt(number.toFixed ? number.toFixed() : number.toString());
}
