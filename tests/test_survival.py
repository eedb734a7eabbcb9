"""Random schemas with random values survive inference, generation and every codec.

Compiling is dear, so many random schemas are joined to one, each an optional field of its root;
each example compiles one such schema. Declared schemas go through every codec; inferred ones, which
to a codec are schemas like others, through one of each language. `SERBENCH_EXAMPLES=20` looks
further than the default does.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, assume, given, note, settings
from hypothesis import strategies as st

from serbench.build.codec import Codec
from serbench.catalog import all_codecs
from serbench.measure.client import Driver
from serbench.measure.verification import Expected, verify
from serbench.operations import NAMES
from serbench.preparation import drivers as languages
from serbench.schema.infer import infer
from serbench.schema.lines import iter_lines
from serbench.schema.model import (
    EnumRef,
    Field,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Schema,
)
from serbench.schema.values import prepare
from tests.strategies import schemas, values_of

pytestmark = pytest.mark.compiled

JOINED = 3
VALUES = 12
ONE_BUILD_EACH = settings(
    max_examples=int(os.environ.get("SERBENCH_EXAMPLES", "1")),
    deadline=None,
    database=None,
    derandomize="SERBENCH_EXAMPLES" not in os.environ,
    # Shrinking would compile a hundred schemas; the files are left for a look instead.
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def joined(parts: list[Schema]) -> Schema:
    """One schema whose root has an optional field for each part's root."""
    records = [
        Record(
            "Joined",
            tuple(
                Field(f"part_{i}", OptionalOf(RecordRef(f"P{i}{part.root}")))
                for i, part in enumerate(parts)
            ),
        )
    ]
    enums = []
    for i, part in enumerate(parts):
        records += [
            Record(
                f"P{i}{record.name}",
                tuple(Field(f.name, _renamed(f.type, i)) for f in record.fields),
            )
            for record in part.records
        ]
        enums += [replace(enum, name=f"P{i}{enum.name}") for enum in part.enums]
    return Schema("joined", "Joined", tuple(records), tuple(enums))


def _renamed(type_, number):
    match type_:
        case RecordRef(name):
            return RecordRef(f"P{number}{name}")
        case EnumRef(name):
            return EnumRef(f"P{number}{name}")
        case ListOf(item):
            return ListOf(_renamed(item, number))
        case MapOf(value):
            return MapOf(_renamed(value, number))
        case OptionalOf(item):
            return OptionalOf(_renamed(item, number))
        case _:
            return type_


@st.composite
def schema_and_values(draw):
    parts = [draw(schemas(max_records=5, max_fields=8, min_fields=3)) for _ in range(JOINED)]
    values = []
    for _ in range(VALUES):
        parts_of = [draw(st.none() | values_of(part)) for part in parts]
        values.append({f"part_{i}": value for i, value in enumerate(parts_of)})
    schema = joined(parts)
    # The first thing drawn is the simplest there is, which proves next to nothing.
    assume(len(schema.records) > 2 * JOINED and sum(len(str(v)) for v in values) > 1000)
    return schema, values


def survive(schema: Schema, codecs: list[Codec], path, tmp_path) -> None:
    """Every codec brings the file's values back."""
    working_set = prepare(schema, iter_lines(path), tmp_path / "canonical.jsonl", 0, 0)
    expected = Expected(working_set.path, working_set.values, working_set.digest, working_set.visit)
    built = languages.build(schema, codecs, NAMES, lambda done, total, doing: None)
    note(f"schema: {json.dumps(schema.to_dict())}")
    note(f"values: {working_set.path}")
    assert not built.failures
    for codec, command in built.drivers.items():
        with Driver(command) as driver:
            verdict = verify(driver, expected)
            assert verdict.status in ("measured", "cannot-hold"), f"{codec}: {verdict.note}"


def write(values, path):
    path.write_text("".join(json.dumps(v, ensure_ascii=False) + "\n" for v in values))
    return path


@ONE_BUILD_EACH
@given(case=schema_and_values())
def test_declared(tmp_path_factory, case):
    tmp_path = tmp_path_factory.mktemp("declared")
    schema, values = case
    survive(schema, list(all_codecs()), write(values, tmp_path / "values.jsonl"), tmp_path)


@ONE_BUILD_EACH
@given(case=schema_and_values())
def test_inferred(tmp_path_factory, case):
    tmp_path = tmp_path_factory.mktemp("inferred")
    path = write(case[1], tmp_path / "values.jsonl")
    references = [codec for codec in all_codecs() if codec.is_reference]
    survive(infer([path]).schema, references, path, tmp_path)
