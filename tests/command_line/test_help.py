"""Every command's page: its options in groups, examples that are commands, exit statuses."""

import re
import shlex
import subprocess
import sys

import pytest
from typer import Context
from typer.main import get_command
from typer.testing import CliRunner

from serbench.cli import app
from serbench.command_line import help as pages
from serbench.command_line.help import EXAMPLES, GROUPS, STATUSES
from serbench.languages.registry import LANGUAGES
from serbench.operations import NAMES
from serbench.report.view import COLUMNS

ROOT = get_command(app)
COMMANDS = [name for name in ROOT.commands if name not in ("new", "cache")]


def page(*words):
    done = CliRunner().invoke(app, [*words, "-h"], env={"COLUMNS": "80"})
    assert done.exit_code == 0
    return done.output


@pytest.mark.parametrize("name", COMMANDS)
def test_a_page_fits_80_columns_and_ends_with_examples_and_statuses(name):
    text = page(name)
    assert max(map(len, text.splitlines())) <= 80
    assert "Examples:" in text
    assert "Exit status: 0;" in text
    assert "{languages}" not in text
    assert "{operations}" not in text


FORMER = {  # understood for one release more
    "run": {"--smallest": "--min-effect"},
    "compare": {"--smallest": "--min-effect"},
    "selftest": {"--names": "--copies"},
    "files": {"--step": "--read-level", "--keep": "--keep-values", "--list": "--indices"},
    "robustness": {"--keep": "--crashes"},
}


# They were options of their own, and are understood for one release more.
FORMER_FORMS = {
    **dict.fromkeys(("compare", "report"), ("--json", "--csv", "--markdown")),
    **dict.fromkeys(("choose", "strictness"), ("--json", "--markdown")),
    **dict.fromkeys(("verify", "list", "history", "selftest", "doctor", "cache"), ("--json",)),
    "run": ("--json", "--csv"),
}


@pytest.mark.parametrize("name", ROOT.commands)
def test_former_options_of_forms_are_understood_and_not_shown(name):
    command = ROOT.commands[name]
    options = {option for param in command.params for option in param.opts}
    forms = {"--json", "--csv", "--markdown"}
    assert options & forms == set(FORMER_FORMS.get(name, ()))
    assert set(re.findall(r"--[\w-]+", page(name))) & forms == set()
    assert {item.value for item in command.shell_complete(Context(command), "--")} & forms == set()


@pytest.mark.parametrize("name", FORMER)
def test_former_names_of_options_are_understood_and_not_shown(name):
    command = ROOT.commands[name]
    options = {option: param.name for param in command.params for option in param.opts}
    shown = re.findall(r"--[\w-]+", page(name).partition("Examples:")[0])
    completed = {item.value for item in command.shell_complete(Context(command), "--")}
    for former, now in FORMER[name].items():
        assert options[former] == options[now]
        assert now in shown
        assert former not in shown
        assert now in completed
        assert former not in completed


def test_every_example_is_a_command_with_known_options():
    commands = {**ROOT.commands, **ROOT.commands["new"].commands, **ROOT.commands["cache"].commands}
    for name, examples in EXAMPLES.items():
        known = {o for param in commands[name].params for o in (*param.opts, *param.secondary_opts)}
        for example in examples:
            words = shlex.split(example)
            assert words[0] == "serbench"
            assert name in words[1:3]
            assert {word for word in words if word.startswith("-")} <= known, example


def test_groups_and_statuses_name_existing_options_and_commands():
    options = {o for command in ROOT.commands.values() for p in command.params for o in p.opts}
    assert {name for names in GROUPS.values() for name in names} <= options
    assert set(STATUSES) <= set(COMMANDS)


def test_choices_of_options_are_listed():
    text = " ".join(page("run").replace("-\n", "-").split())
    assert ", ".join(LANGUAGES) in text
    assert ", ".join(COLUMNS) in text
    assert all(re.search(re.escape(name).replace("\\-", "- *"), text) for name in NAMES)


def test_serbench_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "serbench", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("serbench ")


def test_every_command_stands_in_one_group():
    assert sorted(name for names in pages.COMMANDS.values() for name in names) == sorted(
        ROOT.commands
    )


def test_every_summary_is_whole_on_one_line_of_80_columns():
    lines = page().splitlines()
    for name, command in ROOT.commands.items():
        [line] = [line for line in lines if line.startswith(f"  {name} ")]
        assert line.split(None, 1)[1] == command.help.split("\n\n")[0]
