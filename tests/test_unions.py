"""Unions through the codecs that hold some, and refused of the others.

They have a schema of their own, since with unions in it `compiled_schemas.WHOLE` would be lost to
most codecs: fields that are every two shapes of JSON, in lists, maps and optionals. Compiling is
dear: besides the core set, the codecs are drawn by the day; `SERBENCH_EVERY_CODEC=1` takes all.
"""

from __future__ import annotations

import json
import random

import pytest

from serbench.builders.codec import Codec
from serbench.catalog import all_codecs
from serbench.languages.registry import LANGUAGES
from serbench.measure.client import Driver
from serbench.measure.protocol import DriverError
from serbench.measure.verification import verify
from serbench.operations import BY_DEFAULT
from serbench.preparation.drivers import what_it_lacks
from serbench.schema.model import Schema
from tests.compiled_schemas import TWINS, Built, drawn_codecs, driver_of, integer_bounds
from tests.conftest import VECTORS, working_set
from tests.one_wire import all_read

[SEVERAL] = [vector for vector in VECTORS if vector["schema"]["name"] == "several"]
SCHEMA, VALUES = Schema.from_dict(SEVERAL["schema"]), SEVERAL["values"]
ALL = [codec for codec in all_codecs() if codec.unions and codec.id not in TWINS]
CHIEF = [codec for codec in ALL if codec.is_reference or codec.is_core]
HOLDING = [*CHIEF, *drawn_codecs(codec for codec in ALL if codec not in CHIEF)]
WIRES = sorted({codec.wire_of(SCHEMA) for codec in HOLDING} - {""})


def built(codec: Codec) -> Built:
    is_chief = codec in CHIEF
    operations = (*BY_DEFAULT, "borrow") if is_chief else BY_DEFAULT
    among = [other for other in HOLDING if (other in CHIEF) == is_chief]
    build = driver_of(codec, SCHEMA, operations, among)
    if build.unavailable:
        pytest.skip(build.unavailable)
    return build


def test_every_language_has_a_codec_with_unions():
    assert {codec.language for codec in HOLDING} == set(LANGUAGES)


def test_codecs_without_unions_are_reported_as_lacking():
    lacking = {codec.id: what_it_lacks(SCHEMA, codec) for codec in all_codecs()}
    assert lacking["cpp/bson"] == "unions, as at $.id"
    assert all(bool(lacking[codec.id]) == (not codec.unions) for codec in all_codecs())


@pytest.mark.compiled
@pytest.mark.parametrize("codec", HOLDING, ids=lambda codec: codec.id)
def test_every_variant_survives(codec, tmp_path):
    values = within([codec], VALUES + shuffled(VALUES))
    expected = working_set(SCHEMA, values, tmp_path / "values.jsonl")
    with Driver(built(codec).command) as driver:
        verdict = verify(driver, expected)
    assert verdict.proven, verdict.note


def within(codecs: list[Codec], values: list[dict]) -> list[dict]:
    """The values without integers that one of the codecs cannot hold."""
    bounds = [integer_bounds(codec) for codec in codecs]
    lowest, highest = max(low for low, _ in bounds), min(high for _, high in bounds)

    def fit(value):
        match value:
            case dict():
                return {name: fit(part) for name, part in value.items()}
            case list():
                return [fit(part) for part in value]
            case int() if not isinstance(value, bool):
                return max(lowest, min(value, highest))
            case _:
                return value

    return [fit(value) for value in values]


def shuffled(values: list[dict]) -> list[dict]:
    """Every field with the value that it has in another one."""
    some = random.Random(1)
    columns = {name: [value[name] for value in values] for name in values[0]}
    for column in columns.values():
        some.shuffle(column)
    return [{name: column[i] for name, column in columns.items()} for i in range(len(values))]


@pytest.mark.compiled
@pytest.mark.parametrize("wire", WIRES)
def test_codecs_of_one_wire_read_each_other(wire, tmp_path):
    readers = [codec for codec in HOLDING if codec.wire_of(SCHEMA) == wire]
    commands = {codec.id: driver_command(codec) for codec in readers}
    there = {codec: command for codec, command in commands.items() if command}
    all_read_each_other(there, within(readers, VALUES), tmp_path)
    if limited := {reader.id for reader in readers if within([reader], VALUES) != VALUES}:
        rest = {codec: command for codec, command in there.items() if codec not in limited}
        all_read_each_other(rest, VALUES, tmp_path)


def all_read_each_other(there, values, tmp_path):
    expected = working_set(SCHEMA, values, tmp_path / "values.jsonl")
    all_read(there, expected, tmp_path)


def driver_command(codec: Codec) -> list[str]:
    try:
        return built(codec).command
    except pytest.skip.Exception:
        return []


@pytest.mark.compiled
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("id", True),
        ("id", None),
        ("id", 1.5),
        ("huge", "1"),
        ("payload", {"x": 1}),
        ("by_name", []),
        ("maybe", 1),
        ("colour", "green"),
        ("colour", 256),
        ("blobs", False),
    ],
)
def test_values_of_no_variant_are_refused(language, field, wrong, tmp_path):
    codec = next(c for c in HOLDING if c.language == language and c.is_core)
    (tmp_path / "bad.jsonl").write_text(json.dumps({**VALUES[0], field: wrong}) + "\n")
    with Driver(built(codec).command) as driver:
        with pytest.raises(DriverError, match=field) as refusal:
            driver.open(tmp_path / "bad.jsonl")
        assert refusal.value.kind == "bad-values"
