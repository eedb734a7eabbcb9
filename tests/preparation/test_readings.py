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
        'data:[{"csv":{"text_columns":["zip"],"empty":"text","are_of_schema":false}},"t.csv"]',
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
