"""A random schema with random values survives inference, generation and random codecs.

Compiling is dear: there is one such schema a run, another every day, and the codecs that meet it
are drawn anew, too, none of which differs from another by a setting.
`SERBENCH_SEED` repeats one; it stands in the tests' names.
Generators see many random schemas in tests of their own.
"""

from __future__ import annotations

import json
import os
from functools import cache

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from serbench.builders.codec import Codec
from serbench.catalog import all_codecs
from serbench.measure.client import Driver
from serbench.measure.verification import Expected, verify
from serbench.preparation.drivers import what_it_lacks
from serbench.schema.infer import infer
from serbench.schema.lines import iter_lines
from serbench.schema.model import Schema
from serbench.schema.values import prepare
from tests.compiled_schemas import OPERATIONS, TWINS, drawn_codecs, driver_of
from tests.strategies import drawn, schemas, values_of

pytestmark = pytest.mark.compiled

SEED = os.environ["SERBENCH_SEED"]  # conftest.py has set it if nobody else has
VALUES = 12
MOST = 6


TODAYS = drawn_codecs([codec for codec in all_codecs() if codec.id not in TWINS], MOST)


@st.composite
def schema_and_values(draw):
    schema = draw(schemas(max_records=5, max_fields=8, min_fields=3))
    values = draw(st.lists(values_of(schema), min_size=VALUES, max_size=VALUES))
    assume(len(schema.records) > 2 and sum(len(str(v)) for v in values) > 1000)
    return schema, values


@cache
def todays() -> tuple[Schema, list]:
    return drawn(schema_and_values())


def survive(schema: Schema, codec: Codec, among, path, tmp_path) -> None:
    """The codec brings the file's values back."""
    if lacking := what_it_lacks(schema, codec):
        pytest.skip(f"its format has no {lacking}")
    working_set = prepare(schema, iter_lines(path), tmp_path / "canonical.jsonl", 0, 0)
    expected = Expected(working_set.path, working_set.values, working_set.digest, working_set.visit)
    build = driver_of(codec, schema, OPERATIONS, among)
    if build.unavailable:
        pytest.skip(build.unavailable)
    with Driver(build.command) as driver:
        verdict = verify(driver, expected)
    assert verdict.proven or (verdict.status == "cannot-hold" and codec.limits), (
        f"{verdict.note}\nschema: {json.dumps(schema.to_dict())}\nvalues: {working_set.path}"
    )


def write(values, path):
    path.write_text("".join(json.dumps(v, ensure_ascii=False) + "\n" for v in values))
    return path


@pytest.mark.parametrize("codec", TODAYS, ids=lambda codec: f"{SEED}-{codec.id}")
def test_declared(tmp_path, codec):
    schema, values = todays()
    among = [c for c in TODAYS if not what_it_lacks(schema, c)]
    survive(schema, codec, among, write(values, tmp_path / "values.jsonl"), tmp_path)


@pytest.mark.parametrize(
    "codec",
    [codec for codec in all_codecs() if codec.is_reference],
    ids=lambda codec: f"{SEED}-{codec.id}",
)
def test_inferred(tmp_path, codec):
    """To a codec an inferred schema is one like others, so that one of each language is enough."""
    path = write(todays()[1], tmp_path / "values.jsonl")
    survive(infer([path]).schema, codec, [codec], path, tmp_path)
