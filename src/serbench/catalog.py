"""The codecs that there are, of all languages, and which of them are meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from functools import cache

from serbench import custom_codecs
from serbench.builders.codec import Codec, shipped
from serbench.errors import UserError, check_known, nearest
from serbench.languages.registry import LANGUAGES

_brought: dict[str, Codec] = {}
_promised: list[Callable[[], Iterable[Codec]]] = []


def all_codecs() -> tuple[Codec, ...]:
    """Every codec of every language, in the order of languages and names, and those that somebody
    brought."""
    while _promised:
        bring(_promised.pop()())
    return (*_shipped(), *_brought.values())


@cache
def _shipped() -> tuple[Codec, ...]:
    return tuple(codec for language in LANGUAGES for codec in shipped(language))


def bring(codecs: Iterable[Codec]) -> None:
    """Adds codecs of others' for as long as this process lives. Raises `UserError` for a name that
    is taken."""
    for codec in codecs:
        same = next((other for other in all_codecs() if other.id == codec.id), codec)
        if same.path != codec.path:
            whose = f"{same.path} is" if same.is_own else "of serbench's own codecs one is"
            raise UserError(f"{codec.path}: {whose} called {codec.id} too; rename the file")
        _brought[codec.id] = codec


def promise(codecs: Callable[[], Iterable[Codec]]) -> None:
    """Adds codecs as `bring` does, when somebody asks for codecs and not before."""
    _promised.append(codecs)


def forget_brought() -> None:
    _brought.clear()
    _promised.clear()


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
    words = [word for word in _ids(globs) if not set(word) & set("*?[")]
    found = (select(all_codecs(), globs=[word]) for word in words)
    return frozenset(codecs[0].id for codecs in found if len(codecs) == 1)


def _ids(globs: Sequence[str]) -> list[str]:
    """Paths of codecs' files become the ids of these, which are brought."""
    words = []
    for glob in globs:
        if custom_codecs.is_path(glob):
            codecs = [custom_codecs.read(path) for path in custom_codecs.files(glob)]
            bring(codecs)
            words += [codec.id for codec in codecs]
        else:
            words.append(glob)
    return words


def checked_twin(id_: str) -> str:
    """Of a codec that trusts its input, the one of the same library and format that does not; ""
    for any other."""
    known = {codec.id: codec for codec in all_codecs()}
    codec = known.get(id_)
    if codec is None or "unchecked" not in codec.traits:
        return ""
    alike = (
        other.id
        for other in shipped(codec.language)
        if "unchecked" not in other.traits
        and (other.library, other.format) == (codec.library, codec.format)
        and codec.name.startswith(other.name)
    )
    return next(alike, "")


def choose_core(languages: Sequence[str], globs: Sequence[str], wants_all: bool) -> list[Codec]:
    """As `choose`, but who names no codec, and does not want all, gets the core set: of each
    language what people choose between, and every codec that somebody brought."""
    chosen = choose(languages, globs)
    if globs or wants_all:
        return chosen
    return [codec for codec in chosen if codec.is_core]


def choose(languages: Sequence[str], globs: Sequence[str]) -> list[Codec]:
    """The codecs asked for, by name or as a file. Raises `UserError` for a language or glob that
    fits nothing."""
    for language in languages:
        check_known("language", language, LANGUAGES)
    globs = _ids(globs)
    among = select(all_codecs(), languages)
    for glob in globs:
        if not select(among, globs=[glob]):
            known = [name for codec in among for name in (codec.id, codec.name)]
            raise UserError(
                f"no codec fits {glob!r}.{nearest(glob, known)} "
                "`serbench list codecs` shows all of them."
            )
    return select(among, globs=globs)
