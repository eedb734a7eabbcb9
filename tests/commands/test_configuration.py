"""`serbench.toml`: read, refused, and taken where the command line says nothing."""

import json
import re

import pytest

from serbench import catalog
from serbench.commands.new_codec import write_skeleton
from serbench.configuration import read
from serbench.errors import UserError


@pytest.fixture(autouse=True)
def brings_nothing_to_others():
    yield
    catalog.forget_brought()


def test_a_run_without_arguments_takes_it(serbench, tmp_path):
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
    done = serbench("run", "order", "--codec", "rust/rmp", "--budget", 0, "-n", 3, "--json")
    assert {(row["workload"], row["codec"]) for row in json.loads(done.out)} == {
        ("order", "rust/rmp")
    }


def test_a_folder_of_codecs_is_among_all(serbench, tmp_path):
    (tmp_path / "codecs").mkdir()
    write_skeleton("go", "mine", tmp_path / "codecs")
    (tmp_path / "serbench.toml").write_text('[codecs]\ndir = "codecs"\n')
    done = serbench("verify", "order", "-n", 3, "--codec", "go/mine", "--json")
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
        ("[codecs]\ndir = 'none'", "no such folder of codecs"),
        ("[run]\nbudget = 'much'", "budget"),
        ("\xff", "serbench.toml: "),
    ],
)
def test_what_is_wrong_in_it_is_said_in_a_line(serbench, tmp_path, text, said):
    (tmp_path / "serbench.toml").write_bytes(text.encode("latin-1"))
    done = serbench("run", "order")
    assert done.status == 2
    assert re.search(said, done.err)
    assert "Traceback" not in done.err


def test_where_there_is_none_nothing_is_read(tmp_path):
    assert read(tmp_path) == {}
    (tmp_path / "serbench.toml").write_text("")
    assert read(tmp_path) == {}
    (tmp_path / "serbench.toml").write_text("[a]\nb = 1")
    assert read(tmp_path) == {"a": {"b": 1}}
    (tmp_path / "serbench.toml").write_text("=")
    with pytest.raises(UserError):
        read(tmp_path)
