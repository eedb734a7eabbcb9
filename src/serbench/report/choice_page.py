"""The page's section on which format to share: what it shows without scripts, and what its script
reckons with."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from serbench.proof.strictness import PROPERTIES
from serbench.report import choice as words
from serbench.report import units
from serbench.report.text import language_name, plain
from serbench.results.choice import Cost, Grounds, Needs, Offer, choose
from serbench.stats import SMALLEST_OF_ONE_LAYOUT, Interval
from serbench.stats.ties import ALIKE, UNCERTAIN

RULE = (
    "what it takes to serialize and to deserialize, by the cheapest proven library of each "
    "language, of those that read each other. Before a format stand the ranks that it can have. "
    "? is uncertain, and never called the cheapest."
)


def context(grounds: Sequence[Grounds]) -> dict[str, Any]:
    """What the template shows: by processor time, for all languages of the first workload."""
    if not grounds:
        return {"choices_of": []}
    first = grounds[0]
    cost = Cost(by="processor")
    plain_ones = [candidate for candidate in first.candidates if not candidate.compression]
    choice = choose(plain_ones, first.lost, first.proofs, Needs(languages=first.languages), cost)

    def offered(offer: Offer) -> dict[str, Any]:
        return {
            "rank": words.rank_of(offer),
            "name": words.title(offer),
            "figures": f"{units.size(offer.bytes)} · {words.total(offer, cost)}",
            "libraries": [
                (language_name(library.language), *words.library(library, within=library.language))
                for library in offer.libraries
            ],
            "facts": list(words.facts(offer)),
            "rule": list(words.rule(offer, choice)),
        }

    return {
        "choices_of": [ground.workload for ground in grounds],
        "choice_languages": [
            (language, language_name(language))
            for language in dict.fromkeys(name for one in grounds for name in one.languages)
        ],
        "choice_rule": RULE,
        "choice_mean": f"{words.MEANS[cost.mean]}.",
        "choice_facts": [fact.strict for fact in PROPERTIES],
        "choice_said": words.sentence(choice),
        "choice_offers": [offered(offer) for offer in choice.offers],
        "choice_gapped": [offered(offer) for offer in choice.gapped],
        "choice_lost": list(words.lost(choice)),
        "choice_missing": list(words.missing(choice, first)),
        "has_code_sizes": any(one.proofs.code for one in grounds),
        "has_compressions": any(
            candidate.compression for one in grounds for candidate in one.candidates
        ),
    }


def embedded(grounds: Sequence[Grounds]) -> dict[str, Any]:
    """Of each workload what is reckoned with; intervals as [middle, low, high] in nanoseconds."""
    languages = {language for ground in grounds for language in ground.languages}
    return {
        "bounds": {"alike": ALIKE, "uncertain": UNCERTAIN, "smallest": SMALLEST_OF_ONE_LAYOUT},
        "means": words.MEANS,
        "grounds": [_embedded(one) for one in grounds],
        "language_names": {
            plain(language): language_name(language) for language in sorted(languages)
        },
    }


def _ends(interval: Interval) -> tuple[float, float, float]:
    return interval.estimate, interval.low, interval.high


def _embedded(ground: Grounds) -> dict[str, Any]:
    pairs: dict[str, dict[str, str]] = {}
    for (writer, reader), why in ground.proofs.pairs.items():
        pairs.setdefault(plain(writer), {})[plain(reader)] = plain(why)
    return {
        "candidates": [
            {
                "codec": plain(one.codec),
                "language": plain(one.language),
                "format": plain(one.format),
                "traits": one.traits,
                "bytes": one.bytes,
                # JSON has no infinity: an interval of one process.
                "time": [end if math.isfinite(end) else None for end in _ends(one.time)],
                "compression": one.compression,
                "released": one.released,
                "is_old": one.is_old,
            }
            for one in ground.candidates
        ],
        "lost": [
            {name: plain(getattr(one, name)) for name in one.__struct_fields__}
            for one in ground.lost
        ],
        "proofs": {
            "pairs": pairs,
            "grown": {plain(codec): plain(why) for codec, why in ground.proofs.grown.items()},
            "survived": {plain(codec): plain(why) for codec, why in ground.proofs.survived.items()},
            "facts": {plain(codec): facts for codec, facts in ground.proofs.facts.items()},
            "code": {plain(codec): code for codec, code in ground.proofs.code.items()},
        },
    }
