import { execFileSync } from "node:child_process";
import { renameSync } from "node:fs";

execFileSync("thrift", ["--gen", "js:node,es6", "-out", ".", "data.thrift"]);
renameSync("data_types.js", "data_types.cjs");
