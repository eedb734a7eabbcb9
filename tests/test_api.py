import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import serbench as api
from serbench.results.rows import Row
from tests.commands.conftest import FakeBuilder
from tests.results.made import COSTS, Made, make

DOCS = Path(__file__).parent.parent / "docs"
LINES = '{"name": "a", "n": 1}\n{"name": "b", "n": null}\n'
FAST = {"budget_s": 0.01, "processes": 1}


@pytest.fixture
def builders(monkeypatch):
    """Drivers that need no compiler, for every language."""
    from serbench.languages.registry import LANGUAGES
    from serbench.preparation import drivers

    made = {name: FakeBuilder(name) for name in LANGUAGES}
    monkeypatch.setattr(drivers, "builder", made.__getitem__)
    return made


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty one, where commands are given, with an empty cache."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "events.jsonl").write_text(LINES)
    return tmp_path


def test_importing_serbench_imports_no_other_module():
    code = "import sys, serbench; print([m for m in sys.modules if m.startswith('serbench.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert set(dir(api)) == {*api.__all__, "__version__"}
    with pytest.raises(AttributeError, match="no attribute 'measure_everything'"):
        api.measure_everything()
    assert all(callable(getattr(api, name)) for name in api.__all__)


def test_a_schema_is_inferred():
    found = api.infer("events.jsonl", narrow=True)
    assert found.values == 2
    assert {f.name: str(f.type) for f in found.schema.records[0].fields} == {
        "name": "string",
        "n": "optional<u8>",
    }


def test_logical_types_are_detected_or_forgotten(builders, folder):
    (folder / "days.jsonl").write_text('{"day": "2026-01-31"}\n')
    (folder / "days.csv").write_text("day\n2026-01-31\n")

    def found(name, **options):
        return str(api.infer(name, **options).schema.records[0].fields[0].type)

    assert found("days.jsonl") == "string"
    assert found("days.jsonl", detect_types=True) == "date"
    assert found("days.csv") == "date"
    assert found("days.csv", plain_types=True) == "i32"
    digests = {
        api.verify("days.jsonl", detect_types=detect, codecs="python/json")
        .project("digest")
        .fetchall()[0]
        for detect in (False, True)
    }
    assert len(digests) == 2


def test_named_columns_of_csv_file_stay_text(builders, folder):
    (folder / "prices.csv").write_text("price,n\n1.10,1\n,2\n")
    plain = api.infer("prices.csv").schema.records[0].fields
    kept = api.infer("prices.csv", text_columns="price", empty="text").schema.records[0].fields
    assert [str(field.type) for field in plain] == ["optional<f64>", "i64"]
    assert [str(field.type) for field in kept] == ["string", "i64"]
    digests = {
        api.verify("prices.csv", text_columns=columns, codecs="python/json")
        .project("digest")
        .fetchall()[0]
        for columns in ((), "price")
    }
    assert len(digests) == 2


def test_rows_of_a_run_are_typed_and_come_again(builders, folder):
    builders["cpp"].missing["cpp/cereal"] = "cereal/cereal.hpp not found"
    new_run = api.run(
        folder / "events.jsonl",
        codecs=["rust/bincode", "cpp/cereal"],
        html="page.html",
        tag="t",
        **FAST,
    )
    assert new_run.finished
    assert new_run.rows.columns == [*Row.__struct_fields__, "median_ns"]
    types = dict(zip(new_run.rows.columns, map(str, new_run.rows.types), strict=True))
    assert (types["time_ns"], types["samples"], types["verified"], types["traits"]) == (
        "DOUBLE",
        "BIGINT",
        "BOOLEAN",
        "VARCHAR[]",
    )
    as_rows = [msgspec.convert(dict(zip(new_run.rows.columns, row, strict=True)), Row)
               for row in new_run.rows.fetchall()]  # fmt: skip
    assert tuple(as_rows) == new_run.result.rows
    found = {r.codec: r.status for r in as_rows}
    assert found == {"rust/bincode": "measured", "cpp/cereal": "unavailable"}
    assert (folder / "page.html").read_text().startswith("<!doctype html>")
    assert api.load("t").result.run == new_run.result.run
    assert api.load().rows.fetchall() == new_run.rows.fetchall()


def test_notebook_shows_answer_and_tables_of_figures(builders):
    shown = api.run("events.jsonl", codecs="rust/bincode", **FAST)._repr_markdown_()
    assert shown.startswith("## `events`\n")
    assert "- **Rust**: lowest time to serialize: `bincode`" in shown
    assert "| codec |" in shown


def test_api_prints_no_standard_output(builders, capfd):
    api.run("events.jsonl", codecs="rust/bincode", **FAST)
    api.verify("events.jsonl", codecs="rust/bincode")
    api.infer("events.jsonl")
    assert capfd.readouterr().out == ""


def test_proofs_have_a_row_for_each_codec(builders):
    builders["rust"].faults["rust/prost"] = {"load": "failed"}
    rows = api.verify("nested", codecs=["cpp/protobuf", "rust/prost", "cereal"])
    columns = rows.columns
    found = {row[columns.index("codec")]: dict(zip(columns, row, strict=True))
             for row in rows.fetchall()}  # fmt: skip
    assert {r["status"] for r in found.values()} == {"proven"}
    assert not found["rust/prost"]["verified"]
    assert "cpp/protobuf" in found["rust/prost"]["misreads"]
    assert found["cpp/cereal"]["verified"]
    assert found["cpp/cereal"]["bytes"] > 0


def test_a_query_and_a_schema_are_targets(builders, folder):
    (folder / "events.avsc").write_text(
        '{"type": "record", "name": "E", "fields": [{"name": "name", "type": "string"},'
        '{"name": "n", "type": ["null", "long"]}]}'
    )
    named = api.verify("events.jsonl", schema="events.avsc", codecs="rust/bincode")
    asked = api.verify(sql="from 'events.jsonl'", codecs="rust/bincode")
    assert named.columns[5] == "values"
    assert [row[5] for row in (*named.fetchall(), *asked.fetchall())] == [2, 2]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: api.infer(), "infer takes files"),
        (lambda: api.infer("none.jsonl"), "none.jsonl"),
        (
            lambda: api.infer("events.jsonl", detect_types=True, plain_types=True),
            "--detect-types and --plain-types exclude each other",
        ),
        (lambda: api.run(), "name a workload or a file"),
        (lambda: api.run("lgo"), "Did you mean 'log'"),
        (lambda: api.run("log", codecs="cpp/ceral"), "Did you mean 'cpp/cereal'"),
        (lambda: api.run("log", operations="serialise"), "Did you mean 'serialize'"),
        (lambda: api.run("log", html="none/page.html"), "there is no folder none"),
        (lambda: api.verify("log", languages="rusty"), "Did you mean 'rust'"),
        (lambda: api.run("log", operations=()), "name one at least"),
        (lambda: api.run("log", processes=0), "processes=0: it is 1 at least"),
        (lambda: api.run("log", budget_s=float("nan")), "budget_s=nan: it is 0 at least"),
        (lambda: api.run("log", precision=0), "precision=0: it is 0.0001 at least"),
        (lambda: api.verify("log", count=0), "count=0: it is 1 at least"),
        (lambda: api.load(), "no such results file"),
    ],
)
def test_bad_call_raises_user_error(call, said):
    with pytest.raises(api.UserError, match=re.escape(said)):
        call()


def test_the_examples_of_the_documentation_run(builders, folder):
    """On a results file of a known run, and drivers that need no compiler."""
    [before, _] = make(folder / "serbench.duckdb", Made(tag="before"), Made(tag="after"))
    assert before
    examples = re.findall(r"```python\n(.*?)```", (DOCS / "api.md").read_text(), re.DOTALL)
    assert len(examples) >= 3
    known = {}
    for example in examples:
        exec(compile(example, "docs/api.md", "exec"), known)
    assert {row[0] for row in known["fastest"].fetchall()} <= set(COSTS) | {"rust/bincode"}
