"""How long drivers of a schema never seen before take to generate and build, dependencies warm.

Run: .venv/bin/python benches/new_schema.py [LANGUAGE ...]

The schema is that of `tweet` with one more field of a random name. Target: under 90 s for C++ and
Rust together, 45 s for Java and 30 s for Go on 2 cores.
"""

from __future__ import annotations

import secrets
import sys
import time
from dataclasses import replace

from serbench.build import languages
from serbench.build.catalog import LANGUAGES, all_codecs, select
from serbench.schema.model import Field, Kind, Record, Scalar, Schema
from serbench.workloads import registry


def never_seen() -> Schema:
    schema = registry.find("tweet").schema
    first, *others = schema.records
    extra = Field(f"extra_{secrets.token_hex(4)}", Scalar(Kind.I32))
    return replace(schema, records=(Record(first.name, (*first.fields, extra)), *others))


def main() -> None:
    total_s = 0.0
    wanted = sys.argv[1:] or LANGUAGES
    # Dependencies compile once, whatever the schema; that is not what is asked here.
    known = select(all_codecs(), wanted)
    languages.build(registry.find("nested").schema, known, lambda *_: None)
    schema = never_seen()
    for language in wanted:
        codecs = select(all_codecs(), [language])
        began = time.perf_counter()
        built = languages.build(schema, codecs, lambda *_: None)
        took_s = time.perf_counter() - began
        total_s += took_s
        print(f"{language}: {len(built.drivers)} drivers in {took_s:.1f} s", flush=True)
        for name, failure in built.failures.items():
            print(f"  {name} failed: {failure.reason}")
    print(f"all: {total_s:.1f} s")


if __name__ == "__main__":
    main()
