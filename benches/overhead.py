"""What a driver adds to an operation: nanoseconds of one that does nothing.

Run: .venv/bin/python benches/overhead.py [LANGUAGE ...]

A codec whose `encode` writes nothing is built into a copy of the package, for a record of one field
that is 0 in all values, so that `decode` can bring it back. Targets: under 1 ns, in Java under 2.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import platformdirs

import serbench

CODECS = {
    "cpp/empty.cpp": """\
// ---
// library = "none"
// format = "none"
// traits = []
// page = "none"
// ---
#include "serbench/codec.hpp"

namespace {

using namespace serbench;

struct Empty {
  void encode(const Root&, Buffer&) {}
  void decode(std::span<const std::byte>, Root&) {}
};

}  // namespace

SERBENCH_CODEC(Empty)
""",
    "rust/empty.rs": """\
// ---
// library = "none"
// format = "none"
// traits = []
// page = "none"
// ---

use schema::Root;
use serbench_driver::{Buffer, Error, Plain, PlainCodec};

#[derive(Default)]
struct Empty;

impl PlainCodec<Root> for Empty {
    fn encode(&mut self, _value: &Root, _out: &mut Buffer) -> Result<(), Error> {
        Ok(())
    }

    fn decode(&mut self, _bytes: &[u8]) -> Result<Root, Error> {
        Ok(Root { number: 0 })
    }
}

serbench_driver::codec!(Plain<Empty>);
""",
    "java/empty.java": """\
// ---
// library = "none"
// format = "none"
// traits = []
// page = "none"
// class = "EmptyCodec"
// ---
package serbench.codecs;

import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;

final class EmptyCodec<V> extends PlainCodec<V> {
  EmptyCodec(Values<V> values) {
    super(values);
  }

  @Override
  public void encode(V value, Buffer out) {}

  @Override
  public V decode(byte[] bytes) throws Exception {
    return values.type().getDeclaredConstructor().newInstance();
  }
}
""",
    "go/empty.go": """\
// ---
// library = "none"
// format = "none"
// traits = []
// page = "none"
// module = "std"
// ---

package main

import (
	"serbench/driver"
	"serbench/schema"
)

type empty struct{}

func (empty) Encode(_ *schema.Root, out []byte) ([]byte, error) { return out, nil }

func (empty) Decode(_ []byte, _ *schema.Root) error { return nil }

func main() { driver.ServePlain(facts, empty{}) }
""",
}
VALUES = 1000
PASSES = 2000
PROCESSES = 5
TARGETS_NS = {"cpp": 1.0, "rust": 1.0, "java": 2.0, "go": 1.0}


def main() -> int:
    if sys.argv[1:2] == ["--in-copy"]:
        return measured(sys.argv[2:])
    languages = sys.argv[1:] or list(TARGETS_NS)
    with TemporaryDirectory() as folder:
        package = Path(folder, "serbench")
        shutil.copytree(Path(serbench.__file__).parent, package)
        for path, text in CODECS.items():
            language, name = path.split("/")
            (package / "drivers" / language / "codecs" / name).write_text(text)
        environment = os.environ | {
            "PYTHONPATH": folder,
            "XDG_CACHE_HOME": str(platformdirs.user_cache_path("serbench-overhead")),
        }
        command = [sys.executable, __file__, "--in-copy", *languages]
        return subprocess.run(command, env=environment, check=False).returncode


def measured(languages: list[str]) -> int:
    from serbench.catalog import all_codecs
    from serbench.measure import environment
    from serbench.measure.placement import PlacedDriver
    from serbench.measure.processes import apart_from
    from serbench.preparation.drivers import build
    from serbench.schema.lines import iter_lines
    from serbench.schema.model import Field, Kind, Record, Scalar, Schema
    from serbench.schema.values import prepare

    schema = Schema("empty", "Empty", (Record("Empty", (Field("number", Scalar(Kind.I32)),)),))
    cpus = environment.driver_cpus()
    met = True
    with TemporaryDirectory() as folder, apart_from(cpus):
        lines = Path(folder, "values.jsonl")
        lines.write_text('{"number":0}\n' * VALUES)
        values = prepare(schema, iter_lines(lines), Path(folder, "canonical.jsonl"), 0, 0).path
        for language in languages:
            [codec] = [c for c in all_codecs() if c.id == f"{language}/empty"]
            built = build(schema, [codec], ["encode"], lambda *_: None)
            if failure := built.failures.get(codec.id):
                sys.exit(f"{failure.reason} ({failure.log})")
            command = built.drivers[codec.id]
            found = []
            for _ in range(PROCESSES):
                with PlacedDriver(command, set(cpus), {}, (), Path(folder)) as driver:
                    driver.describe()
                    driver.open(values)
                    driver.verify()
                    samples = [driver.sample("encode", PASSES, PASSES) for _ in range(9)]
                    found.append(median(s.ns / s.items for s in samples))
            ns = median(found)
            met = met and ns < TARGETS_NS[language]
            print(f"{language:6}{ns:6.2f} ns ({min(found):.2f} to {max(found):.2f})", flush=True)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
