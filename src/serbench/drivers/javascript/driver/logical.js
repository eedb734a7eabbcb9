/**
 * Logical types of a schema as programs have them: made of lowered values, and lowered again
 * (docs/types.md).
 *
 * Dates, and timestamps of seconds and milliseconds, are `Date`s, local ones as if they were UTC;
 * counts that a number may not hold exactly are bigints; decimals, UUIDs and timestamps with an
 * offset of their own stay text. This is written anew, and shares nothing with the conversions of
 * `conventions.js`, so that one can be wrong without the other.
 */

const DIGITS = { s: 0, ms: 3, us: 6, ns: 9 };
// https://tc39.es/ecma262/#sec-time-values-and-time-range
const LAST_MS = 8_640_000_000_000_000n;
const DAY_MS = 86_400_000;
const DECIMAL = /^decimal\((\d+), (\d+)\)$/;
const INTEGER = /^(0|-?[1-9]\d*)$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
// Of a decimal whose scale is 0 and that has no more digits than this, the lowered value is an i64.
const MOST_DIGITS_OF_I64 = 18;

/**
 * Of a type's word: the `kind` of lowered values, bigints or texts; what their text looks like, if
 * they are text; the `class` of the values that `make` makes, of which undefined is none; `lower`,
 * which throws a `TypeError` of what is no such value; and the integer that `count` makes of what
 * is lowered, where formats without the type hold one.
 */
export function logicalOf(word) {
  const [name, unit, zone] = word.split("_");
  const found = DECIMAL.exec(word);
  if (found) return decimal(Number(found[1]), Number(found[2]));
  if (zone === "offset") return text(offsetForm(unit));
  switch (name) {
    case "date":
      return date("i32", BigInt(DAY_MS), (ms) => ms / DAY_MS);
    case "uuid":
      return text(UUID);
    case "bigint":
      return {
        ...bigint("string"),
        form: INTEGER,
        make: BigInt,
        lower: (value) => String(checked(value, "bigint")),
      };
    case "time":
      if (unit === "ns") return bigint("i64");
      return number(unit === "us" ? "i64" : "i32");
    case "duration":
      return unit === "us" || unit === "ns" ? bigint("i64") : number("i64");
    case "timestamp":
      if (unit === "s") return date("i64", 1000n, (ms) => ms / 1000);
      return unit === "ms" ? date("i64", 1n, (ms) => ms) : bigint("i64");
    default:
      throw new Error(`${word} is no logical type that this driver knows`);
  }
}

const count = (lowered) => lowered;

function checked(value, type) {
  if (typeof value === type) return value;
  throw new TypeError(`a ${type} is wanted, not a ${typeof value}`);
}

function date(kind, factor, lowered) {
  return {
    kind,
    class: "Date",
    count,
    make(units) {
      const ms = units * factor;
      return ms < -LAST_MS || ms > LAST_MS ? undefined : new Date(Number(ms));
    },
    lower(value) {
      if (value instanceof Date) return lowered(value.getTime());
      throw new TypeError(`a Date is wanted, not a ${typeof value}`);
    },
  };
}

function number(kind) {
  return {
    kind,
    class: "number",
    count,
    make: (units) => (Number.isSafeInteger(Number(units)) ? Number(units) : undefined),
    lower: (value) => checked(value, "number"),
  };
}

function bigint(kind) {
  return {
    kind,
    class: "bigint",
    count,
    make: (units) => units,
    lower: (value) => checked(value, "bigint"),
  };
}

function text(form) {
  return {
    kind: "string",
    class: "string",
    form,
    count,
    make: (lowered) => lowered,
    lower: (value) => checked(value, "string"),
  };
}

function offsetForm(unit) {
  const fraction = DIGITS[unit] > 0 ? `\\.\\d{${DIGITS[unit]}}` : "";
  const day = "(\\d{4}|[+-]\\d{4,})-\\d\\d-\\d\\d";
  return new RegExp(`^${day}T\\d\\d:\\d\\d:\\d\\d${fraction}(Z|[+-]\\d\\d:\\d\\d)$`);
}

function decimal(precision, scale) {
  const form = scale === 0 ? INTEGER : new RegExp(`^-?(0|[1-9]\\d*)\\.\\d{${scale}}$`);
  const made = { ...text(form), count: (lowered) => BigInt(lowered.replace(".", "")) };
  if (scale > 0 || precision > MOST_DIGITS_OF_I64) return made;
  return {
    kind: "i64",
    class: "string",
    count,
    make: String,
    lower(value) {
      // Of an empty text BigInt makes 0.
      if (INTEGER.test(checked(value, "string"))) return BigInt(value);
      throw new TypeError(`digits are wanted, not ${JSON.stringify(value)}`);
    },
  };
}
