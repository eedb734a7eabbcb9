/** A driver: node main.js FACTS, the codec's facts as the builder wrote them. */

import { readFileSync } from "node:fs";
import { isMainThread, workerData } from "node:worker_threads";
import { begin } from "./begin.js";
import { serveThread } from "./object_files.js";
import { serve } from "./protocol.js";

// Standard output is the protocol's own.
console.log = console.info = console.debug = console.error;
// Anything asynchronous is the library's own affair.
if (isMainThread) {
  const facts = JSON.parse(readFileSync(process.argv[2], "utf8"));
  await serve(facts, await begin(facts));
} else {
  await serveThread(await begin(workerData.facts), workerData);
}
