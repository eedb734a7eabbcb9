"""`serbench choose`: which format several languages should share."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from serbench.commands import arguments
from serbench.commands.quantities import bits_per_s, quantity
from serbench.commands.recording import in_db
from serbench.errors import UserError, check_known
from serbench.languages.registry import LANGUAGES
from serbench.results.choice import By, Choice, Cost, Grounds, Mean, Needs, choose
from serbench.results.choice_rows import load_grounds

if TYPE_CHECKING:
    from serbench.results.store import Store

BYS: tuple[By, ...] = get_args(By)
MEANS: tuple[Mean, ...] = get_args(Mean)


@dataclass(frozen=True, slots=True)
class ChooseOptions:
    """What the command line says: a run, the latest if it is not named; which of its workloads, all
    if none is named; languages, all that were measured if none is named; and `by`, which follows
    from the other parts of a cost where it is not said."""

    run: str = ""
    workloads: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    checked: bool = True
    maintained: bool = True
    grows: bool = False
    human_readable: bool | None = None
    self_describing: bool | None = None
    facts: tuple[str, ...] = ()
    max_code: str = ""
    keeps: tuple[str, ...] = ()
    by: str = ""
    mean: str = "ratios"
    rate: str = ""
    link: str = ""
    core_hour: float | None = None
    gigabyte: float | None = None
    compressed: bool = False
    why: bool = False
    form: str = "table"
    db: Path = Path("serbench.duckdb")


@arguments.prints("table", "json", "markdown", former=("json", "markdown"))
def command(
    run: Annotated[
        str, typer.Argument(help="A run by its id or tag.", show_default="the latest")
    ] = "",
    workload: Annotated[
        list[str] | None,
        typer.Option("--workload", help="Only this workload of the run. May be repeated."),
    ] = None,
    lang: Annotated[
        str,
        typer.Option(
            "--lang",
            help="Languages that must read each other, separated by commas.",
            show_default="all that were measured",
        ),
    ] = "",
    unchecked: arguments.Unchecked = False,
    unmaintained: arguments.Unmaintained = False,
    check: Annotated[
        list[str] | None,
        typer.Option(
            "--check",
            help="Require a property that serbench proved of decoders: checks-utf8, checks-range, "
            "checks-symbols, refuses-trailing, refuses-unknown, … (docs/strictness.md). May be "
            "repeated.",
        ),
    ] = None,
    grows: Annotated[
        bool,
        typer.Option(
            "--grows",
            help="Require that old and new code read each other when the schema grows, as "
            "`serbench evolve` found (run it before).",
        ),
    ] = False,
    keeps: Annotated[
        str,
        typer.Option(
            "--keeps",
            help="Require that every value of these types survives, as `serbench types` found: "
            "timestamp_ns, decimal, uuid, … (docs/kept-types.md), separated by commas.",
        ),
    ] = "",
    readable: Annotated[
        bool | None,
        typer.Option(
            "--readable/--not-readable",
            help="Take only formats that people can read, or only those that they cannot.",
        ),
    ] = None,
    self_describing: Annotated[
        bool | None,
        typer.Option(
            "--self-describing/--with-schema",
            help="Take only formats whose bytes name their fields, or only the others, for which "
            "the reader needs the schema.",
        ),
    ] = None,
    max_code: Annotated[
        str,
        typer.Option(
            "--max-code",
            help="Take only codecs that add at most so many bytes of code to a program, as 50k, "
            "as `serbench footprint` measured (run it before).",
        ),
    ] = "",
    by: Annotated[
        str,
        typer.Option(
            "--by",
            help="Order by bytes, processor (time), link (time until a message has arrived) or "
            "price.",
            show_default="price if you give one, link if you give --link alone, else processor",
        ),
    ] = "",
    mean: Annotated[
        str,
        typer.Option(
            "--mean",
            help="Mean over the languages: ratios, the geometric one, in which all languages "
            "count alike; or times, the arithmetic one, in which the slowest counts most.",
        ),
    ] = "ratios",
    rate: Annotated[str, typer.Option("--rate", help="Messages per second, as 50k.")] = "",
    link: Annotated[
        str, typer.Option("--link", help="Speed of the network in bits a second, as 1G.")
    ] = "",
    core_price: Annotated[
        float | None, typer.Option("--core-price", min=0, help="Price of one core for an hour.")
    ] = None,
    traffic_price: Annotated[
        float | None, typer.Option("--traffic-price", min=0, help="Price of sending a gigabyte.")
    ] = None,
    compressed: Annotated[
        bool,
        typer.Option(
            "--compressed",
            help="Include compression, as `serbench cost` measured it for the run (run it before).",
        ),
    ] = False,
    why: Annotated[bool, typer.Option("--why", help="Explain each rank.")] = False,
    db: arguments.Db = arguments.DEFAULT_DB,
    form: str = "table",
) -> None:
    options = ChooseOptions(
        run=run,
        workloads=tuple(workload or ()),
        languages=arguments.words(lang),
        checked=not unchecked,
        maintained=not unmaintained,
        grows=grows,
        human_readable=readable,
        self_describing=self_describing,
        facts=tuple(check or ()),
        max_code=max_code,
        keeps=tuple(name.replace("-", "_") for name in arguments.words(keeps)),
        by=by,
        mean=mean,
        rate=rate,
        link=link,
        core_hour=core_price,
        gigabyte=traffic_price,
        compressed=compressed,
        why=why,
        form=form,
        db=db,
    )
    found = choices(options)
    show(found, options)
    arguments.end(is_negative=not all(choice.offers for choice, _ in found))


def choices(options: ChooseOptions) -> list[tuple[Choice, Grounds]]:
    """A choice for each workload. Raises `UserError` for what is not there, or does not fit."""
    from serbench.proof.strictness import FACTS
    from serbench.proof.type_cases import TYPE_NAMES
    from serbench.results.store import Store

    cost, max_code = cost_of(options), max_code_of(options)
    for language in options.languages:
        check_known("language", language, LANGUAGES)
    for fact in options.facts:
        check_known("fact of decoders", fact, sorted(FACTS))
    for name in options.keeps:
        check_known("type", name, TYPE_NAMES)
    with Store(options.db, read_only=True) as store:
        named = store.named(options.run) if options.run else _latest(store)
        grounds = load_grounds(store, named, compressed=options.compressed)
    for name in options.workloads:
        check_known(f"workload of {named}", name, [ground.workload.name for ground in grounds])
    chosen = [
        ground
        for ground in grounds
        if not options.workloads or ground.workload.name in options.workloads
    ]
    return [(_choice(ground, options, cost, max_code), ground) for ground in chosen]


def _latest(store: Store) -> str:
    runs = [run.run for run in store.runs() if run.kind == "run"]
    if not runs:
        raise UserError("there is no run to choose from: serbench run log")
    return runs[-1]


def _choice(grounds: Grounds, options: ChooseOptions, cost: Cost, max_code: float | None) -> Choice:
    needs = Needs(
        languages=options.languages or grounds.languages,
        checked=options.checked,
        maintained=options.maintained,
        grows=options.grows,
        human_readable=options.human_readable,
        self_describing=options.self_describing,
        facts=options.facts,
        max_code=max_code,
        keeps=options.keeps,
    )
    return choose(grounds.candidates, grounds.lost, grounds.proofs, needs, cost)


def max_code_of(options: ChooseOptions) -> float | None:
    """Raises `UserError`."""
    if not options.max_code:
        return None
    return quantity("--max-code", options.max_code, "so many bytes are meant, as 50k or 2M")


def cost_of(options: ChooseOptions) -> Cost:
    """Raises `UserError` for parts that do not make one."""
    meant = "so many messages a second are meant, as 50k or 1.5M"
    rate = quantity("--rate", options.rate, meant) if options.rate else 0.0
    bits = bits_per_s(options.link) if options.link else 0.0
    prices = (options.core_hour, options.gigabyte)
    by = options.by or _by(rate, bits, prices)
    check_known("cost", by, BYS)
    check_known("mean", options.mean, MEANS)
    if by == "price" and not (rate and any(prices)):
        raise UserError(
            "a price needs --rate and --core-price or --traffic-price: "
            "--rate 50k --link 1G --core-price 0.04 --traffic-price 0.09"
        )
    if by == "link" and not bits:
        raise UserError("the time over a link needs --link, as 100M or 2.5G bits a second")
    return Cost(
        by=by,  # type: ignore[arg-type]  # checked
        mean=options.mean,  # type: ignore[arg-type]  # checked
        rate=rate,
        bits_per_s=bits,
        core_hour=options.core_hour or 0.0,
        gigabyte=options.gigabyte or 0.0,
    )


def _by(rate: float, bits: float, prices: Sequence[float | None]) -> By:
    if any(price is not None for price in prices):
        return "price"
    return "link" if bits and not rate else "processor"


def show(found: Sequence[tuple[Choice, Grounds]], options: ChooseOptions) -> None:
    from serbench.report import choice as report

    if options.form == "json":
        print(report.as_json(found))
        return
    if options.form == "markdown":
        pages = (report.markdown(choice, grounds, in_db(options.db)) for choice, grounds in found)
        sys.stdout.write("\n".join(pages))
        return
    from rich.text import Text

    from serbench.report.text import plain
    from serbench.terminal.screen import Screen

    console = Screen()
    for choice, grounds in found:
        if len(found) > 1:
            console.print(Text(f"\n{plain(grounds.workload.name)}", "bold underline"))
        report.print_choice(choice, grounds, console, why=options.why, in_db=in_db(options.db))
