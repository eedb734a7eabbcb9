"""`serbench alternatives`: what could replace a codec."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serbench.command_line import completion
from serbench.commands import arguments
from serbench.commands.recording import in_db
from serbench.errors import UserError, check_known, nearest
from serbench.languages.registry import LANGUAGES, name_of
from serbench.quoting import shell
from serbench.results.alternatives import BYS, Alternatives, alternatives
from serbench.results.alternatives_rows import load_known, measured_codecs, runs_with
from serbench.results.choice import HAND_WRITTEN, Needs

if TYPE_CHECKING:
    from serbench.report.alternatives import Advice
    from serbench.results.store import Store

_NAMED = 3  # of so many missing codecs the names are shown; of more, number and languages


@dataclass(frozen=True, slots=True)
class AlternativesOptions:
    """What the command line says. Without a run it is the latest that has the codec, on the target
    if there is one; without languages it is the codec's."""

    codec: str
    target: str = ""
    run: str = ""
    languages: tuple[str, ...] = ()
    by: str = "time"
    checked: bool = True
    maintained: bool = True
    top: int | None = None
    form: str = "table"
    db: Path = arguments.DEFAULT_DB


@arguments.prints("table", "json", "csv", "markdown")
def command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="CODEC",
            help="The codec to replace, by id (rust/bincode) or name (bincode).",
            autocompletion=completion.codecs,
        ),
    ],
    on: Annotated[
        str,
        typer.Argument(
            metavar="[TARGET]",
            help="The workload or file that it was measured on.",
            show_default="that of the latest run with the codec",
        ),
    ] = "",
    run: Annotated[str, typer.Option("--run", help="A run by its id or tag.")] = "",
    lang: Annotated[
        str,
        typer.Option(
            "--lang",
            help="Languages of alternatives, separated by commas.",
            show_default="the codec's",
        ),
    ] = "",
    by: Annotated[
        str,
        typer.Option("--by", help=f"Order by {', '.join(BYS)}."),
    ] = "time",
    unchecked: arguments.Unchecked = False,
    unmaintained: arguments.Unmaintained = False,
    top: arguments.Top = None,
    db: arguments.Db = arguments.DEFAULT_DB,
    form: str = "table",
) -> None:
    options = AlternativesOptions(
        codec=name,
        target=on,
        run=run,
        languages=arguments.words(lang),
        by=by,
        checked=not unchecked,
        maintained=not unmaintained,
        top=top,
        form=form,
        db=db,
    )
    found, unmeasured = find(options)
    show(found, unmeasured, options)
    arguments.end(is_negative=not found.found)


def find(options: AlternativesOptions) -> tuple[Alternatives, list[Advice]]:
    """What could replace the codec, and what of these languages the run lacks. Raises `UserError`
    for a codec that no run has, or that has no times to compare with."""
    from serbench.results.store import Store

    check_known("order", options.by, BYS)
    for language in options.languages:
        check_known("language", language, LANGUAGES)
    with Store(options.db, read_only=True) as store:
        codec = _codec(store, options)
        run, workload = _place(store, codec, options)
        known, result = load_known(store, run, workload)
        in_run = {record.codec for record in store.codecs(run, workload)}
        target = _target(store, run, workload)
    languages = options.languages or (codec.partition("/")[0],)
    timed = {one.codec for one in known.grounds.candidates} if known else set()
    if known is None or codec not in timed:
        row = next(r for r in result.rows if (r.codec, r.workload) == (codec, workload))
        why = f"{row.status}: {row.note}" if row.note else row.status
        raise UserError(f"{codec} has no time in both directions on {workload} ({why})")
    needs = Needs(languages=languages, checked=options.checked, maintained=options.maintained)
    found = alternatives(known, codec, needs, options.by)
    return found, _unmeasured(in_run, codec, languages, target, in_db(options.db))


def _target(store: Store, run: str, workload: str) -> str:
    """What the run measured as this workload, as it stands on a command line."""
    from serbench.preparation.readings import from_stored, typed
    from serbench.schema.infer import workload_name

    stored = store.run_facts(run)["settings"].get("targets", [workload])
    targets = [from_stored(text) for text in stored]
    named = [t for t in targets if workload in (t.text, workload_name(t.text, t.reading.at))]
    return typed((named or targets)[:1])


def _unmeasured(
    in_run: Collection[str], codec: str, languages: Sequence[str], target: str, in_db: str
) -> list[Advice]:
    """Codecs of these languages that the run lacks. Hand-written ones replace no library. The
    command measures those that the run has again, the codec to replace among them, since ratios are
    of one run."""
    from serbench.catalog import all_codecs
    from serbench.report.alternatives import Advice

    absent = [
        one.id
        for one in all_codecs()
        if one.language in languages and one.id not in in_run and HAND_WRITTEN not in one.traits
    ]
    if not absent:
        return []
    names = ", ".join(map(name_of, languages))
    lack = ", ".join(absent) if len(absent) <= _NAMED else f"{len(absent)} codecs of {names}"
    together = ",".join(dict.fromkeys((*languages, codec.partition("/")[0])))
    return [Advice(lack, f"serbench run {target} --lang {shell(together)} --all{in_db}")]


def _codec(store: Store, options: AlternativesOptions) -> str:
    from serbench.catalog import all_codecs

    measured = measured_codecs(store)
    known = [*measured, *(codec.id for codec in all_codecs())]
    name = options.codec
    found = list(dict.fromkeys(c for c in known if name in (c, c.partition("/")[2])))
    if not found:
        raise UserError(f"no codec {name!r}.{nearest(name, known)} `serbench list codecs` has all")
    here = [codec for codec in found if codec in measured] or found
    if len(here) > 1:
        raise UserError(f"{name!r} is several codecs: {', '.join(here)}; name one of them")
    return here[0]


def _place(store: Store, codec: str, options: AlternativesOptions) -> tuple[str, str]:
    """The run and the workload of it."""
    runs = [run for run, kind in store.kinds().items() if kind == "run"]
    if options.run:
        named = store.named(options.run)
        if named not in runs:
            raise UserError(
                f"{options.run} is no run of `serbench run`; `serbench list runs` names them"
            )
        runs = [named]
    for run, facts in runs_with(store, codec, options.target, runs):
        return run, facts.name
    target = options.target or "log"
    language = codec.partition("/")[0]
    raise UserError(
        f"{codec} was not measured on {target} in {options.run or options.db}; measure it: "
        f"serbench run {shell(target)} --lang {shell(language)} --all{in_db(options.db)}"
    )


def show(found: Alternatives, unmeasured: list[Advice], options: AlternativesOptions) -> None:
    from serbench.report import alternatives as report

    more = report.advice(found, unmeasured, in_db(options.db))
    if options.top:
        import msgspec

        if options.form != "table":
            found = msgspec.structs.replace(found, found=found.found[: options.top])
    match options.form:
        case "json":
            print(report.as_json(found, more))
        case "csv":
            sys.stdout.write(report.rows_csv(found))
        case "markdown":
            sys.stdout.write(report.markdown(found, more))
        case _:
            from serbench.terminal.screen import Screen

            report.print_alternatives(found, more, Screen(), options.top)
