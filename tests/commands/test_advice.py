"""Messages advise commands, which people paste: a file's name in one is one word, and runs not."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

NAMES = [
    "plain",
    "two words",
    "$(touch y)",
    "`touch y`",
    "a;touch y;b",
    'it\'s "so"',
    "line\nfeed",
    "\x1b[31mred",
    "-rf",
    "~",
    os.fsdecode(b"not\xffutf8"),
]
PROGRAMS = ("serbench", "mkdir", "ls", "sed", "python3", "duckdb", "file", "jq", "touch")
BASH = shutil.which("bash") or "bash"  # found before PATH is nowhere
ADVICE = re.compile(rf"(?:^|[:;?] )((?:{'|'.join(PROGRAMS)}) .*)$")


@pytest.fixture
def words(tmp_path):
    """The words that bash makes of the command at the end of a message, which runs nothing."""
    folder = tmp_path / "pasted"
    folder.mkdir()
    functions = "".join(
        f'{name}() {{ builtin printf "%s\\0" {name} "$@" >> called; }}\n' for name in PROGRAMS
    )

    def said(message):
        advised = [m[1] for m in map(ADVICE.search, message.splitlines()) if m]
        assert advised, message
        for command in advised:
            (folder / "called").unlink(missing_ok=True)
            done = subprocess.run(
                [BASH, "-c", f"{functions}{command}"],
                cwd=folder,
                env={"PATH": "/nowhere", "HOME": "/root"},
                capture_output=True,
                check=False,
            )
            assert done.returncode == 0, (command, done.stderr)
            written = {path.name for path in folder.iterdir()}
            assert written <= {"called", "x.jsonl"}  # of `jq … > x.jsonl`, which is our own
            called = os.fsdecode((folder / "called").read_bytes()).split("\0")[:-1]
            assert "touch" not in called, command
        return called

    return said


def file_named(called, path):
    return [word for word in called[1:] if os.path.normpath(word) == path]


def absent_folder(serbench, name):
    return serbench("run", "order", "--html", f"{name}/x.html"), name


def absent_codecs(serbench, name):
    return serbench("run", "order", "--codec-dir", name), name


def absent_directory(serbench, name):
    return serbench("files", "order", "--dir", name), name


def module_inferred(serbench, name):
    Path("v.jsonl").write_text('{"a": 1}\n')
    return serbench("infer", "v.jsonl", "-o", f"{name}.py"), f"{name}.py"


def codec_begun(serbench, name):
    Path(name).mkdir()
    return serbench("new", "codec", "rust", "mine", "--dir", name), f"{name}/mine.rs"


def data_in_an_absent_folder(serbench, name):
    Path(name).mkdir()
    return serbench("infer", "--", f"{name}/none.jsonl"), name


def bad_line(serbench, name):
    Path(f"{name}.jsonl").write_text('{"a": 1}\n{"a": nope}\n')
    return serbench("infer", "--", f"{name}.jsonl"), f"{name}.jsonl"


def failing_module(serbench, name):
    Path(f"{name}.py").write_text("1 / 0")
    return serbench("run", "--", f"{name}.py"), f"{name}.py"


@pytest.mark.parametrize("name", NAMES, ids=ascii)
@pytest.mark.parametrize(
    "message",
    [
        absent_folder, absent_codecs, absent_directory, module_inferred, codec_begun,
        data_in_an_absent_folder, bad_line, failing_module,
    ],
)  # fmt: skip
def test_a_name_in_advice_is_one_word(serbench, words, message, name):
    done, path = message(serbench, name)
    assert "\x1b" not in done.err
    assert file_named(words(done.err), path) != [], done.err


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_name_in_an_advised_query_is_one_text(serbench, words, name):
    Path(f"{name}.csv").write_text("a,b\n1,2\n1,2,3\n")
    called = words(serbench("infer", "--", f"{name}.csv").err)
    assert called[:-1] == ["duckdb", "-c"]
    assert called[-1].startswith("from '" + f"{name}.csv'".replace("it's", "it''s"))


@pytest.mark.parametrize("name", NAMES[1:], ids=ascii)
def test_unusable_codec_name_is_not_advised(serbench, name):
    done = serbench("run", "order", "--codec", f"{name}.rs")
    assert done.status == 2
    assert "serbench new" not in done.err
    assert "\x1b" not in done.err
