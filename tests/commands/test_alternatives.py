"""`serbench alternatives` of a results file with invented figures: each line of its CSV is held
against the figures themselves."""

import csv
import io
import json
from types import SimpleNamespace

import pytest

from serbench.results.store import Store
from tests.commands.test_choose_questions import (
    CANNOT_HOLD,
    CRASHED,
    FIGURES,
    GROWN,
    OLD,
    READS,
    SHARES,
    UNCERTAIN,
    db,
    is_near,
    language,
)

__all__ = ["db"]  # a fixture

OF = {"serialize": SHARES["encode"], "deserialize": SHARES["decode"], "round_trip": 1.0}


@pytest.fixture
def ask(serbench, db):
    return lambda *words: serbench("alternatives", *words, "--db", db)


def rows(done):
    assert done.err == ""
    return list(csv.DictReader(io.StringIO(done.out)))


def replaces(codec, languages, by, unchecked, unmaintained):
    """Codecs that may replace one, best first."""
    may = [
        one for one, (_, _, _, traits) in FIGURES.items()
        if one != codec and language(one) in languages and "hand-written" not in traits
        and (unchecked or ("unchecked" not in traits and one not in CRASHED))
        and (unmaintained or "unmaintained" not in traits)
    ]  # fmt: skip
    share = OF.get(by, 1.0)
    key = (lambda c: FIGURES[c][2]) if by == "bytes" else lambda c: FIGURES[c][1] * share
    return sorted(may, key=lambda c: (key(c), FIGURES[c][1], c))


@pytest.mark.parametrize(
    ("codec", "languages", "by", "flags"),
    [
        ("cpp/protobuf", ("cpp",), "time", ()),
        ("go/fast", ("go", "java", "python"), "time", ()),
        ("cpp/rapid", ("cpp", "go"), "bytes", ("--unchecked",)),
        ("python/protobuf", ("python",), "serialize", ("--unchecked", "--unmaintained")),
        ("go/protobuf", ("go",), "deserialize", ("--unmaintained",)),
    ],
)
def test_alternatives_are_those_of_the_figures_and_ordered_by_them(
    ask, codec, languages, by, flags
):
    words = ["--lang", ",".join(languages), "--by", by, *flags]
    found = rows(ask(codec, "log", *words, "--format", "csv"))
    expected = replaces(codec, languages, by, "--unchecked" in flags, "--unmaintained" in flags)
    assert [row["codec"] for row in found] == expected
    format_, ns, size, _ = FIGURES[codec]
    for row in found:
        of_format, of_ns, of_size, traits = FIGURES[row["codec"]]
        assert (row["replaces"], row["format"]) == (codec, of_format)
        assert float(row["bytes"]) == of_size
        assert is_near(float(row["bytes_ratio"]), of_size / size)
        for operation, share in OF.items():
            is_open = bool(UNCERTAIN & {codec, row["codec"]})
            near = 0.03 if is_open else 0.012
            assert is_near(float(row[f"{operation}_ns"]), of_ns * share, near)
            assert is_near(float(row[f"{operation}_ratio"]), of_ns / ns, near)
            if not is_open:
                told = (
                    "tied" if abs(of_ns / ns - 1) < 0.03 else "slower" if of_ns > ns else "faster"
                )
                assert row[f"{operation}_decided"] == told
        read = READS.get((codec, row["codec"]))
        assert (row["reads"] == "yes", row["reads"] == "no") == (read is True, read is False)
        grown = GROWN.get(row["codec"])
        assert (row["old_bytes"] == "kept", row["old_bytes"] == "") == (
            grown is True,
            grown is None,
        )
        assert int(row["hostile_ended"]) == (3 if row["codec"] in CRASHED else 0)
        assert (row["is_maintained"] == "false") == ("unmaintained" in traits)
        assert row["released"].startswith(OLD.get(row["codec"], "20"))
        if of_format != format_ and read is None:
            assert f"{of_format} in place of {format_}" in row["change"]


def test_reader_of_the_old_bytes_is_found_by_proof_not_by_name(ask):
    [orjson] = [
        row for row in rows(ask("cpp/rapid", "--lang", "python", "--format", "csv"))
        if row["codec"] == "python/orjson"
    ]  # fmt: skip
    assert (orjson["format"], orjson["reads"]) == ("json", "no")
    assert "too long" in orjson["why_unread"]
    assert "does not read the old bytes (value 2: refused: too long)" in orjson["change"]


def test_best_is_named_with_what_is_not_decided(ask):
    first = ask("cpp/rapid", "--lang", "cpp").out.splitlines()[0]
    assert first.startswith("Instead of cpp/rapid on log, by the time to serialize and deserialize")
    told = json.loads(ask("cpp/rapid", "--lang", "cpp", "--format", "json").out)
    assert told["alternatives"]["best"] == ["cpp/cereal"]
    assert told["sentence"].endswith(": cpp/cereal.")
    uncertain = json.loads(ask("java/protobuf", "--format", "json").out)["alternatives"]
    assert [one["codec"] for one in uncertain["found"]] == ["java/kryo", "java/json"]


def test_codecs_that_are_out_say_why(ask):
    out = {
        one["codec"]: one["why"]
        for one in json.loads(
            ask("cpp/rapid", "--lang", "cpp,java,go,python", "--format", "json").out
        )["alternatives"]["out"]
    }
    assert out == {
        "cpp/raw": "it trusts its input",
        "go/fast": "its authors maintain it no longer",
        "python/avro": "hostile bytes end its process",
        CANNOT_HOLD: "cannot-hold: u64",
    }


def test_what_was_not_measured_has_the_command_that_measures_it(ask, db):
    told = json.loads(ask("rapid", "--lang", "cpp", "--format", "json").out)
    advised = {one["lack"]: one["command"] for one in told["not_measured"]}
    with Store(db, read_only=True) as store:
        run = next(run for run, kind in store.kinds().items() if kind == "run")
    evolve = advised["whether old bytes survive a schema that grows"]
    assert evolve == f"serbench evolve --of {run} --db {db}"
    [absent] = [command for lack, command in advised.items() if "codecs of C++" in lack]
    assert absent == f"serbench run log --lang cpp --all --db {db}"


def test_few_unmeasured_codecs_are_named(monkeypatch):
    from serbench.commands import alternatives
    from tests.results.conftest import catalogued

    monkeypatch.setattr(
        "serbench.catalog.all_codecs",
        lambda: [
            catalogued("cpp/new"),
            catalogued("cpp/hand", ("hand-written",)),
            catalogued("go/x"),
        ],
    )
    [found] = alternatives._unmeasured(
        {"cpp/old"}, "cpp/old", ("cpp",), "'a b.jsonl' --at '$.x[]'", ""
    )
    assert found.lack == "cpp/new"
    assert found.command == "serbench run 'a b.jsonl' --at '$.x[]' --lang cpp --all"
    assert alternatives._unmeasured({"cpp/new"}, "cpp/new", ("cpp",), "log", "") == []


def test_advised_run_measures_the_codec_to_replace_too(ask, db):
    told = json.loads(ask("cpp/rapid", "--lang", "go", "--format", "json").out)
    commands = [one["command"] for one in told["not_measured"]]
    assert f"serbench run log --lang go,cpp --all --db {db}" in commands


@pytest.mark.parametrize(
    ("workload", "expected"),
    [
        ("tweets-statuses", "'my data/tweets.json.gz' --at '$.statuses[]'"),
        ("tweets", "data/tweets.jsonl --sample 8"),
        ("log", "log"),
    ],
)
def test_advice_reads_the_file_as_the_run_did(workload, expected):
    from serbench.commands import alternatives
    from serbench.preparation.readings import Reading, Target, stored

    targets = [
        Target("log"),
        Target("my data/tweets.json.gz", Reading(at="$.statuses[]")),
        Target("data/tweets.jsonl", Reading(sample_mib=8)),
    ]
    settings = {"targets": [stored(target) for target in targets]}
    store = SimpleNamespace(run_facts=lambda run: {"settings": settings})
    assert alternatives._target(store, "run", workload) == expected


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cpp/protobuff",), "no codec 'cpp/protobuff'. Did you mean 'cpp/protobuf'?"),
        (("protobuf",), "is several codecs: cpp/protobuf, go/protobuf, python/protobuf, java/prot"),
        (("cpp/rapid", "--lang", "cobol"), "no language 'cobol'"),
        (("cpp/rapid", "--by", "beauty"), "no order 'beauty'; there are: time, serialize"),
        (("cpp/rapid", "tweet"), "cpp/rapid was not measured on tweet"),
        (("cpp/rapid", "--run", "nothing"), "nothing is no run of `serbench run`"),
        ((CANNOT_HOLD,), "java/msg has no time in both directions on log (cannot-hold: u64)"),
    ],
)
def test_question_without_sense_is_refused_with_the_cause(ask, words, said):
    done = ask(*words)
    assert (done.status, done.out) == (2, "")
    assert said in " ".join(done.err.split())


def test_no_alternative_is_a_negative_answer(ask):
    done = ask("cpp/rapid", "--lang", "rust")
    assert done.status == 1
    assert "of Rust, nothing that was measured holds the values and may be taken" in done.out


@pytest.mark.parametrize("form", ["table", "json", "csv", "markdown"])
def test_top_bounds_every_form(ask, form):
    done = ask("cpp/rapid", "--top", "2", "--format", form)
    assert done.status == 0
    shown = replaces("cpp/rapid", ("cpp",), "time", False, False)
    assert all(codec in done.out for codec in shown[:2])
    assert shown[2] not in done.out.replace("Out:", "")
