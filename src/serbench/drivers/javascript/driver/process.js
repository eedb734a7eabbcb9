/** The process a driver runs as. */

import { readFileSync } from "node:fs";
import { Session } from "node:inspector";
import { PerformanceObserver } from "node:perf_hooks";
import v8 from "node:v8";
import vm from "node:vm";

v8.setFlagsFromString("--expose-gc");
const gc = vm.runInNewContext("gc");

/** Collects all that is garbage. */
export function collect() {
  gc();
}

/** Collects what is young, so that the next cycle begins. */
export function collectYoung() {
  gc({ type: "minor" });
}

export function peakRssBytes() {
  try {
    const found = /^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"));
    if (found) return Number(found[1]) * 1024;
  } catch {
    // Of Linux alone.
  }
  return process.resourceUsage().maxRSS * 1024;
}

export function runtime() {
  return `node ${process.versions.node} (V8 ${process.versions.v8})`;
}

/** What of V8 decides about times. */
export function settings() {
  const mib = Math.round(v8.getHeapStatistics().heap_size_limit / 2 ** 20);
  return [...process.execArgv, `heap=${mib}MiB`, "gc=scavenger,mark-compact"].join(" ");
}

let found = [];
const observer = new PerformanceObserver((list) => found.push(...list.getEntries()));
observer.observe({ entryTypes: ["gc"] });

/**
 * How many collections began between two times of `performance.now`, which V8 is done telling of when
 * its thread has had turns. Not by `v8.GCProfiler`: what it leaves behind takes time in every
 * collection after it, so that each sample was slower than the one before.
 */
export async function collectionsBetween(start, end) {
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
  const entries = [...found, ...observer.takeRecords()];
  found = [];
  return entries.filter((entry) => start <= entry.startTime && entry.startTime <= end).length;
}

let inspector = null;

function post(method, parameters) {
  let reply;
  inspector.post(method, parameters, (error, found) => {
    if (error) throw new Error(error.message);
    reply = found;
  });
  return reply;
}

/**
 * Objects and bytes that are allocated on V8's heap within what is done: every allocation is a
 * sample of its profiler, which sees what compiled code allocates at once as one. What lies outside
 * the heap, as the bytes of buffers do, is what is left of it in the end.
 */
export function countingAllocations(does) {
  if (!inspector) {
    inspector = new Session();
    inspector.connect();
  }
  const outside = process.memoryUsage().arrayBuffers;
  post("HeapProfiler.startSampling", {
    samplingInterval: 1,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  let profile;
  const results = [];
  try {
    does(results);
  } finally {
    ({ profile } = post("HeapProfiler.stopSampling"));
  }
  let bytes = Math.max(0, process.memoryUsage().arrayBuffers - outside);
  for (const sample of profile.samples) bytes += sample.size;
  return { allocations: profile.samples.length, bytes };
}
