"""`serbench.toml`: read, refused, and taken where the command line says nothing."""

import json
import os
import re
import subprocess
import sys

import pytest

from serbench.commands.new_codec import write_skeleton
from serbench.preparation.readings import Reading, Target, stored


def test_run_without_arguments_uses_configuration(serbench, tmp_path):
    (tmp_path / "serbench.toml").write_text(
        '[run]\ntargets = ["order"]\ncodec = ["cpp/cereal", "rust/rmp"]\ncount = 3\nbudget = 0\n'
        'op = ["serialize", "deserialize"]\ntag = "nightly"\njson = true\n'
    )
    done = serbench("run")
    assert done.status == 0, done.err
    assert {row["codec"] for row in json.loads(done.out)} == {"cpp/cereal", "rust/rmp"}
    assert "nightly" in serbench("list", "runs").out


def test_the_command_line_goes_first(serbench, tmp_path):
    (tmp_path / "serbench.toml").write_text('[run]\ntargets = ["log"]\ncodec = ["cpp/cereal"]\n')
    done = serbench(
        "run", "order", "--codec", "rust/rmp", "--budget", 0, "-n", 3, "--format", "json"
    )
    assert {(row["workload"], row["codec"]) for row in json.loads(done.out)} == {
        ("order", "rust/rmp")
    }


@pytest.mark.parametrize("setting", ['format = "json"', "json = true", "json = false"])
def test_configured_form_is_taken_unless_the_command_line_names_one(serbench, tmp_path, setting):
    (tmp_path / "serbench.toml").write_text(f"[list]\n{setting}\n")
    assert serbench("list", "operations").out.startswith("[") == ("false" not in setting)
    assert not serbench("list", "operations", "--format", "table").out.startswith("[")
    assert serbench("list", "operations", "--json").out.startswith("[")


def test_two_configured_forms_are_rejected(serbench, tmp_path):
    (tmp_path / "serbench.toml").write_text("[compare]\njson = true\nformat = 'csv'\n")
    done = serbench("compare", "before", "after")
    assert done.status == 2
    assert "csv and json exclude each other" in done.err


def test_a_folder_of_codecs_is_among_all(serbench, tmp_path):
    (tmp_path / "codecs").mkdir()
    write_skeleton("go", "mine", tmp_path / "codecs")
    (tmp_path / "serbench.toml").write_text('[codecs]\ndir = "codecs"\n')
    assert serbench("trust").status == 0
    done = serbench("verify", "order", "-n", 3, "--codec", "go/mine", "--format", "json")
    assert done.status == 0, done.err
    assert [row["codec"] for row in json.loads(done.out)] == ["go/mine"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1", "x stands outside of a table"),
        ("[run", "serbench.toml: "),
        ("[rum]", r"\[rum\] is no command. Did you mean 'run'"),
        ("[run]\nbugdet = 3", r"\[run\] has no 'bugdet'. Did you mean 'budget'"),
        ("[run]\nbudget = [3]", "a list of texts is meant"),
        ("[run]\nbudget = {a = 3}", "a table is not meant here"),
        ("[codecs]\ndir = 3", "it is the path of a folder"),
        ("[codecs]\nfolder = 'x'", "has no 'folder'"),
        ("[trust]\nalways = true", r"\[trust\] is no command"),
        ("[run]\ntag = '" + 70_000 * "x" + "'", "64 KiB at most"),
        ("[run]\ncodec = " + 20_000 * "[", "serbench.toml: "),
        ('[run]\ntag = "\\u001b[31mred"', r"\\x1b\[31mred has control characters"),
        ('["\\u001b[31mred"]', r"\\x1b\[31mred has control characters"),
        ("[codecs]\ndir = 'none'", "no such folder of codecs"),
        ("[run]\nbudget = 'much'", "budget"),
        ("\xff", "serbench.toml: "),
    ],
)
def test_bad_configuration_is_reported_in_one_line(serbench, tmp_path, text, said):
    (tmp_path / "serbench.toml").write_bytes(text.encode("latin-1"))
    done = serbench("run", "order")
    assert done.status == 2
    assert re.search(said, done.err)
    assert "Traceback" not in done.err


@pytest.fixture
def strange(tmp_path):
    """Writes a stranger's `serbench.toml`, beside a module and a codec."""
    (tmp_path / "codecs").mkdir()
    write_skeleton("go", "mine", tmp_path / "codecs")
    (tmp_path / "w.py").write_text(
        "import msgspec\nfrom pathlib import Path\nPath('executed').write_text('')\n"
        "class R(msgspec.Struct):\n    a: int\nROOT = R\n"
        "def generate(seed):\n    while True:\n        yield R(1)\n"
    )
    (tmp_path / "v.jsonl").write_text('{"a": 1}\n{"a": 2}\n')

    def write(text):
        (tmp_path / "serbench.toml").write_text(text)

    return write


def count(serbench, *words):
    return serbench(*words, "--budget", 0, "-n", 2, "--format", "json")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("targets = ['w.py']\ncodec = ['cpp/cereal']", "workload module w.py"),
        ("targets = ['v.jsonl']\ncodec = ['codecs/mine.go']", "codec codecs/mine.go"),
        ("targets = ['v.jsonl']\ncodec = ['codecs/*.go']", "codec codecs/mine.go"),
        ("targets = ['v.jsonl']\nlang = 'go'\ncodec-dir = 'codecs'", "codec codecs/mine.go"),
        ("sql = ['select 1 as a']\ncodec = ['cpp/cereal']", 'query "select 1 as a"'),
        ("targets = ['sql:select 1 as a']\ncodec = ['cpp/cereal']", 'query "select 1 as a"'),
    ],
)
def test_configured_code_runs_only_after_approval(serbench, strange, tmp_path, text, said):
    strange(f"[run]\n{text}\n")
    refused = count(serbench, "run")
    assert refused.status == 2
    assert said in refused.err
    assert "serbench trust" in refused.err
    assert not (tmp_path / "executed").exists()
    assert not (tmp_path / "serbench.duckdb").exists()
    assert said.rpartition(" ")[2].strip('"') in serbench("trust", "--show").out
    assert count(serbench, "run").status == 2  # to look is not to approve
    assert serbench("trust").status == 0
    done = count(serbench, "run")
    assert done.status == 0, done.err


def test_unapproved_codec_folder_is_rejected_and_not_listed(serbench, strange):
    strange("[codecs]\ndir = 'codecs'\n")
    refused = serbench("verify", "order", "-n", 3, "--codec", "go/mine")
    assert refused.status == 2
    assert "codec codecs/mine.go" in refused.err
    listed = serbench("list", "codecs", "--lang", "go")
    assert listed.status == 0
    assert "go/mine" not in listed.out
    assert "without the codecs of codecs, not approved: serbench trust" in listed.err
    serbench("trust")
    assert "go/mine" in serbench("list", "codecs", "--lang", "go").out


@pytest.mark.parametrize(
    "words",
    [("run", "--help"), ("list", "workloads"), ("trust", "--show"), ("cache",), ("list", "codecs")],
)
def test_commands_running_no_configured_code_need_no_approval(serbench, strange, words):
    strange("[run]\ntargets = ['w.py']\n[codecs]\ndir = 'codecs'\n")
    assert serbench(*words).status == 0


def test_code_named_on_the_command_line_needs_no_approval(serbench, strange, tmp_path):
    strange("[run]\ntargets = ['w.py']\ncodec = ['codecs/mine.go']\n")
    done = count(serbench, "run", "./w.py", "--codec", "./codecs/mine.go")
    assert done.status == 0, done.err
    assert (tmp_path / "executed").exists()


def test_an_approval_lapses_when_code_or_file_changes(serbench, strange, tmp_path):
    strange("[run]\ntargets = ['w.py']\ncodec = ['codecs/*.go']\n")
    serbench("trust")
    assert count(serbench, "run").status == 0
    with (tmp_path / "codecs/mine.go").open("a") as file:
        file.write("// other\n")
    write_skeleton("go", "second", tmp_path / "codecs")
    (tmp_path / "w.py").unlink()
    refused = count(serbench, "run")
    assert refused.status == 2
    assert (
        "since you approved it: codecs/mine.go changed, codecs/second.go new, w.py gone"
        in refused.err
    )
    strange("[run]\ntargets = ['v.jsonl']\ncodec = ['codecs/*.go']\n")
    assert "serbench.toml changed" in count(serbench, "run").err
    serbench("trust")
    assert count(serbench, "run").status == 0


def test_approval_for_always_outlives_changes(serbench, strange, tmp_path):
    strange("[run]\ntargets = ['v.jsonl']\ncodec = ['codecs/*.go']\n")
    serbench("trust", "--always")
    write_skeleton("go", "second", tmp_path / "codecs")
    assert count(serbench, "run").status == 0


def test_approval_holds_by_any_path_but_not_for_a_moved_folder(
    serbench, strange, tmp_path, monkeypatch
):
    strange("[run]\ntargets = ['w.py']\ncodec = ['cpp/cereal']\n")
    folder = tmp_path / "first"
    folder.mkdir()
    for name in ("serbench.toml", "w.py"):
        (tmp_path / name).rename(folder / name)
    (tmp_path / "link").symlink_to(folder)
    monkeypatch.chdir(folder)
    serbench("trust")
    monkeypatch.chdir(tmp_path / "link")
    assert count(serbench, "run").status == 0
    monkeypatch.chdir(tmp_path)
    folder.rename(tmp_path / "moved")
    monkeypatch.chdir(tmp_path / "moved")
    assert count(serbench, "run").status == 2


def test_serbench_trust_variable_approves_folder_and_subfolders(
    serbench, strange, tmp_path, monkeypatch
):
    strange("[run]\ntargets = ['w.py']\ncodec = ['cpp/cereal']\n")
    monkeypatch.setenv("SERBENCH_TRUST", str(tmp_path / "codecs"))
    assert count(serbench, "run").status == 2
    monkeypatch.setenv("SERBENCH_TRUST", str(tmp_path.parent))
    assert count(serbench, "run").status == 0


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("/tmp/elsewhere.html", "does not hold it"),
        ("../page.html", "does not hold it"),
        ("link/page.html", "does not hold it"),
        ("page-link.html", "does not hold it"),
        ("circle", "does not hold it"),
        (".bashrc", "hidden"),
        (".git/hooks/pre-commit", "hidden"),
    ],
)
def test_configured_page_outside_the_folder_is_rejected(serbench, strange, tmp_path, written, why):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "page.html").write_text("precious")
    folder = tmp_path / "folder"
    (folder / ".git/hooks").mkdir(parents=True)
    (folder / "link").symlink_to(elsewhere)
    (folder / "page-link.html").symlink_to(elsewhere / "page.html")
    (folder / "circle").symlink_to("circle")
    os.chdir(folder)  # the fixture's monkeypatch brings the former back
    (folder / "serbench.toml").write_text(f"[run]\nhtml = '{written}'\n")
    words = ("run", "order", "--codec", "cpp/cereal")
    serbench("trust", "--always")
    refused = count(serbench, *words)
    assert refused.status == 2
    assert re.search(rf"serbench.toml: html = '{written}': .*{why}", refused.err)
    assert "--html" in refused.err
    assert (elsewhere / "page.html").read_text() == "precious"
    assert not (folder / "serbench.duckdb").exists()
    (folder / "serbench.toml").write_text("[run]\nhtml = 'page.html'\n")
    assert count(serbench, *words).status == 0
    assert (folder / "page.html").exists()


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("[run]\ndb = '../x.duckdb'", ("run", "order")),
        ("[report]\npicture = '/tmp/x.svg'", ("report",)),
        ("[report]\nsvg = '..'", ("report",)),
        ("[infer]\nout = '/tmp/x.py'", ("infer", "v.jsonl")),
        ("[generate]\nout = '/tmp/x.jsonl'", ("generate", "log")),
        ("[robustness]\nkeep = '/tmp/x'", ("robustness", "log")),
        ("[files]\ndir = '/tmp'", ("files", "log")),
        ("[study]\ncharts = '/tmp/x'", ("study", "goser")),
        ("[strictness]\nout = '/tmp/x'", ("strictness",)),
        ("[merge]\ndb = '/tmp/x.duckdb'", ("merge", "y.duckdb")),
    ],
)
def test_configured_output_outside_the_folder_is_rejected_by_each_command(
    serbench, strange, table, words
):
    strange(f"{table}\n")
    refused = serbench(*words)
    assert refused.status == 2
    assert "does not hold it" in refused.err


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("[run]\ntargets = ['{outside}']", ("run",)),
        ("[run]\ntargets = ['link.jsonl']", ("run",)),
        ("[run]\nschema = '{outside}'", ("run", "v.jsonl")),
        ("[infer]\nfiles = ['{outside}']", ("infer",)),
        ("[files]\nlist = '{outside}'", ("files", "log")),
        ("[compare]\nnames = ['{outside}:a', 'b']", ("compare",)),
    ],
)
def test_data_outside_is_read_only_after_approval(serbench, tmp_path, table, words):
    (tmp_path / "private.jsonl").write_text('{"secret": 1}\n')
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link.jsonl").symlink_to(tmp_path / "private.jsonl")
    (folder / "v.jsonl").write_text('{"a": 1}\n')
    os.chdir(folder)
    text = table.format(outside=tmp_path / "private.jsonl")
    (folder / "serbench.toml").write_text(f"{text}\n")
    refused = serbench(*words)
    assert refused.status == 2
    assert "data outside of the folder" in refused.err
    assert "secret" not in refused.out


def test_target_like_a_stored_one_is_only_a_name(serbench, strange):
    target = stored(Target("/etc/passwd", Reading(schema="a.avsc")))
    strange(f"[run]\ntargets = ['{target}']\n")
    refused = serbench("run")
    assert refused.status == 2
    assert f"{target}: no such file" in refused.err


def test_a_revision_is_checked_out_only_after_approval(serbench, strange):
    strange("[compare]\nrev = ['evil']\n")
    refused = serbench("compare", "order", "--codec", "codecs/mine.go")
    assert refused.status == 2
    assert "revision evil" in refused.err


def test_used_configuration_is_reported_in_one_line(serbench, strange):
    strange("[run]\ntargets = ['v.jsonl']\ncodec = ['cpp/cereal', 'rust/rmp']\njson = true\n")
    done = serbench("run", "--budget", 0)
    assert (
        "serbench.toml: run: targets = v.jsonl, codec = cpp/cereal rust/rmp, json = True\n"
        in done.err
    )
    assert "serbench.toml" not in done.out
    assert "codec" not in serbench("run", "--budget", 0, "--codec", "cpp/cereal").err


def test_configuration_report_is_silenced_only_by_the_user(serbench, strange):
    strange("[run]\ntargets = ['v.jsonl']\ncodec = ['cpp/cereal']\nquiet = true\n")
    assert "targets = v.jsonl" in count(serbench, "run").err
    assert count(serbench, "run", "--quiet").err == ""


def test_pipe_named_like_the_configuration_does_not_block(tmp_path):
    os.mkfifo(tmp_path / "serbench.toml")
    command = [sys.executable, "-m", "serbench", "list", "workloads"]
    done = subprocess.run(command, cwd=tmp_path, timeout=60, capture_output=True, check=False)
    assert done.returncode == 0
