"""Inference by several processes finds what one finds, also what is wrong."""

import gzip
import json

import pytest

from serbench.cluster import data_sets
from serbench.cluster.first_reading import look_at
from serbench.cluster.inference import infer_on
from serbench.errors import UserError
from serbench.preparation.readings import Reading, reading
from serbench.schema.cached_inference import infer_cached
from serbench.schema.infer import infer

pytest.importorskip("distributed")

PART_BYTES = 300
ITEMS = reading(at="$.items[]")


def lines(first, count):
    return "".join(
        json.dumps(
            {"n": i, "of": {"k": [i / 2 if i % 7 == 0 else i]}, **({"x": "y"} if i > 40 else {})}
        )
        + "\n" * (1 + i % 3)
        for i in range(first, first + count)
    )


@pytest.fixture
def files(tmp_path):
    plain, packed = tmp_path / "a.jsonl", tmp_path / "b.jsonl.gz"
    plain.write_text(lines(0, 50))
    packed.write_bytes(gzip.compress(lines(50, 20).encode()))
    return [plain, packed]


AS_THEY_STAND = Reading()


def inferred(local, files, read=AS_THEY_STAND, narrow=False):
    sources = look_at(local, list(map(str, files)), read, PART_BYTES)
    return infer_on(local, sources, read, narrow=narrow)


def test_schema_is_that_of_one_process(local, files):
    found = inferred(local, files, narrow=True)
    one = infer(files, narrow=True)
    assert found.inference == one
    assert found.inference.schema.to_dict() == one.schema.to_dict()
    assert len(found.parts) > 5
    assert sum(part.values for part in found.parts) == 70
    before = [part.place.part.lines.before for part in found.parts[:-1]]
    assert before == sorted(before)
    assert before[-1] > 50


def test_elements_of_lists_are_told_like_those_of_one_process(local, tmp_path):
    path = tmp_path / "a.jsonl"
    rows = [{"items": [{"a": i}, {"a": None}] * (i % 4)} for i in range(60)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert inferred(local, [path], ITEMS).inference == infer([path], at=ITEMS.at)
    rows[40]["items"][2:2] = [{"a": 1, "b": float("1e30")}, [1]]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert told(lambda: inferred(local, [path], ITEMS)) == told(lambda: infer([path], at=ITEMS.at))


def told(work):
    with pytest.raises(UserError) as raised:
        work()
    return str(raised.value)


@pytest.mark.parametrize(
    "bad",
    [
        {30: '{"n": 1, "n": 2}', 45: "{"},
        {0: "[1]", 3: "{"},
        {49: '{"n": 1e999}'},
        {25: '{"n":'},
    ],
)
def test_first_error_is_told_with_its_line(local, tmp_path, bad):
    path = tmp_path / "a b.jsonl"
    rows = [json.dumps({"n": i, "text": "x" * 20}) for i in range(50)]
    for number, row in bad.items():
        rows[number] = row
    path.write_text("\n".join(rows) + "\n")
    assert told(lambda: inferred(local, [path])) == told(lambda: infer([path]))


def test_file_without_values_is_told_as_by_one_process(local, tmp_path, files):
    blank = tmp_path / "blank.jsonl"
    blank.write_text('{"n": 1}\n')
    for text in ("", "\n" * 1000):
        blank.write_text(text)
        some = [files[0], blank]
        assert told(lambda: inferred(local, some)) == told(lambda: infer(some))  # noqa: B023


def test_lists_without_elements_are_told_as_by_one_process(local, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"items": []}\n' * 100)
    assert told(lambda: inferred(local, [path], ITEMS)) == told(lambda: infer([path], at=ITEMS.at))


def test_map_at_the_top_level_is_told_as_by_one_process(local, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(
        "".join(json.dumps({f"k{i}-{j}": j for j in range(50)}) + "\n" for i in range(40))
    )
    assert told(lambda: inferred(local, [path])) == told(lambda: infer([path]))


def test_long_list_in_few_values_is_offered(local, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"rows": [{"a": i} for i in range(90)]}) + "\n")
    found = inferred(local, [path]).inference
    assert found == infer([path])
    assert "--at" in found.warnings[0]


def test_table_says_its_own_types(local, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\n1,x\n2,\n")
    assert inferred(local, [path]).inference == infer([path])
    assert told(lambda: inferred(local, [path, path])) == told(lambda: infer([path, path]))


def test_changed_file_is_told(local, files):
    sources = look_at(local, list(map(str, files)), Reading(), PART_BYTES)
    with files[0].open("a") as more:
        more.write('{"n": 0}\n')
    with pytest.raises(UserError, match=r"a\.jsonl: it has changed"):
        infer_on(local, sources, Reading())


def test_what_a_cluster_infers_is_kept_for_one_process(local, files, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    sources = data_sets.look(local, list(map(str, files)), Reading())
    found, parts = data_sets.inference_of(local, sources, Reading(), narrow=False)
    assert len(parts) == 2
    monkeypatch.setattr("serbench.schema.cached_inference.infer", None)
    assert infer_cached(files) == found
    again, parts = data_sets.inference_of(local, sources, Reading(), narrow=False)
    assert (again, parts) == (found, [])
