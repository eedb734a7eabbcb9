"""Codecs shared out among hosts of one kind, and those that all of them measure: the bridge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from serbench.builders.codec import Codec

# Of each language. Two tell the hosts' levels apart and, barely, how much hosts differ; each
# further one costs its time on every host.
BRIDGE = 3
_HAND_WRITTEN = "hand-written"


def bridge(codecs: Sequence[Codec]) -> list[Codec]:
    """Of each language the reference, hand-written code and then those of the core set; all of a
    language with as few."""
    found = []
    for language in dict.fromkeys(codec.language for codec in codecs):
        of_language = [codec for codec in codecs if codec.language == language]
        found += sorted(of_language, key=_rank)[:BRIDGE]
    return found


def _rank(codec: Codec) -> int:
    if codec.is_own:
        return 3
    if codec.is_reference:
        return 0
    return 1 if _HAND_WRITTEN in codec.traits else 2 if codec.is_core else 3


def shares(codecs: Sequence[Codec], kinds: Mapping[str, str]) -> dict[str, list[Codec]]:
    """What each host measures: the bridge, and a share of the others, those of a language in turns.
    `kinds` are of the hosts, by their names; a host that is alone of its kind measures all."""
    linking = bridge(codecs)
    others = sorted((c for c in codecs if c not in linking), key=lambda codec: codec.language)
    found: dict[str, list[Codec]] = {}
    for kind in dict.fromkeys(kinds.values()):
        hosts = [host for host, of_host in kinds.items() if of_host == kind]
        for number, host in enumerate(hosts):
            share = {codec.id for codec in (*linking, *others[number :: len(hosts)])}
            found[host] = [codec for codec in codecs if codec.id in share]
    return found
