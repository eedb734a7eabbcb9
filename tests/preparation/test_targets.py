import json

import pytest

from serbench.errors import UserError
from serbench.preparation.readings import Reading, Target, reading
from serbench.preparation.targets import resolve, schema_of_target
from serbench.schema.conventions import logical_scalars
from serbench.workloads import registry


def test_workload_wins_over_folder_with_same_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log").mkdir()
    assert schema_of_target(Target("log")) == registry.find("log").schema


def test_file_named_like_workload_is_read_with_explicit_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log").write_text('{"n": 1}\n')
    assert schema_of_target(Target("log")) == registry.find("log").schema
    assert [field.name for field in schema_of_target(Target("./log")).records[0].fields] == ["n"]


def test_a_file_needs_no_suffix(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "events").write_text('{"n": 1}\n')
    assert schema_of_target(Target("events")).name == "events"


def test_options_for_csv_files_make_another_data_set(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text('price,note\n1.10,""\n2,y\n')
    plain = resolve(Target(str(path)), None, 0)
    texts = resolve(reading(text_columns=["price"], empty="").of(str(path)), None, 0)
    nulls = resolve(reading(text_columns=[], empty="null").of(str(path)), None, 0)
    assert [str(target.schema.records[0].fields[0].type) for target in (plain, texts, nulls)] == [
        "f64",
        "string",
        "f64",
    ]
    assert len({target.expected.digest for target in (plain, texts, nulls)}) == 3


TIMES = """\
from __future__ import annotations

import msgspec

from serbench.schema.types import date, duration_ms, time_ms, timestamp_ms, timestamp_s_utc


class Row(msgspec.Struct):
    day: date
    at: timestamp_ms
    of_day: time_ms
    count: timestamp_s_utc
    took: duration_ms


ROOT = Row
VALUES = "t.csv"
"""


def values_of_module(folder, text, rows, **options):
    (folder / "t.csv").write_text(rows)
    module = folder / "module.py"
    module.write_text(text)
    found = resolve(reading(**options).of(str(module)), None, 0)
    return [json.loads(line) for line in found.expected.path.read_text().splitlines()]


def test_times_of_a_csv_file_have_the_unit_of_their_declared_type(tmp_path):
    """serbench reads such columns in microseconds, unless their type is declared."""
    rows = "day,at,of_day,count,took\n2026-01-31,1970-01-01 00:00:01.5,00:00:01,86400,PT1.5S\n"
    [value] = values_of_module(tmp_path, TIMES, rows)
    assert value == {"day": 20484, "at": 1500, "of_day": 1000, "count": 86400, "took": 1500}


@pytest.mark.parametrize("at", ["2026-01-31", "2026-01-31 12:00:00+01:00", "12:00:00"])
def test_times_of_a_csv_file_that_are_of_another_type_are_refused(tmp_path, at):
    rows = f"day,at,of_day,count,took\n2026-01-31,{at},00:00:01,86400,1500\n"
    with pytest.raises(UserError, match=r"t\.csv: row 1: \$\.at: the string"):
        values_of_module(tmp_path, TIMES, rows)


def test_values_of_a_module_are_lowered_with_plain_types_as_well(tmp_path):
    rows = "day,at,of_day,count,took\n2026-01-31,1970-01-01 00:00:01,00:00:01,86400,1500\n"
    plain = values_of_module(tmp_path, TIMES, rows, plain_types=True)
    assert plain == values_of_module(tmp_path, TIMES, rows)


def test_schema_of_built_in_workload_has_no_logical_types_with_plain_types():
    own = resolve(Reading().of("ledger"), 2, 0)
    plain = resolve(Reading(plain_types=True).of("ledger"), 2, 0)
    assert any(logical_scalars(own.schema))
    assert not any(logical_scalars(plain.schema))
    assert plain.schema == own.lowered.schema
    assert plain.expected == own.expected


def test_a_schema_keeps_the_texts_of_a_csv_file(tmp_path):
    path, schema = tmp_path / "x.csv", tmp_path / "x.avsc"
    path.write_text("price,n\n1.10,1\n2,2\n")
    fields = '{"name": "price", "type": "string"}, {"name": "n", "type": "long"}'
    schema.write_text(f'{{"type": "record", "name": "X", "fields": [{fields}]}}')
    target = resolve(Reading(str(schema)).of(str(path)), None, 0)
    assert target.expected.path.read_text().splitlines()[0] == '{"price":"1.10","n":1}'
