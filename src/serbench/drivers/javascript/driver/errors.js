/** Refusals, by the kinds of docs/protocol.md. */

import { CannotHold } from "./codec.js";

export const BAD_REQUEST = "bad-request";
export const BAD_VALUES = "bad-values";
export const BAD_FILE = "bad-file";
export const CANNOT_HOLD = "cannot-hold";
export const FAILED = "failed";

/** A request that was not carried out; the message says why. */
export class Refusal extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** What a library read without a complaint. */
export class NoValueOfTheSchema extends Error {
  name = "NoValueOfTheSchema";
}

/** That of whatever a library threw. */
export function refusal(error, context = "") {
  if (error instanceof Refusal) return error;
  return new Refusal(error instanceof CannotHold ? CANNOT_HOLD : FAILED, context + said(error));
}

/** What a library's error says; anything may be thrown. */
export function said(error) {
  const text = String(error?.message ?? error)
    .split(/\s+/)
    .join(" ");
  return error instanceof CannotHold ? text : `${error?.name ?? typeof error}: ${text}`;
}

/** What the system says of a file. */
export function systemError(error, path) {
  return `${error.path ?? path}: ${error.message}`;
}
