/** The session of a codec, from its facts. */

import { pathToFileURL } from "node:url";
import { Codec } from "./codec.js";
import { CANNOT_HOLD, refusal } from "./errors.js";
import { Operations } from "./operations.js";
import { Session } from "./session.js";
import { Values } from "./values.js";

/** Or a refusal, where the codec says that it cannot hold values of the schema at all. */
export async function begin(facts) {
  const load = (path) => import(pathToFileURL(path));
  const { default: xxhash } = await load(facts.hash);
  const { h64Raw } = await xxhash();
  const types = await load(`${facts.sources}/types.js`);
  const { to: copy } = await load(`${facts.sources}/copies.js`);
  const { visit } = await load(`${facts.sources}/visits.js`);
  const values = new Values(facts, types, visit, h64Raw);
  const module = await load(facts.path);
  const [Class] = Object.values(module).filter((exported) => exported.prototype instanceof Codec);
  if (!Class) throw new Error(`${facts.codec}: its file exports no class that extends Codec`);
  try {
    const make = () => new Class();
    const operations = () => new Operations(make, values, copy, visit);
    return new Session(values, operations, h64Raw, facts.limits);
  } catch (error) {
    const refused = refusal(error);
    if (refused.kind === CANNOT_HOLD) return refused;
    throw error;
  }
}
