"""Pages of the site that are made of what serbench knows: codecs, the command line, the Python API.

A hook of MkDocs. Figures are those of the latest run in the results file that the environment's
RESULTS names; without one there are none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from serbench import api, cli
from serbench.builders.codec import TRAITS, Codec
from serbench.catalog import all_codecs
from serbench.command_line.help import filled
from serbench.languages.registry import LANGUAGES
from serbench.proof.stored import stored
from serbench.proof.strictness import BY_NAME
from serbench.report import units
from serbench.report.markdown import code
from serbench.report.strictness import cell
from serbench.report.table import has_figure, rank_text
from serbench.results.ranking import ranks
from serbench.results.rows import Result, Row

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

ROOT = Path(__file__).parent.parent
_SPAN = re.compile(r"(`[^`|]*`)")
_MARKUP = re.compile(r"([\\`*_\[\]|])")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The codecs' pages in the navigation."""
    by_language = [
        {language.name: [{c.name: page(c)} for c in all_codecs() if c.language == key]}
        for key, language in LANGUAGES.items()
    ]
    config.nav = [*(config.nav or []), {"Codecs": ["codecs/index.md", *by_language]}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    from mkdocs.structure.files import File

    for path, text in pages(os.environ.get("RESULTS", "")).items():
        files.append(File.generated(config, path, content=text))
    return files


def pages(results: str) -> dict[str, str]:
    """Markdown by path."""
    found = api.load(db=results).result if results else None
    made = {page(codec): "\n".join(of_codec(codec, found)) for codec in all_codecs()}
    return made | {
        "codecs/index.md": "\n".join(of_codecs()),
        "cli.md": "\n".join(of_command_line()),
        "api-reference.md": "# Python, by name\n\n::: serbench.api\n\n::: serbench.results.rows\n",
        "changelog.md": (ROOT / "CHANGELOG.md").read_text().replace("](docs/", "]("),
    }


def prose(text: str) -> str:
    """Nothing in it is markup but what stands between backticks."""
    return "".join(
        part if number % 2 else _MARKUP.sub(r"\\\1", escape(part, quote=False))
        for number, part in enumerate(_SPAN.split(text))
    )


def page(codec: Codec) -> str:
    return f"codecs/{codec.language}/{codec.name}.md"


def of_codecs() -> Iterator[str]:
    codecs = all_codecs()
    yield f"# Codecs\n\n{len(codecs)} come with serbench; `serbench list codecs` has what is here."
    for key, language in LANGUAGES.items():
        yield f"\n## {language.name}\n\n| codec | library | format | traits |\n|---|---|---|---|"
        for codec in codecs:
            if codec.language == key:
                link = f"[{codec.name}]({key}/{codec.name}.md)"
                yield f"| {link} | {codec.library} | {codec.format} | {', '.join(codec.traits)} |"


def of_codec(codec: Codec, result: Result | None) -> Iterator[str]:
    """What its front matter says, what was proven of its decoder, what was measured."""
    yield f"# {codec.id}\n\n| library | {codec.library} |\n|---|---|"
    yield f"| format | {codec.format} |"
    if codec.page:
        yield f"| used as in | <{codec.page}> |"
    alike = [c for c in all_codecs() if codec.wire and c.wire == codec.wire and c != codec]
    if alike:
        links = (f"[{c.id}](../{c.language}/{c.name}.md)" for c in alike)
        yield f"| reads the bytes of | {', '.join(links)} |"
    if codec.evolution:
        yield f"| a schema grows by | {prose(codec.evolution)} |"
    yield f"| measured with | `serbench run log --codec {codec.id}` |"
    if codec.unmaintained:
        yield f"| maintained no longer | {prose(codec.unmaintained)} |"
    for version, day in codec.released.items():
        yield f"| {prose(version)} released | {day} |" if version else f"| released | {day} |"
    yield "\n## Traits\n"
    yield from (f"- **{trait}**: {TRAITS[trait]}" for trait in codec.traits)
    if codec.limits or codec.unsupported:
        yield "\n## What it cannot hold\n"
        yield from (f"- {prose(limit)}" for limit in codec.limits)
        yield from (f"- schemas with {code(feature)}" for feature in codec.unsupported)
    yield from _strictness(codec)
    if result:
        yield from _figures(codec, result)


def _strictness(codec: Codec) -> Iterator[str]:
    known = stored().get(codec.id)
    if known is None or not known.properties:
        return
    yield f"\n## What its decoder refuses\n\nTested with version {known.version or 'unknown'}; "
    yield "[strictness](../../tables/strictness.md) has all codecs.\n"
    yield "| bytes with | refused |\n|---|---|"
    for name, finding in known.properties.items():
        if name in BY_NAME:
            yield f"| {BY_NAME[name].asks} | {cell(name, finding)} |"


def _figures(codec: Codec, result: Result) -> Iterator[str]:
    rows = [r for r in result.rows if r.codec == codec.id and has_figure(r)]
    if not rows:
        return
    yield "\n## What was measured\n"
    yield "| workload | operation | time per value | 95 % | bytes | rank |"
    yield "|---|---|---:|---:|---:|---:|"
    for row in rows:
        time = units.time(row.time_ns)
        interval = units.time_interval(row.time_ns, row.low_ns, row.high_ns)
        size = "" if row.bytes is None else units.size(row.bytes)
        rank = rank_text(ranks(_beside(row, result), None).get(codec.id))
        yield f"| {code(row.workload)} | {row.operation} | {time} | {interval} | {size} | {rank} |"
    where = code(result.environment.get("CPU", "an unknown processor"))
    yield f"\nVersion {rows[0].version}, run {result.run} of {result.started[:10]}, on {where}; "
    yield "the rank is among all codecs of the run ([method](../../method.md))."


def _beside(row: Row, result: Result) -> list[Row]:
    """The rows that it was compared with, and itself."""
    same = [r for r in result.rows if (r.workload, r.operation) == (row.workload, row.operation)]
    return [r for r in same if has_figure(r)]


def of_command_line() -> Iterator[str]:
    """As `--help` has it."""
    root: Any = typer.main.get_command(cli.app)
    yield f"# Command line\n\nAs `--help` has it. {root.epilog or ''}"
    yield from _command(root, "serbench", None)


def _command(command: Any, name: str, parent: Any) -> Iterator[str]:
    context = command.context_class(command, info_name=name.split()[-1], parent=parent)
    if parent is not None:
        yield f"\n## {name}\n\n{command.help or ''}\n\n```sh\n{command.get_usage(context)}\n```\n"
        yield "| option | |\n|---|---|"
        for parameter in command.get_params(context):
            if record := parameter.get_help_record(context):
                names, said = record
                yield f"| {code(names)} | {prose(filled(said))} |"
    for inner, subcommand in getattr(command, "commands", {}).items():
        if not subcommand.hidden:
            yield from _command(subcommand, f"{name} {inner}", context)
