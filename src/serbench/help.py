"""The pages that `--help` shows: commands and options in groups, what they may be, examples, exit
statuses."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup

COMMANDS = {
    "Measure": ("run", "files", "cost", "study"),
    "Choose": ("choose", "report"),
    "Prove": ("verify", "interop", "robustness", "evolve", "strictness", "selftest"),
    "Compare": ("compare", "history", "merge"),
    "Data and types": ("infer", "generate", "schema"),
    "Extend": ("new",),
    "Manage": ("setup", "doctor", "list", "trust", "cache"),
}
# By the first name of an option; what is in none is among the others.
GROUPS = {
    "What is measured": (
        "--lang", "--codec", "--codec-dir", "--op", "--workload", "--sql", "--schema",
        "--proto-path", "--sample", "--at", "--count", "--narrow", "--unions", "--text-columns",
        "--empty", "--seed", "--all", "--rev", "--size", "--of",
    ),
    "How": (
        "--budget", "--precision", "--smallest", "--processes", "--layouts", "--allocator",
        "--cases", "--iterations", "--cores", "--flags", "--resume",
    ),
    "What is shown": (
        "--top", "--sort", "--columns", "--baseline", "--json", "--csv", "--markdown", "--format",
        "--html", "--picture", "--svg", "--png", "--open", "--why", "--long", "--quiet",
    ),
    "What is kept": ("--db", "--tag", "--note"),
}  # fmt: skip
OTHERS = "Options"

_RUNS = "130 after an interrupt (what was measured is kept)"
_USE = "2 for bad use"
STATUSES = {
    "run": "1 if a codec lost a value, crashed or did not build, if one that you named is "
    f"unavailable, or if nothing could be measured; {_USE}; {_RUNS}",
    "verify": f"1 if a value was lost or misread; {_USE}; {_RUNS}",
    "interop": f"1 if a codec misread bytes, or none read any; {_USE}; {_RUNS}",
    "robustness": f"1 if bytes crashed a decoder; {_USE}; {_RUNS}",
    "evolve": f"1 if a reader silently misread bytes, or crashed; {_USE}; {_RUNS}",
    "compare": f"1 if something is slower by more than --fail-if-slower; {_USE}",
    "choose": f"1 if no format fits; {_USE}",
    "cost": f"1 if nothing could be measured; {_USE}; {_RUNS}",
    "selftest": f"1 if identical codecs were found to differ; {_USE}; {_RUNS}",
    "doctor": f"1 if something is missing; {_USE}",
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
    "files": ("serbench files tweet --count 1000000 --codec cpp/protobuf --cores 0,all",),
    "cost": ("serbench cost", "serbench cost before --link 250M --link 25G"),
    "study": ("serbench study goser", "serbench study complex-objects --count 20000"),
    "schema": ("serbench schema events.jsonl --as proto", "serbench schema log --as rust"),
    "report": (
        "serbench report",
        "serbench report before after --open",
        "serbench report --top 5 --lang cpp,rust --sort bytes",
        "serbench report --baseline protobuf --markdown",
    ),
    "choose": (
        "serbench choose --lang cpp,go,java",
        "serbench choose --lang cpp,go --link 100M --grows",
        "serbench choose --rate 50k --core-price 0.04 --traffic-price 0.09 --why",
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
    "doctor": ("serbench doctor", "serbench doctor --json"),
    "selftest": ("serbench selftest log",),
    "setup": ("serbench setup",),
    "trust": ("serbench trust --show", "serbench trust", "serbench trust --revoke"),
    "clean": ("serbench cache clean --older-than 7", "serbench cache clean --all"),
    "codec": ("serbench new codec rust mine",),
}


class Commands(TyperGroup):
    """All commands, by what they are for."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        width = max(map(len, self.commands))
        for title, names in COMMANDS.items():
            rows = [(f"{name:{width}}", self.commands[name].help or "") for name in names]
            with formatter.section(title):
                formatter.write_dl([(name, _first_sentence(text)) for name, text in rows])


def _first_sentence(text: str) -> str:
    return " ".join(text.split("\n\n")[0].split())


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
            record = param.get_help_record(ctx)
            if record is None:
                continue
            if param.param_type_name == "argument":
                arguments.append((record[0], filled(record[1])))
                continue
            name = next((its for its in param.opts if its.startswith("--")), "")
            group = next((title for title, names in GROUPS.items() if name in names), OTHERS)
            groups.setdefault(group, []).append((record[0], filled(record[1])))
        for title in ("Arguments", *GROUPS, OTHERS):
            rows = arguments if title == "Arguments" else groups.get(title, [])
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

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
    if "{operations}" in text:
        from serbench.operations import NAMES

        text = text.replace("{operations}", ", ".join(NAMES))
    return text
