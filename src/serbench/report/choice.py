"""Which format to share, in words and tables: for a terminal, in Markdown, as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from serbench.operations import PRIMARY
from serbench.quoting import shell
from serbench.report import units
from serbench.report.answer import named
from serbench.report.interop import markdown_cell
from serbench.report.json_rows import indented, with_former_names
from serbench.report.table import rank_text
from serbench.report.text import language_name, plain
from serbench.report.words import UNCERTAIN_MARK
from serbench.report.wrapping import wrapped
from serbench.results.choice import (
    CODE_UNKNOWN,
    GROWTH_UNKNOWN,
    TYPES_UNKNOWN,
    Choice,
    Cost,
    Grounds,
    Library,
    Lost,
    Offer,
    are_tied,
    cheapest,
    is_cheaper,
)
from serbench.stats import Interval
from serbench.stats.mover import difference, ratio
from serbench.stats.rank_intervals import Rank
from serbench.stats.ties import UNCERTAIN, is_uncertain

if TYPE_CHECKING:
    from rich.console import Console

# The command that finds out what a choice lacks, by what `Offer.unshown` begins with.
_COMMANDS = {
    "that they read each other": "serbench interop",
    "what becomes of it as the schema grows": "serbench evolve",
    "what hostile bytes do to it": "serbench robustness",
}
_BETTER = {
    "bytes": "smaller", "processor": "faster", "link": "sooner there", "price": "cheaper",
}  # fmt: skip
# Which mean over the languages is shown.
MEANS = {
    "ratios": "A format's time is the geometric mean over the languages, so that none decides "
    "alone",
    "times": "A format's time is the mean of the times over the languages, of which the slowest "
    "language is the most",
    "price": "A format's time is the mean of the times over the languages, all of which are paid",
}
_OTHER_MEAN = {
    "ratios": "; `--mean times` takes the mean of the times",
    "times": "; `--mean ratios` takes the geometric mean",
    "price": "",
}


def legend(cost: Cost) -> str:
    """How the figures were made."""
    mean = "price" if cost.by == "price" else cost.mean
    return (
        "Of each format the cheapest proven library of each language, whose times are those of "
        f"{PRIMARY[0]} and {PRIMARY[1]} together, beside them how many times that is of the "
        f"language's fastest of all formats. {MEANS[mean]}{_OTHER_MEAN[mean]}. Before it stand "
        "the lowest and the highest rank that it can have, by which were shown cheaper and dearer. "
        f"? is uncertain, an interval wider than ±{100 * UNCERTAIN:.0f} %: called neither the "
        "cheapest nor tied."
    )


def heading(choice: Choice) -> str:
    """`For C++ and Go, by processor time`."""
    languages = named([language_name(language) for language in choice.needs.languages])
    return f"For {languages}, {by(choice.cost)}"


def by(cost: Cost) -> str:
    over = f" over {units.link(cost.bits_per_s)}" if cost.bits_per_s else ""
    at = f"at {rate(cost.rate)} a second{over}" if cost.rate else ""
    match cost.by:
        case "bytes":
            told = "by bytes"
        case "processor":
            told = "by processor time"
        case "link":
            told = f"by the time until a message is there{over}"
        case _:
            core, sent = units.digits(cost.core_hour), units.digits(cost.gigabyte)
            told = f"at {core} for an hour of a core and {sent} for a gigabyte"
    return f"{at}, {told}" if at else told


def rate(per_s: float) -> str:
    return f"{per_s:,.0f}" if per_s >= 100 else units.digits(per_s)


def sentence(choice: Choice) -> str:
    """What a person would say to a colleague."""
    start = f"{heading(choice)}: "
    first, undecided = cheapest(choice)
    if not first and not undecided:
        return f"{start}no format that is measured here fits. {_nothing(choice)}".rstrip()
    names, others = ([title(offer) for offer in offers] for offers in (first, undecided))
    if not first and len(others) == 1:
        return f"{start}nothing was shown cheaper than {others[0]}, but its cost is uncertain."
    if not first:
        return f"{start}it is not decided which is the cheapest: {named(others)}."
    phrases = [named(names) + (", tied" if len(names) > 1 else "")]
    if others:
        phrases.append(f"not decided: {named(others)}")
    phrases += _beside(choice, first)
    if old := _old(library for offer in first for library in offer.libraries):
        phrases.append(old)
    return start + "; ".join(phrases) + "."


def _old(libraries: Iterable[Library]) -> str:
    """Of versions that are old when they were released: for a library that a distribution brings,
    that is no word on later ones."""
    old = [
        f"{measured.released[:7]} ({measured.codec})" for measured in libraries if measured.is_old
    ]
    versions = "a version" if len(old) == 1 else "versions"
    return f"measured in {versions} of {', '.join(old)}" if old else ""


def _nothing(choice: Choice) -> str:
    gaps = [(offer, language) for offer in choice.gapped for language in offer.gaps]
    return f"{title(gaps[0][0])} has nothing for {language_name(gaps[0][1])}." if gaps else ""


def _beside(choice: Choice, first: Sequence[Offer]) -> Iterator[str]:
    """What a winner gives up, and what one has to give up who wants that."""
    best = first[0]
    others = [offer for offer in choice.offers if offer.rank_low > 1]
    smaller = [offer for offer in others if offer.bytes < 0.995 * best.bytes]
    quicker = [offer for offer in others if difference(best.time, offer.time).low > 0]
    if smaller:
        # The best trade-off, and the smallest of all where it is much smaller still.
        one = min(smaller, key=lambda offer: offer.bytes * offer.time.estimate)
        smallest = min(smaller, key=lambda offer: offer.bytes)
        for offer in (one, smallest) if smallest.bytes < 0.95 * one.bytes else (one,):
            less = 100 * (1 - offer.bytes / best.bytes)
            yield f"{title(offer)} is {less:.0f} % smaller and {_takes(offer, best)}"
    if quicker:
        one = min(quicker, key=lambda offer: offer.time.estimate)
        if one not in smaller:
            more = 100 * (one.bytes / best.bytes - 1)
            yield f"{title(one)} {_takes(one, best)} and {more:.0f} % more bytes"
    cost = choice.cost
    gapped = [(offer, _where(offer, best, cost)) for offer in choice.gapped]
    ahead = [(one, there) for one, there in gapped if difference(there, one.cost).low > 0]
    if ahead:
        one, there = min(ahead, key=lambda pair: pair[0].cost.estimate / pair[1].estimate)
        where, lacking = (
            named([language_name(language) for language in languages])
            for languages in ([library.language for library in one.libraries], one.gaps)
        )
        own, of_best = _amount(one.cost, cost), _amount(there, cost)
        better = f"{_BETTER[cost.by]} in {where} ({own} against {of_best})"
        yield f"{title(one)} is {better} but has nothing for {lacking} here"


def _takes(one: Offer, best: Offer) -> str:
    """`takes 1.4 times the processor (C++ 1.1, Go 1.7)`."""
    whole = units.digits(ratio(one.time, best.time).estimate)
    each = [
        f"{language_name(a.language)} {units.digits(ratio(a.time, b.time).estimate)}"
        for a, b in zip(one.libraries, best.libraries, strict=True)
    ]
    more = f" ({', '.join(each)})" if len(each) > 1 else ""
    return f"takes {whole} times the processor time{more}"


def _where(part: Offer, whole: Offer, cost: Cost) -> Interval:
    """The cost of a whole offer in those languages that another one has."""
    there = {library.language for library in part.libraries}
    shared = [library for library in whole.libraries if library.language in there]
    return cost.mean_of([(library.time, library.bytes) for library in shared])


def _amount(interval: Interval, cost: Cost) -> str:
    match cost.by:
        case "bytes":
            return units.size(interval.estimate)
        case "price":
            return f"{units.digits(interval.estimate)} an hour"
        case _:
            return units.time(interval.estimate)


def title(offer: Offer) -> str:
    return f"{offer.format} with {offer.compression}" if offer.compression else offer.format


def rank_of(offer: Offer) -> str:
    """Its ranks, as in the tables of `serbench run`."""
    return rank_text(Rank(offer.rank_low, offer.rank_high) if offer.rank_low else None)


def total(offer: Offer, cost: Cost) -> str:
    """The cost of a message, or of an hour, as it is ordered by."""
    interval, amount = offer.cost, _amount(offer.cost, cost)
    match cost.by:
        case "bytes":
            return amount
        case "price":
            return f"{amount} ({_cores(offer, cost)})"
        case _:
            text = f"{amount} {_interval(interval)}{_mark(interval)}"
    if cost.by == "processor" and cost.is_geometric:
        text += f", {units.digits(offer.ratio)} times the fastest"
    return text


def _mark(interval: Interval) -> str:
    return UNCERTAIN_MARK if is_uncertain(interval) else ""


def _cores(offer: Offer, cost: Cost) -> str:
    cores = units.digits(cost.rate * offer.time.estimate / 1e9)
    sent = units.digits(cost.rate * offer.bytes * 8 / 1e6)
    return f"{cores} cores, {sent} Mbit/s"


def _interval(interval: Interval) -> str:
    high = interval.high if math.isfinite(interval.high) else None
    return units.time_interval(interval.estimate, interval.low, high)


def library(measured: Library, within: str = "") -> tuple[str, str, str, str]:
    """Its codec, without the name of the language that it stands with, time, ratio and bytes."""
    beside = ""
    if measured.codec != measured.fastest:
        beside = f"{units.ratio(measured.ratio.estimate)} ({_ends(measured.ratio)})"
    time = f"{units.time(measured.time.estimate)} {_interval(measured.time)}{_mark(measured.time)}"
    return measured.codec.removeprefix(f"{within}/"), time, beside, units.size(measured.bytes)


def _ends(interval: Interval) -> str:
    return f"{units.digits(interval.low)}{units.EN_DASH}{units.digits(interval.high)}"


def facts(offer: Offer) -> Iterator[str]:
    """What is to be known of an offer beside its figures."""
    for language, why in offer.gaps.items():
        yield f"nothing for {language_name(language)}: {why}"
    if offer.gives_up:
        yield f"gives up: {'; '.join(offer.gives_up)}"
    if old := _old(offer.libraries):
        yield old
    if offer.unshown:
        yield f"not shown here: {'; '.join(offer.unshown)}"


def rule(offer: Offer, choice: Choice) -> Iterator[str]:
    """Why it has its ranks."""
    time = f"{units.time(offer.time.estimate)} {_interval(offer.time)}"
    of = [
        f"{units.time(measured.time.estimate)} ({measured.codec})" for measured in offer.libraries
    ]
    cost = choice.cost
    kind = "geometric mean" if cost.is_geometric else "mean"
    yield f"its time is the {kind} of {', '.join(of)}: {time}"
    match cost.by:
        case "link":
            yield (
                f"{units.size(offer.bytes)} over {units.link(cost.bits_per_s)} take "
                f"{units.time(offer.bytes * cost.of_a_byte)} more: {total(offer, cost)}"
                + (", the geometric mean of both together" if cost.is_geometric else "")
            )
        case "price":
            cores = cost.rate * offer.time.estimate / 1e9
            sent_gb = cost.rate * 3600 * offer.bytes / 1e9
            yield (
                f"{units.digits(cores)} cores at {units.digits(cost.core_hour)} and "
                f"{units.digits(sent_gb)} GB in an hour at {units.digits(cost.gigabyte)}: "
                f"{total(offer, cost)}"
            )
        case "bytes":
            yield f"only its bytes count: {total(offer, cost)}"
        case _:
            pass
    if not offer.rank_low:
        yield "it has no rank, since a language lacks it"
        return
    for other in choice.offers:
        if other is not offer:
            yield _against(offer, other)


def _against(offer: Offer, other: Offer) -> str:
    if is_cheaper(other, offer):
        told = "was shown cheaper"
    elif is_cheaper(offer, other):
        told = "was shown dearer"
    elif are_tied(offer, other):
        told = "is tied with it"
    else:
        told = "is not decided against it"
    apart = ratio(other.cost, offer.cost)
    return f"{title(other)} {told}: {units.digits(apart.estimate)} times its cost ({_ends(apart)})"


def _in_short(offer: Offer) -> str:
    """Of a format that a language lacks."""
    there = named([language_name(measured.language) for measured in offer.libraries])
    lacking = named([language_name(language) for language in offer.gaps])
    return (
        f"{title(offer)}, in {there}: {units.size(offer.bytes)}, {units.time(offer.time.estimate)} "
        f"{_interval(offer.time)}; none to choose here for {lacking}"
    )


def lost(choice: Choice) -> Iterator[str]:
    """Why codecs of these languages were none to choose, and why formats have no libraries."""
    yield from reasons(choice.lost)
    for format_, why in choice.apart.items():
        yield f"{format_}: {why}"


def reasons(losses: Iterable[Lost]) -> Iterator[str]:
    """Why codecs were none to choose, alike reasons together."""
    by_why: dict[str, list[str]] = {}
    for one in losses:
        by_why.setdefault(one.why, []).append(one.codec)
    for why, codecs in by_why.items():
        yield f"{', '.join(codecs)}: {why}"


def missing(choice: Choice, grounds: Grounds, in_db: str = "") -> Iterator[str]:
    """The commands that show what was not shown of these offers; `in_db` is their `--db FILE`, ""
    for the usual one."""
    offers = [*choice.offers, *choice.gapped]
    absent = [
        language
        for language in choice.needs.languages
        if not any(
            measured.language == language for offer in offers for measured in offer.libraries
        )
    ]
    evolve = [
        language
        for language in absent
        if any(one.language == language and one.why == GROWTH_UNKNOWN for one in choice.lost)
    ]
    if evolve:
        names = named([language_name(language) for language in evolve])
        langs = shell(",".join(evolve))
        evolve_command = f"serbench evolve --lang {langs}{in_db}"
        yield f"{names}: whether codecs survive a schema that grows; {evolve_command}"
    unsized = [
        language
        for language in choice.needs.languages
        if any(one.language == language and one.why == CODE_UNKNOWN for one in choice.lost)
    ]
    if unsized:
        names = named([language_name(language) for language in unsized])
        yield f"code sizes in {names}: serbench footprint --of {shell(grounds.run)}{in_db}"
    untested = [
        language
        for language in choice.needs.languages
        if any(one.language == language and one.why == TYPES_UNKNOWN for one in choice.lost)
    ]
    if untested:
        names = named([language_name(language) for language in untested])
        langs = shell(",".join(untested))
        what = "no stored results of types for these versions"
        yield f"{names}: {what}; serbench types --lang {langs}"
    if measure := [one for one in absent if one not in (*evolve, *unsized, *untested)]:
        names = named([language_name(language) for language in measure])
        langs = shell(",".join(choice.needs.languages))
        target = shell(grounds.workload.name)
        yield f"{names}: not measured here; serbench run {target} --lang {langs}{in_db}"
    for start, command in _COMMANDS.items():
        if any(remark.startswith(start) for offer in choice.offers for remark in offer.unshown):
            yield f"{start}: {command} --of {shell(grounds.run)}{in_db}"


def print_choice(
    choice: Choice, grounds: Grounds, console: Console, *, why: bool, in_db: str = ""
) -> None:
    from rich.padding import Padding
    from rich.text import Text

    def line(text: str, indent: int = 0, style: str = "") -> None:
        lines = wrapped(Text(plain(text), style), console.width - indent, console)
        console.print(Padding(lines, (0, 0, 0, indent), expand=False))

    line(sentence(choice), style="bold")
    width = max(
        (len(measured.codec) for o in (*choice.offers, *choice.gapped) for measured in o.libraries),
        default=0,
    )
    shown = (*choice.offers, *choice.gapped) if why else choice.offers
    for offer in shown:
        console.print()
        head = f"{rank_of(offer):<5} {title(offer)}  {units.size(offer.bytes)}"
        line(head + ("" if choice.cost.by == "bytes" else f"  {total(offer, choice.cost)}"))
        for measured in offer.libraries:
            codec, time, beside, size = library(measured)
            line(f"{codec:<{width}}  {time:<17} {beside:<19} {size}".rstrip(), 4)
        for remark in facts(offer):
            line(remark, 4, "dim")
        if why:
            for remark in rule(offer, choice):
                line(remark, 6, "dim")
    console.print()
    for offer in () if why else choice.gapped:
        line(f"{rank_of(offer):<5} {_in_short(offer)}", style="dim")
    for remark in lost(choice):
        line(f"Out: {remark}", style="dim")
    for remark in missing(choice, grounds, in_db):
        text = f"Not measured here: {remark}"
        lack, _, command = text.partition(" serbench ")
        if len(text) > console.width:  # whole on a line of its own, so that it can be pasted
            line(lack, style="yellow")
            console.print(Text(plain(f"    serbench {command}"), "yellow"), soft_wrap=True)
        else:
            line(text, style="yellow")
    line(legend(choice.cost), style="dim")


def markdown(choice: Choice, grounds: Grounds, in_db: str = "") -> str:
    lines = [f"## {markdown_cell(grounds.workload.name)}", "", markdown_cell(sentence(choice)), ""]
    lines += ["| rank | format | bytes | cost | library | time | | bytes |"]
    lines += ["| --: | --- | --: | --: | --- | --: | --: | --: |"]
    for offer in (*choice.offers, *choice.gapped):
        own = [rank_of(offer), title(offer), units.size(offer.bytes), total(offer, choice.cost)]
        for measured in offer.libraries:
            lines.append(f"| {' | '.join(map(markdown_cell, (*own, *library(measured))))} |")
            own = [""] * 4
    for offer in (*choice.offers, *choice.gapped):
        if remarks := [*facts(offer), *rule(offer, choice)]:
            lines += ["", f"**{markdown_cell(title(offer))}**", ""]
            lines += [f"- {markdown_cell(remark)}" for remark in remarks]
    for heading_, remarks in (
        ("Out", [*lost(choice)]),
        ("Not measured here", [*missing(choice, grounds, in_db)]),
    ):
        if remarks:
            lines += [
                "",
                f"**{heading_}**",
                "",
                *(f"- {markdown_cell(remark)}" for remark in remarks),
            ]
    return "\n".join([*lines, "", legend(choice.cost), ""])


def as_json(found: Sequence[tuple[Choice, Grounds]]) -> str:
    """A JSON array, an object for each workload."""
    objects = [
        {
            "run": grounds.run,
            "workload": grounds.workload.name,
            "proofs": grounds.runs,
            "sentence": sentence(choice),
            "choice": choice,
        }
        for choice, grounds in found
    ]
    return indented(with_former_names(objects, {"estimate": "median", "rank_low": "place"}))
