"""Whatever a name, a file or a message is: it is shown, and commands no terminal."""

import json
import sys
import traceback

import duckdb
import fastavro
import pyarrow as pa
import pytest

from tests.commands.conftest import Outcome
from tests.results.made import Made, make_once
from tests.screens import ATTACK, check_screen

# A file's name holds no slash.
NAME = ATTACK.replace("/", "|")


@pytest.fixture
def shown(serbench, monkeypatch, capfd):
    """Runs a command as in a terminal with colours, and looks through what it says."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, getattr(sys, name))  # brought back after a traceback

    def call(*words):
        try:
            outcome = serbench(*words)
        except Exception as error:  # as Python ends after an error that nobody foresaw
            traceback.print_exception(error)
            said = capfd.readouterr()
            outcome = Outcome(1, said.out, said.err)
        check_screen(outcome.out)
        check_screen(outcome.err)
        return outcome

    return call


@pytest.mark.parametrize(
    "words",
    [
        (ATTACK,),
        ("--" + ATTACK,),
        ("verify", ATTACK),
        ("verify", NAME + ".jsonl"),
        ("verify", NAME + ".py"),
        ("verify", "log", "--codec", ATTACK),
        ("verify", "log", "--codec", NAME + ".rs"),
        ("verify", "log", "--lang", ATTACK),
        ("verify", "log", "--op", ATTACK),
        ("verify", "log", "--count", ATTACK),
        ("verify", "--sql", f"select '{NAME}' from {NAME}"),
        ("run", "log", "--tag", ATTACK),
        ("run", "--resume", ATTACK),
        ("run", "log", "--html", f"{NAME}/x.html"),
        ("run", "log", "--db", f"{NAME}/x.duckdb"),
        ("infer", NAME + ".jsonl"),
        ("schema", NAME + ".parquet"),
        ("schema", "log", "--as", ATTACK),
        ("generate", ATTACK),
        ("list", ATTACK),
        ("report", ATTACK),
        ("report", "before", "--sort", ATTACK),
        ("report", "before", "--columns", ATTACK),
        ("report", "before", "--baseline", ATTACK),
        ("report", "before", "--codec", ATTACK),
        ("report", "before", "--lang", ATTACK),
        ("report", "before", "--op", ATTACK),
        ("report", "--db", NAME),
        ("compare", ATTACK, "before"),
        ("compare", "before", "before", "--codec", ATTACK),
        ("history", ATTACK),
        ("history", "cereal", ATTACK),
        ("history", "cereal", "--workload", ATTACK),
        ("choose", ATTACK),
        ("choose", "before", "--link", ATTACK),
        ("choose", "before", "--check", ATTACK),
        ("choose", "before", "--workload", ATTACK),
        ("cost", ATTACK),
        ("study", ATTACK),
        ("merge", NAME),
        ("new", "codec", ATTACK, "x"),
        ("new", "codec", "rust", ATTACK),
        ("interop", "log", "--codec", ATTACK),
        ("robustness", ATTACK),
        ("files", ATTACK),
        ("selftest", ATTACK),
        ("strictness", "--codec", ATTACK),
        ("cache", ATTACK),
    ],
    ids=lambda words: " ".join(words).replace(ATTACK, "X").replace(NAME, "X"),
)
def test_command_line_words_are_quoted_in_errors(words, shown, tmp_path):
    make_once(tmp_path / "serbench.duckdb", Made(tag="before"))
    assert shown(*words).status == 2


def with_lines(folder, values):
    path = folder / f"{NAME}.jsonl"
    path.write_text("".join(json.dumps(value) + "\n" for value in values))
    return path.name


READERS = (
    ("verify", "FILE", "--codec", "cpp/cereal"),
    ("verify", "FILE", "--codec", "cpp/cereal", "--format", "json"),
    ("infer", "FILE"),
    *(("schema", "FILE", "--as", form) for form in ("json", "rust", "cpp", "proto", "avro")),
)


@pytest.mark.parametrize("words", READERS, ids=" ".join)
@pytest.mark.parametrize(
    "values",
    [
        [{ATTACK: 1, "a": {ATTACK: ATTACK}}],
        [{ATTACK: 1}, {ATTACK: ATTACK}],
        [{ATTACK: 1}, ATTACK],
        [{ATTACK: {"x": [2**70]}}],
        [{"a": f"e{i}{ATTACK}"} for i in range(3)] * 40,
    ],
    ids=["keys", "types", "no object", "too large", "symbols"],
)
def test_keys_and_texts_of_lines_are_shown(values, words, shown, tmp_path):
    file = with_lines(tmp_path, values)
    done = shown(*(file if word == "FILE" else word for word in words))
    assert done.out + done.err


def of_parquet(folder):
    duckdb.sql(f"SELECT 1 AS {quoted(ATTACK)}").write_parquet(str(folder / "a.parquet"))
    return ["a.parquet"]


def of_parquet_union(folder):
    duckdb.sql(f"SELECT INTERVAL 1 DAY AS {quoted(ATTACK)}").write_parquet(
        str(folder / "a.parquet")
    )
    return ["a.parquet"]


def of_arrow(folder):
    field = pa.field(ATTACK, pa.duration("s"), metadata={ATTACK: ATTACK})
    table = pa.table([pa.array([1], pa.duration("s"))], schema=pa.schema([field]))
    with pa.ipc.new_file(str(folder / "a.arrow"), table.schema) as writer:
        writer.write_table(table)
    return ["a.arrow"]


def of_avro(folder):
    """A container whose schema has a name that fastavro does not write, as long as another."""
    escaped = ascii_of("\x1b]0;title")
    schema = avro_record("a" * len(escaped), "int")
    with (folder / "a.avro").open("wb") as file:
        fastavro.writer(file, schema, [{"a" * len(escaped): 1}])
    written = (folder / "a.avro").read_bytes()
    (folder / "a.avro").write_bytes(written.replace(b"a" * len(escaped), escaped.encode()))
    return ["a.avro"]


def ascii_of(text):
    return json.dumps(text)[1:-1]


def of_schema(suffix, text):
    def made(folder):
        (folder / "a.jsonl").write_text('{"a": 1}\n')
        (folder / f"{NAME}{suffix}").write_text(text, encoding="utf-8")
        return ["a.jsonl", "--schema", f"{NAME}{suffix}"]

    return made


def of_module(text):
    def made(folder):
        (folder / "mine.py").write_text(f"attack = {ATTACK!r}\n{text}")
        return ["mine.py"]

    return made


def of_codec(text):
    def made(folder):
        facts = 'library = "a"\n// format = "a"\n// page = "https://docs.rs/a"'
        (folder / "mine.rs").write_text(f"// ---\n// {facts}\n// {text}\n// ---\n")
        return ["log", "--codec", "mine.rs"]

    return made


def of_configuration(text):
    def made(folder):
        (folder / "serbench.toml").write_text(text, encoding="utf-8")
        return ["log"]

    return made


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def avro_record(name, kind):
    return {"type": "record", "name": name, "fields": [{"name": name, "type": kind}]}


FILES = {
    "parquet": of_parquet,
    "parquet interval": of_parquet_union,
    "arrow": of_arrow,
    "avro container": of_avro,
    "avsc": of_schema(".avsc", json.dumps(avro_record(ATTACK, "int"))),
    "avsc type": of_schema(".avsc", json.dumps(avro_record("a", ATTACK))),
    "avsc logical": of_schema(
        ".avsc", json.dumps(avro_record("a", {"type": "int", "logicalType": ATTACK}))
    ),
    "json schema": of_schema(
        ".json", json.dumps({"type": "object", "properties": {"a": {"type": ATTACK}}})
    ),
    "json schema reference": of_schema(".json", json.dumps({"$ref": ATTACK})),
    "proto": of_schema(".proto", f'syntax = "proto3"; message {NAME} {{ int32 a = 1; }}'),
    "module": of_module("raise ValueError(attack)"),
    "codec key": of_codec(f"traits = []\n// {json.dumps(ATTACK)} = 1"),
    "codec trait": of_codec(f"traits = [{json.dumps(ATTACK)}]"),
    "configuration key": of_configuration(f"{json.dumps(ATTACK)} = 1\n"),
    "configuration value": of_configuration(f"[verify]\nlang = {json.dumps(ATTACK)}\n"),
}


@pytest.mark.parametrize("make_files", FILES.values(), ids=FILES)
def test_names_in_files_are_shown(make_files, shown, tmp_path):
    targets = make_files(tmp_path)
    codec = [] if "--codec" in targets else ["--codec", "cpp/cereal"]
    done = shown("verify", *targets, *codec)
    assert "title" in done.out + done.err or done.status == 0
    if targets[0].split(".")[-1] in ("parquet", "arrow", "avro"):
        shown("schema", targets[0])


def test_completion_omits_names_with_control_characters(shown, monkeypatch, tmp_path):
    make_once(tmp_path / "serbench.duckdb", Made(tag=ATTACK))
    (tmp_path / NAME).touch()
    monkeypatch.setenv("_SERBENCH_COMPLETE", "complete_bash")
    for words in ("serbench report ", "serbench run "):
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", "2")
        assert "title" not in shown().out
