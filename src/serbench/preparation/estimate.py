"""How long drivers would take to build: a rule of thumb for each language and library, and what
this machine has shown of them.

Which libraries are built already is told from what builds left behind, not by asking build tools.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from serbench.builders.codec import Codec
from serbench.languages.registry import LANGUAGES
from serbench.machine import cache, learned, processors
from serbench.schema.model import Schema

# The stages of a language's build, beside one for each library that serbench compiles itself.
BASE, DRIVERS = "base", "drivers"
# What the rules of thumb are for.
_PROCESSORS = 2
# Fields of a schema that is not known yet.
FIELDS = 30
# Compiling on two idle cores, of libraries that serbench compiles itself.
_COMPILED_S = {
    "avro": 132.0,
    "avro_c": 8.0,
    "boost_json": 19.0,
    "boost_serialization": 26.0,
    "bson": 7.0,
    "capnp": 80.0,
    "fast_cdr": 12.0,
    "nanopb": 3.0,
    "protobuf": 142.0,
    "protobuf_35": 120.0,
    "protobuf_c": 3.0,
    "pugixml": 6.0,
    "rapidyaml": 9.0,
    "simdjson": 20.0,
    "thrift": 50.0,
    "tinycbor": 2.0,
    "upb": 35.0,
    "yyjson": 6.0,
}
_COMPILED_UNKNOWN_S = 20.0


@dataclass(frozen=True, slots=True)
class Work:
    """A driver or a library to be built: the kind that it is learned as, and seconds by the rule of
    thumb."""

    language: str
    stage: str
    kind: str
    rule_s: float

    @property
    def is_driver(self) -> bool:
        return self.kind.startswith("build/")


def work(schema: Schema | None, codecs: Sequence[Codec], *, fetches: bool = False) -> list[Work]:
    """What building these drivers takes, if all of the machine is theirs, with the libraries that
    are not there yet. Languages that are built side by side take the sum. Without a schema, for one
    of usual size. With `fetches`, as if what is still to be fetched had been."""
    fields = FIELDS if schema is None else sum(len(record.fields) for record in schema.records)
    share = min(max(_PROCESSORS / len(processors.allowed()), 0.25), 2.0)
    found: dict[str, Work] = {}  # by kind: codecs may have a library in common
    for language in dict.fromkeys(codec.language for codec in codecs):
        of_language = [codec for codec in codecs if codec.language == language]
        known = built_before(language)
        first_s, library_s = LANGUAGES[language].library_s
        codec_s, field_s = LANGUAGES[language].build_s
        add = partial(Work, language)
        items = []
        if not known:
            items.append(add(BASE, f"base/{language}", first_s))
        for codec in of_language:
            if codec.id not in known and not codec.is_own:
                items.append(add(DRIVERS, f"library/{codec.id}", library_s))
            items.append(add(DRIVERS, f"build/{codec.id}", share * (codec_s + field_s * fields)))
        items += [
            add(name, f"compile/{name}", share * _COMPILED_S.get(name, _COMPILED_UNKNOWN_S))
            for name in _to_compile(of_language, fetches)
        ]
        found |= {item.kind: item for item in items if item.rule_s}
    return list(found.values())


def seconds(found: Sequence[Work]) -> dict[str, float]:
    """By kind, what they take on this machine."""
    return learned.all_seconds({item.kind: item.rule_s for item in found})


def learn(found: Sequence[Work], took_s: float) -> None:
    """Keeps what building all of these says of the machine. Where libraries were among them, what
    was unexpected is put down to those: how long fetching takes says nothing of drivers."""
    drivers_s = {item.kind: item.rule_s for item in found if item.is_driver}
    others_s = {item.kind: item.rule_s for item in found if not item.is_driver}
    if others_s:
        learned.learn(others_s, took_s - sum(learned.all_seconds(drivers_s).values()))
    else:
        learned.learn(drivers_s, took_s)


def never_built(codecs: Iterable[Codec]) -> list[Codec]:
    """Those that no schema has a driver of."""
    codecs = list(codecs)
    known = {id_ for language in {c.language for c in codecs} for id_ in built_before(language)}
    return [codec for codec in codecs if codec.id not in known]


def built_before(language: str) -> frozenset[str]:
    """The ids of the codecs that some schema has a driver of, so that their libraries are there."""
    return frozenset(_built_before(language))


def _built_before(language: str) -> Iterator[str]:
    for entry in cache.builds(cache.home() / "build" / language):
        with suppress(OSError, ValueError):
            for key in json.loads((entry.path / cache.STAMP).read_text()):
                yield key.partition("+")[0].partition("@")[0]


def _to_compile(codecs: Sequence[Codec], fetches: bool) -> list[str]:
    """The C++ libraries of these that serbench has fetched, or `fetches`, and that no compiler here
    has compiled."""
    from serbench.builders.cpp import libraries
    from serbench.builders.cpp.builder import BUILDER

    home = cache.home() / "build" / BUILDER.language
    named = {
        n for codec in codecs for key in ("fetch", "compile") for n in codec.facts.get(key, ())
    }
    return [
        name
        for name in (BUILDER.to_fetch(codecs) if named else ())
        if name in named
        and (fetches or libraries.version(name))
        and libraries.recipe(name).sources
        and not any(home.glob(f"library-*/{name}-*/lib.a"))
    ]
