"""The codecs that ship, of all languages, and which of them are meant."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cache

from serbench.build.codec import Codec, shipped
from serbench.errors import UserError, check_known, nearest
from serbench.languages.registry import LANGUAGES


@cache
def all_codecs() -> tuple[Codec, ...]:
    """Every codec of every language, in the order of languages and names."""
    return tuple(codec for language in LANGUAGES for codec in shipped(language))


def select(
    codecs: Sequence[Codec], languages: Sequence[str] = (), globs: Sequence[str] = ()
) -> list[Codec]:
    """Those of the given languages whose id or name fits one of the globs (all, if none)."""
    return [
        c
        for c in codecs
        if (not languages or c.language in languages)
        and (not globs or any(fnmatchcase(c.id, g) or fnmatchcase(c.name, g) for g in globs))
    ]


def named(globs: Sequence[str]) -> frozenset[str]:
    """The ids of codecs that somebody asked for by name, and not as one of many."""
    found = (select(all_codecs(), globs=[glob]) for glob in globs if not set(glob) & set("*?["))
    return frozenset(its[0].id for its in found if len(its) == 1)


def choose(languages: Sequence[str], globs: Sequence[str]) -> list[Codec]:
    """The codecs asked for. Raises `UserError` for a language or glob that fits nothing."""
    for language in languages:
        check_known("language", language, LANGUAGES)
    among = select(all_codecs(), languages)
    for glob in globs:
        if not select(among, globs=[glob]):
            known = [name for codec in among for name in (codec.id, codec.name)]
            raise UserError(
                f"no codec fits {glob!r}.{nearest(glob, known)} "
                "`serbench list codecs` shows all of them."
            )
    return select(among, globs=globs)
