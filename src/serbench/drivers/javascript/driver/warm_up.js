/**
 * Runs operations until V8 has nothing left to do for them. They take turns, so that each is
 * compiled with the types that the others bring to the code they share.
 *
 * V8 does not say when it compiles: an operation is steady once its fastest turns have stopped
 * becoming faster.
 */

const TURN_NS = 3e6;
const TURNS = 10;
const MOST_FASTER = 0.02;

/** Whether all became steady within the budget; each has at least one turn. */
export function warmUp(walks, budgetNs) {
  const deadline = process.hrtime.bigint() + BigInt(Math.round(budgetNs));
  let waiting = walks.map((walk) => ({ walk, turns: [] }));
  do {
    for (const operation of waiting) operation.turns.push(turn(operation.walk));
    waiting = waiting.filter((operation) => !isSteady(operation.turns));
  } while (waiting.length > 0 && process.hrtime.bigint() < deadline);
  return waiting.length === 0;
}

/** The mean time of a walk. */
function turn(walk) {
  const start = process.hrtime.bigint();
  let walks = 0;
  let ns = 0;
  do {
    walk();
    walks++;
    ns = Number(process.hrtime.bigint() - start);
  } while (ns < TURN_NS);
  return ns / walks;
}

function isSteady(turns) {
  if (turns.length < 2 * TURNS) return false;
  const before = Math.min(...turns.slice(0, -TURNS));
  return Math.min(...turns.slice(-TURNS)) > (1 - MOST_FASTER) * before;
}
