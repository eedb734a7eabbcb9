"""Which format several languages should share, and by which library in each.

A format costs what its messages cost: the time to serialize and to deserialize one, a mean over the
languages, each of which writes and reads as much as the others; and its bytes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Literal

import msgspec

from serbench.results.rows import WorkloadFacts
from serbench.stats import SMALLEST_OF_ONE_LAYOUT, Interval, ties
from serbench.stats.mover import difference, geometric_mean, mean, ratio

By = Literal["bytes", "processor", "link", "price"]
# Over the languages: the geometric mean of each one's time over that of its fastest codec, or the
# arithmetic mean of the times, of which the slowest language is the most.
Mean = Literal["ratios", "times"]

# Of what people do to a schema, what bytes and readers of the day before have to get over.
GROWTH = ("field added at the end", "field added in the middle", "nested record grown")
# Of traits, the one that makes a codec none to choose, and those that people may accept.
HAND_WRITTEN, UNCHECKED, UNMAINTAINED = "hand-written", "unchecked", "unmaintained"
# What a format may be, by its codecs' traits; and what it is if it is not.
NATURES = {"human-readable": "people cannot read it", "self-describing": "readers need the schema"}
GROWTH_UNKNOWN = "whether it survives a schema that grows was not looked for"
CODE_UNKNOWN = "footprint not measured"
TYPES_UNKNOWN = "which types it keeps was not tested: serbench types"
HOURLY_S = 3600.0
OLD_YEARS = 3


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A proven codec of which both directions were timed: nanoseconds and bytes of a value,
    `compression` (what `serbench cost` measured, "" for none) included in both. `released` is the
    day when this version of the library was, `YYYY-MM-DD`, "" if it is not known; `is_old`: more
    than `OLD_YEARS` before the run."""

    codec: str
    language: str
    format: str
    traits: tuple[str, ...]
    bytes: float
    time: Interval
    compression: str = ""
    released: str = ""
    is_old: bool = False


class Lost(msgspec.Struct, frozen=True, kw_only=True):
    """A codec that is none to choose, and why: it cannot hold a value, was not measured, …"""

    codec: str
    language: str
    format: str
    why: str


class Proofs(msgspec.Struct, frozen=True, kw_only=True):
    """What else was found of codecs. `pairs`: of writer and reader why the bytes of one are not
    read by the other, "" where they are. `grown`: which of `GROWTH` a codec does not get over, ""
    if none; `old_bytes`: which of them its old bytes do not. `survived`: what ended its decoder, ""
    if nothing did. `facts`: what its decoder checks. `code`: the bytes of code that a program ships
    for it, None if its footprint has no such figure. `lost_types`: the types that it does not keep
    (`serbench types`), with why. What is not there was not looked for."""

    pairs: Mapping[tuple[str, str], str] = {}
    grown: Mapping[str, str] = {}
    old_bytes: Mapping[str, str] = {}
    survived: Mapping[str, str] = {}
    facts: Mapping[str, tuple[str, ...]] = {}
    code: Mapping[str, int | None] = {}
    lost_types: Mapping[str, Mapping[str, str]] = {}


class Grounds(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of one workload of a run. `runs` are those that the proofs are of, by kind."""

    run: str
    workload: WorkloadFacts
    candidates: tuple[Candidate, ...]
    lost: tuple[Lost, ...]
    proofs: Proofs
    runs: dict[str, tuple[str, ...]]

    @property
    def languages(self) -> tuple[str, ...]:
        measured = [candidate.language for candidate in self.candidates]
        return tuple(dict.fromkeys([*measured, *(loss.language for loss in self.lost)]))


class Needs(msgspec.Struct, frozen=True, kw_only=True):
    """What the choice has to be like. `facts` are those of decoders, as `checks-utf8`; a nature
    that is True is wanted, one that is False is not, and one that is None may be as it likes.
    `max_code`: the most bytes of code that a program may ship for a codec. `keeps`: names of types
    all of whose values it has to keep."""

    languages: tuple[str, ...]
    checked: bool = True
    maintained: bool = True
    grows: bool = False
    human_readable: bool | None = None
    self_describing: bool | None = None
    facts: tuple[str, ...] = ()
    max_code: float | None = None
    keeps: tuple[str, ...] = ()

    def natures(self) -> dict[str, bool | None]:
        return dict(zip(NATURES, (self.human_readable, self.self_describing), strict=True))


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """What a message costs by its processor time and its bytes: bytes; nanoseconds of processors;
    nanoseconds until it is there and read, over a link of `bits_per_s`; or money an hour at `rate`
    messages a second, at prices of a core for an hour and of a gigabyte sent. `mean` is how the
    languages' times, and what they make of a cost, become one."""

    by: By
    mean: Mean = "ratios"
    rate: float = 0.0
    bits_per_s: float = 0.0
    core_hour: float = 0.0
    gigabyte: float = 0.0

    @property
    def of_a_ns(self) -> float:
        if self.by == "price":
            return self.rate * self.core_hour / 1e9
        return 0.0 if self.by == "bytes" else 1.0

    @property
    def of_a_byte(self) -> float:
        match self.by:
            case "price":
                return self.rate * HOURLY_S * self.gigabyte / 1e9
            case "link":
                return 8e9 / self.bits_per_s
            case "bytes":
                return 1.0
            case _:
                return 0.0

    @property
    def is_geometric(self) -> bool:
        """Whether the mean over languages is the geometric one. The processors of all languages
        are paid for together, so that a price is made of the mean of their times."""
        return self.mean == "ratios" and self.by != "price"

    def mean_time(self, times: Sequence[Interval]) -> Interval:
        """That of a format, of its times in each language. All formats have the same languages, so
        that the geometric means of two stand to each other as those of their ratios to each
        language's fastest; but what is not certain of the fastest does not count."""
        return geometric_mean(times) if self.is_geometric else mean(times)

    def mean_of(self, parts: Sequence[tuple[Interval, float]]) -> Interval:
        """The cost of a format, of its times and bytes in each language."""
        if self.is_geometric and self.of_a_ns:
            return geometric_mean([self.of(time, size) for time, size in parts])
        size = sum(size for _, size in parts) / len(parts)
        return self.of(mean([time for time, _ in parts]), size)

    def of(self, time: Interval, size: float) -> Interval:
        sent = self.of_a_byte * size
        if not self.of_a_ns:
            return Interval(sent, sent, sent)
        ends = (time.estimate, time.low, time.high)
        return Interval(*(sent + self.of_a_ns * ns for ns in ends))

    def fits(self, size: float) -> bool:
        """Whether the link carries as many messages of this size as there are."""
        return not (self.rate and self.bits_per_s) or self.rate * size * 8 <= self.bits_per_s


class Library(msgspec.Struct, frozen=True, kw_only=True):
    """The codec by which a language takes a format. `ratio` is its time over that of the language's
    fastest that may be chosen, `fastest`. `released` and `is_old` as of a `Candidate`."""

    language: str
    codec: str
    time: Interval
    bytes: float
    ratio: Interval
    fastest: str
    released: str = ""
    is_old: bool = False


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A format. `rank_low` is 1 + how many were shown cheaper, 0 if a language has no library for
    it (`gaps`: why): the lowest rank that it can have, as `rank_high` is the highest. `is_tied`
    with another: neither was shown cheaper, and their costs are alike. `time` is the mean over the
    languages that the cost asks for, in nanoseconds; `ratio` the geometric mean of the libraries'
    ratios. `gives_up` and `unshown` are said in words."""

    format: str
    compression: str
    libraries: tuple[Library, ...]
    gaps: dict[str, str]
    time: Interval
    ratio: float
    bytes: float
    cost: Interval
    fits: bool
    rank_low: int = 0
    rank_high: int = 0
    is_tied: bool = False
    cheaper: tuple[str, ...] = ()
    gives_up: tuple[str, ...] = ()
    unshown: tuple[str, ...] = ()


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """`offers` are whole, in order; `gapped` lack a language. `lost` are the codecs of these
    languages that were none to choose; `apart` says of formats why no libraries for them read each
    other."""

    needs: Needs
    cost: Cost
    offers: tuple[Offer, ...]
    gapped: tuple[Offer, ...]
    lost: tuple[Lost, ...]
    apart: dict[str, str]


def choose(
    candidates: Iterable[Candidate],
    lost: Iterable[Lost],
    proofs: Proofs,
    needs: Needs,
    cost: Cost,
) -> Choice:
    """The formats in order of what they cost. `lost` are those that are no candidates at all."""
    out = {loss.codec: loss for loss in lost if loss.language in needs.languages}
    apart: dict[str, str] = {}
    fit: list[Candidate] = []
    for one in candidates:
        if one.language in needs.languages and HAND_WRITTEN not in one.traits:
            if why := why_not(one, proofs, needs):
                loss = Lost(codec=one.codec, language=one.language, format=one.format, why=why)
                out[one.codec] = loss
            else:
                fit.append(one)
    fastest = {
        language: min((c for c in fit if c.language == language), key=_by_time)
        for language in {c.language for c in fit}
    }
    kinds: dict[tuple[str, str], list[Candidate]] = {}
    for one in fit:
        kinds.setdefault((one.format, one.compression), []).append(one)
    found: dict[str, Offer] = {}
    for (format_, compression), several in kinds.items():
        chosen, why = _combination(several, proofs, needs, cost)
        if not chosen:
            apart[format_] = why
            continue
        gaps = {
            language: _gap(format_, language, out.values())
            for language in needs.languages
            if language not in {c.language for c in chosen}
        }
        offer = _offer(format_, compression, chosen, fastest, gaps, cost)
        best = found.get(format_)
        if best is None or offer.cost.estimate < best.cost.estimate:
            found[format_] = offer
    whole = [offer for offer in found.values() if not offer.gaps]
    gapped = [offer for offer in found.values() if offer.gaps]
    traits = {c.codec: c.traits for c in fit}
    return Choice(
        needs=needs,
        cost=cost,
        offers=tuple(_said(_ranked(whole), traits, proofs)),
        gapped=tuple(_said(sorted(gapped, key=_order), traits, proofs)),
        lost=tuple(sorted(out.values(), key=lambda loss: loss.codec)),
        apart={format_: why for format_, why in apart.items() if format_ not in found},
    )


def _by_time(one: Candidate) -> tuple[bool, float]:
    """What is uncertain is not called the fastest where something else is."""
    return ties.is_uncertain(one.time), one.time.estimate


def _gap(format_: str, language: str, lost: Iterable[Lost]) -> str:
    """Why a language has no library for a format."""
    losses = [one for one in lost if (one.format, one.language) == (format_, language)]
    return "; ".join(f"{one.codec}: {one.why}" for one in losses) or "no library was measured"


def why_not(one: Candidate, proofs: Proofs, needs: Needs) -> str:
    """Why a codec is none to choose; or ""."""
    if needs.checked and UNCHECKED in one.traits:
        return "it trusts its input"
    if needs.maintained and UNMAINTAINED in one.traits:
        return "its authors maintain it no longer"
    if needs.checked and (ended := proofs.survived.get(one.codec)):
        return ended
    for nature, wanted in needs.natures().items():
        if wanted is not None and (nature in one.traits) != wanted:
            return f"it is {'not ' if wanted else ''}{nature}"
    if needs.grows:
        if one.codec not in proofs.grown:
            return GROWTH_UNKNOWN
        if failed := proofs.grown[one.codec]:
            return failed
    if lacking := [fact for fact in needs.facts if fact not in proofs.facts.get(one.codec, ())]:
        return f"it was not proven that it {_third_person(lacking[0])}"
    if needs.keeps:
        if one.codec not in proofs.lost_types:
            return TYPES_UNKNOWN
        lost = proofs.lost_types[one.codec]
        if name := next((name for name in needs.keeps if name in lost), ""):
            return f"it does not keep {name}: {lost[name]}"
    return _too_large(one, proofs, needs.max_code) if needs.max_code is not None else ""


def _too_large(one: Candidate, proofs: Proofs, max_code: float) -> str:
    """Why a codec's code is not known to be within so many bytes; or ""."""
    if one.codec not in proofs.code:
        return CODE_UNKNOWN
    code = proofs.code[one.codec]
    if code is None:
        return "its footprint has no code size"
    return f"a program ships {code:,} B for it" if code > max_code else ""


def _third_person(fact: str) -> str:
    return fact.replace("-", " ", 1).replace("utf8", "UTF-8")


def _combination(
    candidates: Sequence[Candidate], proofs: Proofs, needs: Needs, cost: Cost
) -> tuple[list[Candidate], str]:
    """Of each language the cheapest library, of those that read each other; or why there is
    none. Of libraries that cost the same, as of one format by bytes, the faster."""

    def price(one: Candidate) -> tuple[float, float]:
        # Sums of these put combinations in the order of their means.
        spent, time = cost.of(one.time, one.bytes).estimate, one.time.estimate
        if not cost.is_geometric:
            return spent, time
        return math.log(spent) if cost.of_a_ns else spent, math.log(time)

    of = [
        sorted(((price(c), c) for c in candidates if c.language == language), key=itemgetter(0))
        for language in needs.languages
    ]
    of = [several for several in of if several]
    # The least that the languages from each on add. Of six there may be a million combinations.
    least = [(0.0, 0.0)]
    for several in reversed(of):
        least.insert(0, _added(several[0][0], least[0]))
    best: list[Candidate] = []
    of_best = (math.inf, math.inf)

    def extend(chosen: list[Candidate], spent: tuple[float, float]) -> None:
        nonlocal best, of_best
        if len(chosen) == len(of):
            best, of_best = chosen, spent
            return
        for added, one in of[len(chosen)]:
            so_far = _added(spent, added)
            if _added(so_far, least[len(chosen) + 1]) >= of_best:
                break
            longer = [*chosen, one]
            if not any(_apart(a, one, proofs) or _apart(one, a, proofs) for a in longer):
                extend(longer, so_far)

    extend([], (0.0, 0.0))
    if best:
        return best, ""
    cheapest = [several[0][1] for several in of]
    found = (_apart(a, b, proofs) for a in cheapest for b in cheapest)
    return [], next(filter(None, found), "")


def _added(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return one[0] + other[0], one[1] + other[1]


def _apart(one: Candidate, other: Candidate, proofs: Proofs) -> str:
    """Why the other does not read what the one writes; or ""."""
    reason = proofs.pairs.get((one.codec, other.codec), "")
    return f"{one.codec} is not read by {other.codec}: {reason}" if reason else ""


def _offer(
    format_: str,
    compression: str,
    chosen: Sequence[Candidate],
    fastest: Mapping[str, Candidate],
    gaps: dict[str, str],
    cost: Cost,
) -> Offer:
    size = sum(c.bytes for c in chosen) / len(chosen)
    libraries = tuple(
        Library(
            language=c.language,
            codec=c.codec,
            time=c.time,
            bytes=c.bytes,
            ratio=ratio(c.time, fastest[c.language].time),
            fastest=fastest[c.language].codec,
            released=c.released,
            is_old=c.is_old,
        )
        for c in chosen
    )
    return Offer(
        format=format_,
        compression=compression,
        libraries=libraries,
        gaps=gaps,
        time=cost.mean_time([c.time for c in chosen]),
        ratio=geometric_mean([library.ratio for library in libraries]).estimate,
        bytes=size,
        cost=cost.mean_of([(c.time, c.bytes) for c in chosen]),
        fits=cost.fits(size),
    )


def _order(offer: Offer) -> tuple[bool, float, float, str]:
    return not offer.fits, offer.cost.estimate, offer.time.estimate, offer.format


def _ranked(offers: Iterable[Offer]) -> list[Offer]:
    ordered = sorted(offers, key=_order)
    ranked = []
    for offer in ordered:
        others = [other for other in ordered if other is not offer]
        cheaper = tuple(other.format for other in others if is_cheaper(other, offer))
        dearer = [other for other in others if is_cheaper(offer, other)]
        ranked.append(
            msgspec.structs.replace(
                offer,
                rank_low=1 + len(cheaper),
                rank_high=len(ordered) - len(dearer),
                is_tied=any(are_tied(offer, other) for other in others),
                cheaper=cheaper,
            )
        )
    return ranked


def are_tied(one: Offer, other: Offer) -> bool:
    """Whether neither was shown cheaper, and their costs are alike."""
    decided = is_cheaper(one, other) or is_cheaper(other, one)
    return not decided and ties.are_alike(one.cost, other.cost)


def cheapest(choice: Choice) -> tuple[list[Offer], list[Offer]]:
    """Of the offers that none was shown cheaper than those to be called the cheapest, which are
    tied if they are several, and the others."""
    first = [offer for offer in choice.offers if offer.rank_low == 1]
    called = ties.fastest(first, lambda offer: offer.cost)
    formats = {offer.format for offer in called}
    return called, [offer for offer in first if offer.format not in formats]


def is_cheaper(one: Offer, other: Offer) -> bool:
    """Whether it was shown: their intervals hold no zero between them, and it is a difference that
    is of interest. What the link does not carry is dearer than what it does."""
    if one.fits != other.fits:
        return one.fits
    low = difference(other.cost, one.cost).low
    # Bytes are exact, and two formats of the same have the same cost.
    exact = one.cost.low == one.cost.high and other.cost.low == other.cost.high
    smallest = 0.0 if exact else SMALLEST_OF_ONE_LAYOUT
    return low > 0 and other.cost.estimate > one.cost.estimate * (1 + smallest)


def _said(
    offers: Sequence[Offer], traits: Mapping[str, tuple[str, ...]], proofs: Proofs
) -> list[Offer]:
    """With what each gives up beside the others, and what was not shown of it."""
    return [
        msgspec.structs.replace(
            offer,
            gives_up=tuple(_given_up(offer, offers, traits, proofs)),
            unshown=tuple(_unshown(offer, proofs)),
        )
        for offer in offers
    ]


def _given_up(
    offer: Offer,
    offers: Sequence[Offer],
    traits: Mapping[str, tuple[str, ...]],
    proofs: Proofs,
) -> Iterable[str]:
    def is_of(other: Offer, trait: str) -> bool:
        return all(trait in traits[library.codec] for library in other.libraries)

    if not offer.fits:
        yield "the link does not carry it"
    smallest = min(offers, key=lambda o: o.bytes)
    if offer.bytes > 1.005 * smallest.bytes:
        more = 100 * (offer.bytes / smallest.bytes - 1)
        yield f"{more:.0f} % more bytes than {smallest.format}"
    for nature, lacking in NATURES.items():
        if not is_of(offer, nature) and any(is_of(other, nature) for other in offers):
            yield lacking
    codecs = [library.codec for library in offer.libraries]
    if trusting := [codec for codec in codecs if UNCHECKED in traits[codec]]:
        yield f"{_listed(trusting)}: corrupted bytes are undefined behaviour"
    known = [codec for codec in codecs if codec in proofs.facts]
    if lenient := [codec for codec in known if "checks-utf8" not in proofs.facts[codec]]:
        yield f"text that is not UTF-8 is accepted: {_listed(lenient)}"
    if failed := [f"{codec}: {why}" for codec in codecs if (why := proofs.grown.get(codec))]:
        yield f"a schema that grows: {'; '.join(failed)}"


def _unshown(offer: Offer, proofs: Proofs) -> Iterable[str]:
    codecs = [library.codec for library in offer.libraries]
    pairs = [(a, b) for i, a in enumerate(codecs) for b in codecs[i + 1 :]]
    apart = [
        f"{a} and {b}" for a, b in pairs if (a, b) not in proofs.pairs or (b, a) not in proofs.pairs
    ]
    grown = [codec for codec in codecs if codec not in proofs.grown]
    survived = [codec for codec in codecs if codec not in proofs.survived]
    yield from _of("that they read each other", apart, len(pairs))
    yield from _of("what becomes of it as the schema grows", grown, len(codecs))
    yield from _of("what hostile bytes do to it", survived, len(codecs))


def _of(question: str, codecs: Sequence[str], all_: int) -> Iterable[str]:
    """Nobody is named where it is several, and all."""
    if codecs:
        yield question if 1 < len(codecs) == all_ else f"{question}: {_listed(codecs)}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)
