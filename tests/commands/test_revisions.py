"""`serbench compare --rev`: which files are built, and what is said of their times."""

import json
import subprocess

import pytest

from serbench.commands.new_codec import write_skeleton

QUICK = ("-n", 3, "--budget", 0, "--processes", 1)


def git(folder, *words):
    who = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    subprocess.run(["git", "-C", folder, *who, *words], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path):
    """With a codec of two revisions, tagged one and two, and a library beside the repository."""
    folder = tmp_path / "my codecs"
    (folder / "codecs").mkdir(parents=True)
    (tmp_path / "lib").mkdir()
    path = write_skeleton("rust", "mine", folder / "codecs")
    git(folder, "init", "-q")
    for tag in ("one", "two"):
        path.write_text(path.read_text() + f"// {tag}\n")
        git(folder, "add", ".")
        git(folder, "commit", "-qm", tag)
        git(folder, "tag", tag)
    return folder


@pytest.fixture
def built(builders, monkeypatch):
    """What the codecs' files held when they were built, by the codecs' ids."""
    texts = {}
    build = builders["rust"].build

    def keeps(schema, codecs, extra, on_progress):
        for codec in codecs:
            lib = codec.beside("../../lib")
            texts[codec.id] = (codec.path.read_text(), lib)
        return build(schema, codecs, extra, on_progress)

    monkeypatch.setattr(builders["rust"], "build", keeps)
    return texts


def test_each_revision_is_built_from_checked_out_files(serbench, built, repository, tmp_path):
    path = repository / "codecs" / "mine.rs"
    done = serbench(
        *("compare", "order", "--codec", path, "--rev", "one", "--rev", "two", *QUICK),
        *("--format", "json"),
    )
    assert done.status == 0, done.err
    assert {row["codec"] for row in json.loads(done.out)} == {"rust/mine"}
    (one, two) = built.values()
    assert "// one" in one[0]
    assert "// two" not in one[0]
    assert "// two" in two[0]
    assert one[1] == two[1] == tmp_path / "lib"
    assert not subprocess.run(
        ["git", "-C", repository, "status", "--porcelain"], capture_output=True, check=True
    ).stdout
    worktrees = ["git", "-C", repository, "worktree", "list"]
    assert len(subprocess.run(worktrees, capture_output=True, check=True).stdout.splitlines()) == 1


def test_one_revision_is_compared_with_the_current_files(serbench, built, repository):
    path = repository / "codecs" / "mine.rs"
    path.write_text(path.read_text() + "// three\n")
    done = serbench(
        "compare", "order", "--codec", path, "--rev", "two", *QUICK, "--format", "markdown"
    )
    assert done.status == 0, done.err
    assert "| order | rust/mine | serialize |" in done.out
    assert list(built) == [next(iter(built)), "rust/mine-files"]
    assert "// three" in built["rust/mine-files"][0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rev", "none"), "git: "),
        (("--rev", "one", "--rev", "one"), "are one revision"),
        (("--rev", "one", "--rev", "two", "--rev", "HEAD"), "once or twice"),
        (("--rev", "--help"), "git: "),
    ],
)
def test_unusable_revision_is_reported(serbench, repository, words, said):
    done = serbench("compare", "order", "--codec", repository / "codecs" / "mine.rs", *words)
    assert done.status == 2
    assert said in done.err


def test_a_revision_without_the_codec_is_said(serbench, repository):
    path = write_skeleton("rust", "later", repository / "codecs")
    done = serbench("compare", "order", "--codec", path, "--rev", "one")
    assert done.status == 2
    assert "one has no codecs/later.rs" in done.err


def test_revisions_are_of_a_file_in_a_repository(serbench, tmp_path):
    done = serbench("compare", "order", "--codec", "cpp/cereal", "--rev", "one")
    assert (done.status, "--codec path/to/mine.rs" in done.err) == (2, True)
    path = write_skeleton("rust", "mine", tmp_path)
    done = serbench("compare", "order", "--codec", path, "--rev", "one")
    assert (done.status, "not a git repository" in done.err) == (2, True)
    assert serbench("compare", "order").status == 2
