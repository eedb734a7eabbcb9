"""The pages that `--help` shows: commands and options in groups, what they may be, examples, exit
statuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from serbench.command_line.parameters import long_name

# Without importing them: a command's module is imported when the command is used.
COMMANDS = {
    "Measure": {
        "run": "Check that each codec keeps every value, then time the codecs.",
        "files": "Time writing values to files, scanning them, random access.",
        "cost": "Time a message from sender to receiver, with compression.",
        "footprint": "Show the code and compile time that a codec adds.",
        "study": "Repeat a published study and compare with its figures.",
    },
    "Choose": {
        "choose": "Choose a format for several languages, and a library in each.",
        "alternatives": "Show which codecs could replace one that you use.",
        "report": "Show stored results again, in the terminal and as an HTML page.",
    },
    "Prove": {
        "verify": "Check that codecs keep every value, also when others read it.",
        "interop": "Show which codecs read each other's bytes.",
        "robustness": "Give decoders randomly corrupted bytes and see what they do.",
        "evolve": "Change the schema and see if old and new code read each other.",
        "strictness": "Check which invalid input each decoder rejects.",
        "types": "Check which types each codec keeps: times, decimals, UUIDs, …",
        "selftest": "Time a codec under several names: the times must not differ.",
    },
    "Compare": {
        "compare": "Compare two runs, or two revisions of your codec.",
        "history": "Show how a codec changed from run to run.",
        "merge": "Copy runs from other results files into one.",
    },
    "Data and types": {
        "infer": "Infer a schema from data files and write it as Python to edit.",
        "generate": "Write a workload's values as JSON Lines.",
        "schema": "Show a schema, or the code and IDL generated from it.",
    },
    "Extend": {"new": "Start a codec of your own."},
    "Manage": {
        "setup": "Install packages (if root) and build drivers of the core set.",
        "doctor": "Check what is installed, what is missing and how to get it.",
        "list": "List codecs, workloads, operations or stored runs.",
        "trust": "Approve what this folder's serbench.toml may run and read.",
        "cache": "Show what is kept between runs, where, and how much.",
    },
}
# By the first name of an option; what is in none is among the others.
GROUPS = {
    "Data and codecs": (
        "--lang", "--codec", "--codec-dir", "--op", "--workload", "--sql", "--schema",
        "--proto-path", "--sample", "--at", "--count", "--narrow", "--unions", "--detect-types",
        "--plain-types", "--text-columns", "--empty", "--seed", "--all", "--rev", "--size", "--of",
    ),
    "How": (
        "--budget", "--precision", "--min-effect", "--processes", "--layouts", "--allocator",
        "--cases", "--iterations", "--cores", "--flags", "--dependencies", "--resume", "--cluster",
        "--insecure-cluster",
    ),
    "What is shown": (
        "--top", "--sort", "--columns", "--baseline", "--format", "--html",
        "--picture", "--svg", "--png", "--open", "--why", "--long", "--quiet",
    ),
    "What is kept": ("--db", "--tag", "--note"),
}  # fmt: skip
OTHERS = "Options"

_RUNS = "130 after an interrupt (what was found is kept)"
_USE = "2 for bad use or bad data"
_LACKS = "if one did not build, if one that you named is unavailable, or if nothing could be"
STATUSES = {
    "run": "1 if a codec lost a value or crashed (not if it cannot hold one), "
    f"{_LACKS} measured; {_USE}; {_RUNS}",
    "files": f"1 if a codec lost a value or crashed, {_LACKS} measured; {_USE}; {_RUNS}",
    "study": f"1 if a codec lost a value or crashed, {_LACKS} measured; {_USE}; {_RUNS}",
    "verify": "1 if a codec lost a value, crashed, or refused or misread another's bytes, "
    f"{_LACKS} verified; with --all also if one that you named cannot hold a value; {_USE}; 130 "
    "after an interrupt (with --all, what was found is kept)",
    "interop": "1 if a codec refused or misread another's bytes, or crashed, "
    f"{_LACKS} read; {_USE}; {_RUNS}",
    "robustness": "1 if a decoder crashed, hung, took too much memory or showed undefined "
    f"behaviour, {_LACKS} tested; {_USE}; {_RUNS}",
    "evolve": f"1 if a reader silently misread bytes, or crashed, {_LACKS} tested; {_USE}; {_RUNS}",
    "strictness": f"1 if a codec could not be tested; {_USE}",
    "types": f"1 if a codec could not be tested; {_USE}",
    "compare": f"1 if something was shown slower by more than --fail-if-slower; {_USE}",
    "choose": f"1 if no format fits; {_USE}",
    "alternatives": f"1 if nothing that may be taken holds the values; {_USE}",
    "cost": f"1 if nothing could be measured; {_USE}; {_RUNS}",
    "footprint": f"1 if a codec does not build, {_LACKS} measured; {_USE}; {_RUNS}",
    "selftest": f"1 if a codec was found to differ from itself; {_USE}; {_RUNS}",
    "setup": f"{_USE}, or if no driver could be built (0 if some could)",
    "doctor": f"1 if a toolchain or a library of any codec is missing; {_USE}",
}
EXAMPLES = {
    "run": (
        "serbench run log",
        "serbench run events.jsonl --lang cpp,rust --budget 120",
        "serbench run map.geojson --at '$.features[]'",
        "serbench run events.parquet --codec mine.rs --codec 'rust/*'",
        "serbench run --sql \"from 'events/*.parquet' where day >= '2026-01-01'\"",
    ),
    "infer": ("serbench infer events.jsonl", "serbench infer events.jsonl -o events.py"),
    "generate": ("serbench generate tweet -n 100000 -o tweets.jsonl.zst",),
    "verify": (
        "serbench verify tweet log",
        "serbench verify --all data/*.jsonl.zst",
        "serbench verify events.jsonl --codec mine.go --op all",
    ),
    "interop": ("serbench interop edges", "serbench interop log --codec '*/protobuf*'"),
    "robustness": ("serbench robustness log --codec 'rust/*' --cases 1000",),
    "evolve": ("serbench evolve", "serbench evolve --codec '*/pro*'"),
    "strictness": ("serbench strictness --stored", "serbench strictness --codec mine.rs"),
    "types": ("serbench types --stored", "serbench types --codec mine.rs"),
    "files": ("serbench files tweet --count 1000000 --codec cpp/protobuf --cores 0,all",),
    "cost": ("serbench cost", "serbench cost before --link 250M --link 25G"),
    "footprint": ("serbench footprint log --lang rust,go", "serbench footprint --codec cpp/cereal"),
    "study": ("serbench study goser", "serbench study complex-objects --count 20000"),
    "schema": ("serbench schema events.jsonl --as proto", "serbench schema log --as rust"),
    "report": (
        "serbench report",
        "serbench report before after --open",
        "serbench report --top 5 --lang cpp,rust --sort bytes",
        "serbench report --baseline protobuf --format markdown",
    ),
    "choose": (
        "serbench choose --lang cpp,go,java",
        "serbench choose --lang cpp,go --link 100M --grows",
        "serbench choose --lang rust --max-code 50k",
        "serbench choose --rate 50k --core-price 0.04 --traffic-price 0.09 --why",
    ),
    "alternatives": (
        "serbench alternatives rust/bincode log",
        "serbench alternatives go/gogoprotobuf tweet --lang go,rust --by bytes",
    ),
    "compare": (
        "serbench compare before after --fail-if-slower 5",
        "serbench compare log --codec mine.rs --rev main",
    ),
    "history": ("serbench history cereal", "serbench history rust/prost serialize"),
    "merge": ("serbench merge other-host.duckdb",),
    "list": (
        "serbench list codecs --lang rust",
        "serbench list codecs --long",
        "serbench list runs",
    ),
    "doctor": ("serbench doctor", "serbench doctor --format json"),
    "selftest": ("serbench selftest log",),
    "setup": ("serbench setup",),
    "trust": ("serbench trust --show", "serbench trust", "serbench trust --revoke"),
    "clean": ("serbench cache clean --older-than 7", "serbench cache clean --all"),
    "codec": ("serbench new codec rust mine",),
}


SUMMARIES = {name: text for named in COMMANDS.values() for name, text in named.items()}
# Whose module is not called as the command is.
_MODULES = {"list": "listing", "new": "new_codec"}


class Commands(TyperGroup):
    """All commands, by what they are for."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = Modules()

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        width = max(map(len, SUMMARIES))
        for title, named in COMMANDS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:{width}}", text) for name, text in named.items()])

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Names and summaries alone: to import every command would take a second."""
        modules = self.commands
        self.commands = {name: TyperCommand(name, help=text) for name, text in SUMMARIES.items()}
        try:
            return super().shell_complete(ctx, incomplete)
        finally:
            self.commands = modules


class Modules(Mapping[str, Any]):
    """The commands by name. Each is made of its module of `serbench.commands` when it is asked
    for: of the function `command`, or of `app`, which has commands of its own."""

    def __getitem__(self, name: str) -> Any:
        if name not in SUMMARIES:
            raise KeyError(name)
        return _made(name)

    def __iter__(self) -> Iterator[str]:
        return iter(SUMMARIES)

    def __len__(self) -> int:
        return len(SUMMARIES)


def _made(name: str) -> Any:
    module = import_module(f"serbench.commands.{_MODULES.get(name, name)}")
    app = getattr(module, "app", None)
    if app is None:
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(name, cls=Command, help=SUMMARIES[name])(module.command)
    made = typer.main.get_command(app)
    made.name = name
    return made


def former_names(param: Any) -> list[str]:
    """What an option was called before: it is still understood, but shown nowhere."""
    return [option for option in param.opts if option.startswith("--")][1:]


class Command(TyperCommand):
    """A command whose page has groups, and its examples and exit statuses at the end. It begins
    only if it may take what it takes of `serbench.toml`, which is the context's object."""

    def invoke(self, ctx: Any) -> Any:
        if ctx.obj is not None:
            ctx.obj.check(ctx)
        return super().invoke(ctx)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        groups: dict[str, list[tuple[str, str]]] = {}
        arguments: list[tuple[str, str]] = []
        for param in self.get_params(ctx):
            current = copy(param)
            current.opts = [option for option in param.opts if option not in former_names(param)]
            record = current.get_help_record(ctx)
            if record is None:
                continue
            if param.param_type_name == "argument":
                arguments.append((record[0], filled(record[1])))
                continue
            name = long_name(param)
            group = next((title for title, names in GROUPS.items() if name in names), OTHERS)
            groups.setdefault(group, []).append((record[0], filled(record[1])))
        for title in ("Arguments", *GROUPS, OTHERS):
            rows = arguments if title == "Arguments" else groups.get(title, [])
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        former = {name for param in self.get_params(ctx) for name in former_names(param)}
        found = super().shell_complete(ctx, incomplete)
        return [item for item in found if item.value not in former]

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        name = self.name or ""
        if examples := EXAMPLES.get(name):
            with formatter.section("Examples"):
                for example in examples:
                    formatter.write(f"{'':>{formatter.current_indent}}{example}\n")
        formatter.write_paragraph()
        formatter.write_text(f"Exit status: 0; {STATUSES.get(name, _USE)}.")


def filled(text: str) -> str:
    """With names that only registries know, which are not loaded for anything but a page."""
    if "{languages}" in text:
        from serbench.languages.registry import LANGUAGES

        text = text.replace("{languages}", ", ".join(LANGUAGES))
    if "{columns}" in text:
        from serbench.report.view import COLUMNS

        text = text.replace("{columns}", ", ".join(COLUMNS))
    if "{operations}" in text:
        from serbench.operations import NAMES

        text = text.replace("{operations}", ", ".join(NAMES))
    return text
