"""The documentation: links lead somewhere, and what is made for the site says what is so."""

import re
import runpy
import shlex
from collections import Counter
from itertools import takewhile
from pathlib import Path

import pytest
from typer.main import get_command

from serbench.catalog import all_codecs
from serbench.cli import app
from serbench.command_line.help import SUMMARIES
from serbench.languages.registry import LANGUAGES
from tests.results.made import Made, make
from tests.test_rooms import IMPORTS, SOURCES, room

ROOT = Path(__file__).parent.parent
PAGES = runpy.run_path(str(ROOT / "docs" / "_pages.py"))
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text()
WRITTEN = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
_FENCED = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
_SHELL = re.compile(r"^ *```(?:sh|bash|console)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)")


def links(text: str) -> list[tuple[str, str]]:
    return _LINK.findall(_FENCED.sub("", text))


def anchors(text: str) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", _FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for path, anchor in links(page.read_text()):
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not anchor or anchor in anchors(target.read_text()), f"{path}#{anchor}"


def commands(text: str) -> list[list[str]]:
    """The words of each call of serbench in a block of shell commands."""
    found = []
    for block in _SHELL.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            words = list(takewhile(lambda word: word[0] not in "|>&;", words))
            while words and (words[0] == "$" or "=" in words[0]):
                del words[0]
            if words and Path(words[0]).name == "serbench":
                found.append(words[1:])
    return found


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_in_pages_have_known_options(page):
    for words in commands(page.read_text()):
        command, rest = get_command(app), words
        while hasattr(command, "commands") and rest and not rest[0].startswith("-"):
            command, rest = command.commands[rest[0]], rest[1:]
        context = command.context_class(command, info_name="serbench")
        _, left, _ = command.make_parser(context).parse_args(args=list(rest))
        assert left == [], words


def test_commands_are_found_in_pages():
    assert ["compare", "log", "--codec", "mine.rs", "--rev", "main"] in commands(
        (ROOT / "README.md").read_text()
    )


def test_the_readme_counts_right():
    of = Counter(codec.language for codec in all_codecs())
    counts = ", ".join(f"{language.name} ({of[key]})" for key, language in LANGUAGES.items())
    first, _, last = counts.rpartition(", ")
    said = " ".join((ROOT / "README.md").read_text().split())
    assert f"{of.total()} codecs in {first} and {last}" in said
    core = sum(codec.is_core for codec in all_codecs())
    assert f"measures the core set: {core} codecs," in said


def test_rooms_are_listed_in_import_order():
    """A folder without modules is one, too: of drivers in other languages, of skeletons."""
    there = {path.stem for path in SOURCES.iterdir() if path.is_dir() or path.suffix == ".py"}
    table = ARCHITECTURE.partition("## The rooms")[2].partition("##")[0]
    rooms = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert sorted(rooms) == sorted(there - {"__init__", "__pycache__"})
    upward = {
        (room(name), room(other))
        for name, others in IMPORTS.items()
        for other in others
        if "serbench" not in (name, other) and rooms.index(room(other)) > rooms.index(room(name))
    }
    assert upward == set()


def test_files_named_in_the_architecture_exist():
    """But for those with NAME, KEY or ROOM in them, which stand for others."""
    named = re.findall(r"`([\w./-]+(?:/|\.(?:py|md|sql|js|json|jinja|toml|yml)))`", ARCHITECTURE)
    paths = {path for path in named if not re.search("NAME|KEY|ROOM", path)}
    made = {"cli.md", "serbench.toml"}
    assert len(paths) > 80
    there = {p for p in paths if (ROOT / p).exists() or (SOURCES / p).exists()}
    assert paths - there == made


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return PAGES["pages"]("")


def test_every_codec_has_a_page_without_figures(made):
    for codec in all_codecs():
        text = made[f"codecs/{codec.language}/{codec.name}.md"]
        assert f"# {codec.id}\n" in text
        assert codec.page in text
        assert "What was measured" not in text
        assert f"({codec.language}/{codec.name}.md)" in made["codecs/index.md"]


def test_links_in_generated_pages_resolve(made):
    for name, text in made.items():
        for path, _ in links(text):
            target = (ROOT / "docs" / name).parent / path
            there = target.resolve().relative_to(ROOT / "docs")
            assert str(there) in made or (ROOT / "docs" / there).exists(), (name, path)


def test_every_command_is_documented_with_options(made):
    names = set(SUMMARIES)
    heads = set(re.findall(r"^## serbench (.*)$", made["cli.md"], re.MULTILINE))
    assert heads >= names | {"new codec"}
    assert "| `--budget <float range>` | Seconds of measuring per workload." in made["cli.md"]
    assert not re.search(r"\{(languages|operations|columns)\}", made["cli.md"])


def test_figures_are_from_the_latest_run(tmp_path):
    make(tmp_path / "x.duckdb", Made(), Made(factors={"cpp/cereal": 2.0}, version="9.9"))
    made = PAGES["pages"](str(tmp_path / "x.duckdb"))
    text = made["codecs/cpp/cereal.md"]
    assert "| `log` | serialize | 62" in text
    assert re.search(r"\| round-trip \| [^|]* \| [^|]* \| [^|]* \| 3 \|", text)
    assert "Version 9.9, run" in text
    assert "What was measured" not in made["codecs/cpp/boost-json.md"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a `b_*` <c>_d_", "a `b_*` &lt;c&gt;\\_d\\_"),
        ("list<optional<i32>> | `x|y`", "list&lt;optional&lt;i32&gt;&gt; \\| \\`x\\|y\\`"),
    ],
)
def test_markup_in_prose_is_escaped(text, shown):
    assert PAGES["prose"](text) == shown
