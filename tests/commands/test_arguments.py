"""What commands share: the form of a result, and how they end."""

import pytest
import typer
from typer.main import get_command

from serbench.cli import app
from serbench.commands import arguments
from tests.results.made import Made, make_once

COMMANDS = get_command(app).commands


def forms(name):
    """Those that a shell completes for `--format`; none if the command has no such option."""
    command = COMMANDS[name]
    found = [param for param in command.params if "--format" in param.opts]
    context = typer.Context(command)
    return tuple(item.value for param in found for item in param.shell_complete(context, ""))


def test_commands_that_print_a_result_have_its_forms():
    found = {name: forms(name) for name in COMMANDS if forms(name)}
    assert found == {
        **dict.fromkeys(
            ("run", "report", "compare", "alternatives", "footprint"),
            ("table", "json", "csv", "markdown"),
        ),
        **dict.fromkeys(("choose", "cost", "strictness", "types"), ("table", "json", "markdown")),
        **dict.fromkeys(("interop", "robustness", "evolve"), ("table", "json", "markdown")),
        **dict.fromkeys(("verify", "list", "history"), ("table", "json")),
        **dict.fromkeys(("selftest", "doctor", "cache"), ("table", "json")),
        "files": ("table", "json", "csv", "study"),
        "study": ("table", "csv", "markdown"),
    }


WORDS = {
    "alternatives": ("rust/bincode",),
    "compare": ("before", "after"),
    "files": ("log",),
    "history": ("cereal",),
    "study": ("goser",),
}


LACKING = [
    (name, form)
    for name in COMMANDS
    for form in ("xml", "csv", "markdown")
    if forms(name) and form not in forms(name)
]


@pytest.mark.parametrize(("name", "form"), LACKING)
def test_form_that_a_command_lacks_is_rejected_before_it_begins(serbench, tmp_path, name, form):
    done = serbench(name, *WORDS.get(name, ()), "--format", form)
    assert done.status == 2
    assert done.err.startswith(f"serbench: no format {form!r}; there are: ")
    assert all(known in done.err for known in forms(name))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", ["json", "csv", "markdown"])
def test_former_option_of_a_form_prints_what_the_form_prints(serbench, tmp_path, form):
    runs = make_once(tmp_path / "serbench.duckdb", Made(), Made())
    before = serbench("compare", *runs, f"--{form}")
    assert before.status == 0
    assert before.out == serbench("compare", *runs, "--format", form).out
    assert before.out != serbench("compare", *runs).out


@pytest.mark.parametrize(
    "words", [("--json", "--csv"), ("--markdown", "--format", "table"), ("--csv", "--format=json")]
)
def test_two_forms_are_rejected(serbench, words):
    done = serbench("report", *words)
    assert done.status == 2
    assert "exclude each other: name one --format" in done.err


def test_one_form_named_twice_is_taken(serbench):
    assert serbench("list", "operations", "--json", "--format", "json").out.startswith("[")


@pytest.mark.parametrize(
    ("is_negative", "finished", "status"),
    [(False, True, 0), (True, True, 1), (False, False, 130), (True, False, 130)],
)
def test_a_verdict_and_an_interrupt_become_exit_statuses(is_negative, finished, status):
    with pytest.raises(typer.Exit) as ended:
        arguments.end(is_negative=is_negative, finished=finished)
    assert ended.value.exit_code == status
