from pathlib import Path

import pytest

from serbench.errors import UserError
from serbench.preparation.readings import Reading, Target, from_stored, reading, stored, typed
from serbench.schema.csv_files import CsvOptions

# As results files have them since files can be read in several ways.
STORED = [
    ("log", Target("log")),
    ("-", Target("-")),
    ("sql:select 1", Target("sql:select 1")),
    ('data:[{"at":"$.items[]"},"map.json"]', Target("map.json", Reading(at="$.items[]"))),
    (
        'data:[{"schema":"a.proto","proto_path":["b","c"]},"x.jsonl"]',
        Target("x.jsonl", Reading("a.proto", ("b", "c"))),
    ),
    (
        'data:[{"sample_mib":5,"unions":true},"x.jsonl"]',
        Target("x.jsonl", Reading(sample_mib=5, unions=True)),
    ),
    (
        'data:[{"detect_types":true},"x.jsonl"]',
        Target("x.jsonl", Reading(detect_types=True)),
    ),
    ('data:[{"plain_types":true},"t.csv"]', Target("t.csv", Reading(plain_types=True))),
    (
        'data:[{"csv":{"text_columns":["zip"],"empty":"text","are_of_schema":false,"times_as_text":[]}},"t.csv"]',
        Target("t.csv", Reading(csv=CsvOptions(("zip",), "text"))),
    ),
]


@pytest.mark.parametrize(("text", "target"), STORED)
def test_stored_text_is_read_and_written_alike(text, target):
    assert from_stored(text) == target
    assert stored(target) == text


def test_name_that_looks_stored_comes_back_as_it_was():
    target = Target('data:[{"at":"$.items[]"},"map.json"]')
    assert from_stored(stored(target)) == target


def test_options_of_several_targets_are_typed_once():
    read = Reading("a b.avsc")
    assert typed([Target("x.jsonl", read), Target("y.jsonl", read)]) == (
        "x.jsonl y.jsonl --schema 'a b.avsc'"
    )


def test_csv_options_for_other_file_are_rejected():
    with pytest.raises(UserError, match=r"of CSV files, and x\.jsonl is none"):
        reading(text_columns=["a"], empty="").of("x.jsonl")


@pytest.mark.parametrize("name", ["t.csv", "t.parquet", "t.arrow"])
def test_unions_of_a_table_are_rejected(name):
    with pytest.raises(UserError, match=f"--unions is .* {name} is a table"):
        reading(unions=True).of(name)
    assert reading(schema=Path("a.avsc"), unions=True).of(name).reading.unions


def test_types_are_detected_where_none_are_declared():
    for name in ("x.jsonl", "t.csv", "x.cbor", "-"):
        assert reading(detect_types=True).of(name).reading.options == ["--detect-types"]
    for name in ("t.parquet", "x.avro", "sql:select 1", "log", "types.py"):
        with pytest.raises(UserError, match=f"{name} says its types: leave it out"):
            reading(detect_types=True).of(name)


def test_options_about_types_that_exclude_each_other_are_rejected():
    with pytest.raises(UserError, match="--detect-types and --plain-types exclude each other"):
        reading(detect_types=True, plain_types=True).of("x.jsonl")
    with pytest.raises(UserError, match="--detect-types and --schema exclude each other"):
        reading(schema=Path("a.avsc"), detect_types=True).of("x.jsonl")


@pytest.mark.parametrize("name", ["t.parquet", "sql:select 1", "log", "types.py"])
def test_any_target_may_have_plain_types(name):
    assert reading(plain_types=True).of(name).reading.plain_types
