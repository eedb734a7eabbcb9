"""`serbench study` with fake drivers."""

import csv
import io

import pytest

from serbench.results.store import Store
from serbench.results.study_rows import load_rows

FEW = ("--iterations", "3", "--count", "2")


@pytest.mark.parametrize("name", ["nested-structures", "cpp-serializers", "goser"])
def test_study_prints_tables_and_comparisons(serbench, name):
    done = serbench("study", name, *FEW)
    assert done.status == 0, done.err
    assert "As published: measured here / published (ratio)" in done.out
    assert "On equal terms: serialize" in done.out
    assert "Why the order changes" in done.out
    assert "Spearman's" in done.out
    assert "Libraries:" in done.out


def test_through_files_too(serbench):
    done = serbench("study", "cpp-containers", "protobuf", "--iterations", "2")
    assert done.status == 0, done.err
    assert done.out.count("Protobuf") >= 4
    assert " File " in done.out


def test_flags_of_the_study(serbench):
    done = serbench("study", "cpp-containers", "YAML", "--iterations", "1", "--flags", "study")
    assert done.status == 0, done.err
    assert "Compiled as the study's program was" in done.out
    done = serbench("study", "goser", "--flags", "study")
    assert done.status == 2
    assert "leave --flags out" in done.err
    assert serbench("study", "goser", "--flags", "-O0").status == 2


def test_object_files(serbench, tmp_path):
    done = serbench("study", "complex-objects", "Rust Bincode", *FEW, "--dir", tmp_path)
    assert done.status == 0, done.err
    assert "Write experiment, 2 tweets" in done.out
    assert not list(tmp_path.glob("serbench-files-*"))


def test_study_announces_extent_and_duration_first(serbench, tmp_path):
    done = serbench("study", "complex-objects", "Rust Bincode", "Java Kryo", *FEW)
    said, _, rest = done.err.partition("\n")
    assert said.startswith("complex-objects: 2 rows, 2 values, 3 repeats, cores 0 and all: about ")
    assert said.endswith((" s", " min"))
    assert "kept in" in rest
    done = serbench("study", "goser", "bincode", "rust-msgpack", *FEW)
    assert done.err.startswith("goser: 2 rows, 10 operations, 3 iterations of 2 each: about ")


def test_one_process_for_all_repeats_is_reported(serbench):
    said = "One process took all repeats, on every core: java/kryo"
    assert said in serbench("study", "complex-objects", "Java Kryo", *FEW).out
    assert said in serbench("report").out
    assert said not in serbench("study", "complex-objects", "Rust Bincode", *FEW).out


def test_csv(serbench):
    done = serbench("study", "goser", "bincode", "rust-msgpack", *FEW, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert {r["row"] for r in rows} == {"bincode", "rust-msgpack"}
    assert {r["published"] for r in rows if r["row"] == "bincode"} == {"1143.0", "1149.0", "82.0"}


def test_markdown(serbench):
    done = serbench("study", "nested-structures", "json", "bson", *FEW, "--format", "markdown")
    assert done.out.startswith("# Nested Structures")
    assert "| Algorithm | Size (b) | Ser. (ms) | Deser. (ms) | Ser+Deser.(ms) |" in done.out
    assert "## What differs" in done.out
    assert "\n\\# iterations: k = " in done.out  # no heading


def test_broken_row_is_reported_and_negative(serbench, builders):
    builders["rust"].faults["rust/bincode-native"] = {"verify": "lose"}
    done = serbench("study", "nested-structures", "json", "bincode (schema)", *FEW)
    assert done.status == 1
    assert "bincode (schema) (rust/bincode-native): broken: 1 of 1 values" in " ".join(
        done.out.split()
    )


def test_every_study_is_kept_and_reported_again(serbench, tmp_path):
    runs = {}
    for name in ("goser", "complex-objects"):
        rows = ["bincode"] if name == "goser" else ["Rust Bincode"]
        done = serbench("study", name, *rows, *FEW, "--dir", tmp_path)
        runs[name] = done.err.partition("serbench report ")[2].split()[0]
        first = done.out
        assert serbench("report", runs[name]).out == first
    assert serbench("report").out == first  # the latest
    assert serbench("report", runs["goser"], "--format", "csv").out.startswith("study,row,column")
    assert "# Rewriting Rust" in serbench("report", runs["goser"], "--format", "markdown").out


def test_two_rows_of_one_codec_are_both_kept(serbench, tmp_path):
    serbench("study", "goser", "go/capnp-glycerine", *FEW)
    with Store(tmp_path / "serbench.duckdb", read_only=True) as store:
        rows = load_rows(store, store.latest_run())
    assert {label: [*row.times_ns] for label, row in rows.items()} == {
        "go-capnproto": ["populate", "encode", "decode", "serialize", "deserialize"],
        "go-capnproto (zero copy)": ["populate", "encode", "borrow", "serialize", "deserialize"],
    }
    counts = {op: len(ts) for row in rows.values() for op, ts in row.times_ns.items()}
    assert counts.pop("borrow") == 0  # fakes have none
    assert set(counts.values()) == {3}


def test_crashing_row_keeps_other_timings(serbench, builders, tmp_path):
    builders["rust"].faults["rust/bincode1"] = {"sample:decode": "crash"}
    done = serbench("study", "goser", "bincode", "rust-msgpack", *FEW)
    assert done.status == 1
    assert "bincode (rust/bincode1): failed" in " ".join(done.out.split())
    assert "rust-msgpack" in done.out


def test_unsupported_report_form_of_study_is_rejected(serbench):
    serbench("study", "goser", "bincode", *FEW)
    for form in ("--format json", "--open"):
        done = serbench("report", *form.split())
        assert done.status == 2
        assert f"but no {form}" in done.err


def test_charts_of_a_stored_study(serbench, tmp_path):
    serbench("study", "goser", "bincode", *FEW)
    assert serbench("report", "--svg", "drawn").status == 0
    assert {path.suffix for path in (tmp_path / "drawn").iterdir()} == {".svg"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["gosr"], "Did you mean 'goser'?"),
        (["goser", "jsonn"], "it has no row 'jsonn'"),
        (["goser", "--size", "huge"], "no size of goser 'huge'"),
        (["goser", "--format", "xml"], "no format 'xml'"),
    ],
)
def test_bad_use(serbench, words, said):
    done = serbench("study", *words)
    assert done.status == 2
    assert said in done.err


def test_charts(serbench, tmp_path):
    words = ("--format", "markdown", "--charts", tmp_path / "charts")
    done = serbench("study", "nested-structures", "json", "bson", *FEW, *words)
    drawn = sorted(p.name for p in (tmp_path / "charts").iterdir())
    assert len(drawn) == 2 * 4
    assert (tmp_path / "charts" / drawn[0]).read_bytes().startswith(b"\x89PNG")
    assert "](nested-structures-ser-ms.svg)" in done.out
    assert "measured here" in (tmp_path / "charts" / "nested-structures-ser-ms.svg").read_text()
