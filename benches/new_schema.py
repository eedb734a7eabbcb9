"""How long drivers of a schema never seen before take to generate and build, dependencies warm.

Run: .venv/bin/python benches/new_schema.py [LANGUAGE ...]

The schemas are those of `log` (25 fields) and `tweet` (147) with one more field of a random name.
Target: under 90 s for C++ and Rust together, 60 s for Rust, 45 s for Java and 30 s for Go on 2
cores.
"""

from __future__ import annotations

import secrets
import sys
import time
from dataclasses import replace
from itertools import product

from serbench.catalog import all_codecs, select
from serbench.languages.registry import LANGUAGES
from serbench.operations import NAMES
from serbench.preparation import drivers as languages
from serbench.schema.model import Field, Kind, Record, Scalar, Schema
from serbench.workloads import registry


def never_seen(workload: str) -> Schema:
    schema = registry.find(workload).schema
    first, *others = schema.records
    extra = Field(f"extra_{secrets.token_hex(4)}", Scalar(Kind.I32))
    return replace(schema, records=(Record(first.name, (*first.fields, extra)), *others))


def main() -> None:
    wanted = sys.argv[1:] or LANGUAGES
    # Dependencies compile once, whatever the schema; that is not what is asked here.
    known = select(all_codecs(), wanted)
    languages.build(registry.find("nested").schema, known, NAMES, lambda *_: None)
    for workload, language in product(("log", "tweet"), wanted):
        codecs = select(all_codecs(), [language])
        began = time.perf_counter()
        built = languages.build(never_seen(workload), codecs, NAMES, lambda *_: None)
        took_s = time.perf_counter() - began
        print(f"{workload}: {language}: {len(built.drivers)} drivers in {took_s:.1f} s", flush=True)
        for name, failure in built.failures.items():
            print(f"  {name} failed: {failure.reason}")


if __name__ == "__main__":
    main()
