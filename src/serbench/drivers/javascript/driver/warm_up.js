/**
 * Runs operations until V8 has nothing left to do for them. They take turns, so that each is
 * compiled with the types that the others bring to the code they share.
 *
 * V8 does not say when it compiles: an operation is steady once its fastest turns have stopped
 * becoming faster.
 */

const TURN_NS = 3e6;
// The latest turns are held against those before: as many as take so long, two at least. More of an
// operation whose walk takes a second would teach V8 nothing, and leave no time to measure it.
const LATEST_NS = 30e6;
const FEWEST_TURNS = 2;
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

/** How long it took, and the mean time of a walk in it. */
function turn(walk) {
  const start = process.hrtime.bigint();
  let walks = 0;
  let ns = 0;
  do {
    walk();
    walks++;
    ns = Number(process.hrtime.bigint() - start);
  } while (ns < TURN_NS);
  return { ns, meanNs: ns / walks };
}

function isSteady(turns) {
  let latestNs = 0;
  let before = turns.length;
  while (before > 0 && (latestNs < LATEST_NS || turns.length - before < FEWEST_TURNS)) {
    latestNs += turns[--before].ns;
  }
  if (before < turns.length - before) return false;
  return fastest(turns.slice(before)) > (1 - MOST_FASTER) * fastest(turns.slice(0, before));
}

function fastest(turns) {
  return Math.min(...turns.map((one) => one.meanNs));
}
