"""What parameters reach, and that none that could reach something is forgotten."""

from pathlib import Path
from types import UnionType
from typing import Annotated, get_args, get_origin, get_type_hints

import pytest
from typer.main import get_command

from serbench.cli import app
from serbench.command_line.parameters import Reach, long_name, reaches

# Text that names or chooses: checked against what is known, compared with what is stored, or kept.
HARMLESS = {
    *("lang", "op", "tag", "note", "sort", "columns", "baseline", "allocator", "language", "name"),
    *("what", "rule", "cores", "fsync", "step", "form", "link", "rows", "size", "flags", "as_"),
    *("runs", "run", "of", "check", "by", "mean", "rate", "text_columns", "empty", "at", "on"),
    *("max_code", "keeps"),
}
# Whose `codec` or `workload` chooses from what a results file has.
OF_RESULTS = {"report", "history", "choose"}

ROOT = get_command(app)
GROUPS = (ROOT, ROOT.commands["new"], ROOT.commands["cache"])
FUNCTIONS = {
    name: command.callback
    for group in GROUPS
    for name, command in group.commands.items()
    if not hasattr(command, "commands")
}


def types(hint):
    if get_origin(hint) in (Annotated, list, UnionType):
        return {t for inner in get_args(hint) for t in types(inner)}
    return {hint}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_path_and_text_parameter_declares_reach(name):
    function = FUNCTIONS[name]
    known = reaches(function)
    hints = get_type_hints(function, include_extras=True)
    paths = {parameter for parameter, hint in hints.items() if Path in types(hint)}
    assert paths - known.keys() == set()
    texts = {parameter for parameter, hint in hints.items() if str in types(hint)}
    of_results = {"codec", "workload"} if name in OF_RESULTS else set()
    assert texts - known.keys() - HARMLESS - of_results == set()


def test_commands_with_data_files_have_all_reading_options():
    options = {"schema", "proto_path", "sample", "at", "unions", "text_columns", "empty"}
    options |= {"detect_types", "plain_types"}
    # They say themselves what values are, or take no file.
    without = {"infer": {"schema", "proto_path", "sample"}, "schema": {"schema", "sample"}}
    for name, function in FUNCTIONS.items():
        if name == "infer" or (Reach.TARGETS in reaches(function).values() and name != "generate"):
            found = set(get_type_hints(function))
            assert options & found == options - without.get(name, set()), name


def test_writing_options_equal_the_known_ones():
    """A new one is to be looked at by a person: here, and in docs/own-codecs.md."""
    found = {
        (name, parameter)
        for name, function in FUNCTIONS.items()
        for parameter, reach in reaches(function).items()
        if reach is Reach.WRITES and parameter != "db"
    }
    assert found == {
        ("run", "html"), ("report", "html"), ("report", "picture"), ("report", "svg"),
        ("report", "png"), ("codec", "folder"), ("infer", "out"), ("generate", "out"),
        ("robustness", "keep"), ("strictness", "out"), ("types", "out"),
        ("files", "directory"), ("study", "directory"), ("study", "charts"),
    }  # fmt: skip


def test_function_reaches_only_declared_parameters():
    assert reaches(FUNCTIONS["doctor"]) == {}
    assert reaches(FUNCTIONS["merge"]) == {"others": Reach.READS, "db": Reach.WRITES}


def test_long_name_of_an_option_is_its_present_one():
    names = {param.name: long_name(param) for param in ROOT.commands["files"].params}
    assert names["step"] == "--read-level"  # formerly --step
    assert names["count"] == "--count"
    assert names["target"] == ""
