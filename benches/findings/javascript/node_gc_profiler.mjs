// v8.GCProfiler costs after it was stopped: with each use, the same work takes longer for good.
// prints: v20.20.2: after 200 uses 2.8 times as long (of one machine)
import { GCProfiler } from "node:v8";

const text = JSON.stringify({ id: 1, name: "user", tags: ["a", "b"], list: [1, 2, 3, 4] });

function parse(times) {
  const began = process.cpuUsage();
  for (let i = 0; i < times; i++) JSON.parse(text);
  const { user, system } = process.cpuUsage(began);
  return user + system;
}
const least = () => Math.min(...Array.from({ length: 6 }, () => parse(300_000)));

least();
const before = least();
for (let i = 0; i < 200; i++) {
  const profiler = new GCProfiler();
  profiler.start();
  parse(10_000);
  profiler.stop();
}
const ratio = least() / before;
console.log(`${process.version}: after 200 uses ${ratio.toFixed(1)} times as long`);
process.exit(ratio > 1.5 ? 0 : 1);
