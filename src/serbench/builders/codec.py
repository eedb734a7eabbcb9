"""A codec: what its file says of itself in its front matter.

A codec's file opens with a comment block of TOML between two lines `---`:

    // ---
    // library = "cereal"
    // format = "cereal"
    // traits = ["binary"]
    // page = "https://uscilab.github.io/cereal/"
    // ...
    // ---

The comments are those of the language, `//` or `#`. The file's name is the codec's name, the
folder its language; nothing else lists it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from serbench.errors import UserError, nearest
from serbench.operations import EXTRA
from serbench.schema.conventions import fitted, meanings
from serbench.schema.features import is_feature
from serbench.schema.logical import NAMES, Convention, Meaning, names_of
from serbench.schema.model import Schema, lowered

DRIVERS = Path(__file__).parent.parent / "drivers"

TRAITS = {
    "binary": "bytes that people do not read",
    "human-readable": "text",
    "self-describing": "field names travel with the values",
    "schema": "both sides need the schema",
    "own-model": "the library works on message objects of its own: see populate and convert",
    "zero-copy": "fields can be read from the bytes as they lie",
    "unchecked": "trusts its input: corrupted bytes are undefined behaviour",
    "executes": "its bytes say what is called or constructed when they are read",
    "reuses-objects": "one message or scratch area serves all values, as the library advises",
    "hand-written": "serbench's own code, no library: a measure of how fast it could be",
    "clang": "compiled by clang with libc++, whatever compiles the other codecs of its language",
    "resolves": "reads bytes of another schema, if it is given that beside its own",
    "core": "measured where no codec is named: what most people choose between",
    "reference": "ratios within its language are to this codec",
    "unmaintained": "its authors say that they maintain it no longer: no choice unless asked for",
}
# Of a codec of which all logical types of a schema are native, or none.
_OF_ALL_TYPES = {True: "native-types", False: "converted-types"}
# Codec files of earlier versions have these.
FORMER_TRAITS = {"limit": "hand-written"}

# What any codec's front matter may have; `builders/KEY/front_matter.py` has what only the builder
# of that language reads.
KEYS = (
    "library", "format", "traits", "page", "wire", "limits", "unsupported", "extra", "evolution",
    "unions", "unmaintained", "released", "types",
)  # fmt: skip


class FrontMatterError(UserError):
    """A codec file whose front matter is missing or wrong. Says the file and why."""


@dataclass(frozen=True, slots=True)
class Codec:
    """What a codec's file says. Codecs of the same `wire`, if it says one, read each other's
    bytes. `limits` says in words what the format cannot hold; `unsupported` names the features of
    schemas that it lacks (`serbench.schema.features`); `unions` says in words as what it holds
    them, and a codec that does not say so is not compiled for a schema that has some. `extra`
    names operations of `serbench.operations.EXTRA` that are compiled only where they are asked for.
    `evolution` says by what means of the format generated code lets a schema grow, if there are
    any. `unmaintained` is the page where the authors say that they maintain the library no longer,
    which is a trait, too. `released` has the day of release, `YYYY-MM-DD`, by version of the
    library; "" stands for the one version that a lock or the file itself names. `types` says of
    logical types (`serbench.schema.logical.names_of`) that the library takes the language's own
    type, and in words what it writes for them. `facts` holds the keys only its language's builder
    reads."""

    id: str
    language: str
    name: str
    path: Path
    library: str
    format: str
    traits: tuple[str, ...]
    page: str
    wire: str
    limits: tuple[str, ...]
    unsupported: tuple[str, ...]
    extra: frozenset[str]
    facts: dict[str, Any] = field(compare=False)
    evolution: str = ""
    unions: str = ""
    unmaintained: str = ""
    released: Mapping[str, str] = field(default_factory=dict, compare=False)
    types: Mapping[str, str] = field(default_factory=dict, compare=False)

    def native(self, meaning: Meaning) -> str:
        """What the library writes, in words, for the language's own type; "" if it takes a plain
        scalar, the list of a map's entries or an optional record, which generated code makes."""
        return next((self.types[name] for name in names_of(meaning) if name in self.types), "")

    def fitted(self, schema: Schema) -> Schema:
        """The schema as this codec holds it, by which its driver is built."""
        is_text = "human-readable" in self.traits
        convention = Convention.TEXT if is_text else Convention.BINARY

        def is_native(meaning: Meaning) -> bool:
            return bool(self.native(meaning))

        return fitted(schema, convention, is_native, self.unsupported)

    def trait_of_types(self, schema: Schema) -> str:
        """How it holds the logical types of a schema, as a trait of a run; "" if there are none."""
        if schema == lowered(schema):
            return ""
        made = self.fitted(schema)
        held = {native for _, native in meanings(made)}
        return "partly-native-types" if len(held) > 1 else _OF_ALL_TYPES[held == {True}]

    def released_on(self, version: str) -> str:
        """The day when this version of the library, as `Availability` has it, was released,
        `YYYY-MM-DD`; "" where the file does not say."""
        return self.released.get("") or self.released.get(version.partition(" ")[0], "")

    def wire_of(self, schema: Schema) -> str:
        """The wire of a schema's values. Libraries of one wire write unions in different ways (what
        stands before the comma in `unions`), and logical types that are native. Codecs write the
        other types by the convention of the format."""
        if not self.wire:
            return ""
        unions = [f"unions as {self.unions.partition(',')[0]}"] if schema.unions else []
        return ", ".join([self.wire, *unions, *self._types_on_the_wire(schema)])

    def _types_on_the_wire(self, schema: Schema) -> list[str]:
        """What stands for the types that are native, such as "date and uuid as text"."""
        used = {meaning for meaning, _ in meanings(schema)}
        by_word: dict[str, set[Meaning]] = {}
        for meaning in used:
            if word := self.native(meaning):
                by_word.setdefault(word, set()).add(meaning)
        return sorted(
            f"{' and '.join(_names_of_all(group, used))} as {word}"
            for word, group in by_word.items()
        )

    def driver_name(self, extra: frozenset[str]) -> str:
        """`bson`, or `bson+borrow+read` where that was asked for and is compiled apart."""
        return "+".join([self.name, *sorted(extra & self.extra)])

    @property
    def is_own(self) -> bool:
        """Whether somebody brought it: its file is not of the package."""
        return DRIVERS not in self.path.parents

    def beside(self, name: str) -> Path:
        """What its front matter calls by a path relative to its file."""
        return (self.path.parent / name).resolve()

    @property
    def executes(self) -> bool:
        return "executes" in self.traits

    @property
    def is_core(self) -> bool:
        return "core" in self.traits or self.is_own

    @property
    def is_reference(self) -> bool:
        return "reference" in self.traits


def _names_of_all(group: set[Meaning], among: set[Meaning]) -> list[str]:
    """The names that mean the most of these and none of the others. A local timestamp's own name
    means the one in UTC, too."""
    meant: dict[str, set[Meaning]] = {}
    for meaning in among:
        for name in names_of(meaning):
            meant.setdefault(name, set()).add(meaning)

    def name_of(meaning: Meaning) -> str:
        named = [name for name in reversed(names_of(meaning)) if meant[name] <= group]
        return max(named, key=lambda name: len(meant[name]), default=str(meaning))

    return sorted({name_of(meaning) for meaning in group})


def front_matter(path: Path) -> dict[str, Any]:
    """The TOML between the first two `// ---` (or `# ---`) lines of a file."""
    lines: list[str] = []
    opened = False
    source = path.read_text()
    comment = "#" if source.startswith("#") else "//"
    for line in source.splitlines():
        text = line.removeprefix(comment).removeprefix(" ")
        if not line.startswith(comment):
            break
        if text.strip() == "---":
            if opened:
                try:
                    return tomllib.loads("\n".join(lines))
                except tomllib.TOMLDecodeError as error:
                    raise FrontMatterError(f"{path}: front matter: {error}") from None
            opened = True
        elif opened:
            lines.append(text)
    raise FrontMatterError(f"{path}: it must open with front matter between two `// ---` lines")


def _released(path: Path, released: Any) -> dict[str, str]:
    """Days of release by version, of a front matter's `released`: a day, or a table of versions."""
    days = {"": released} if isinstance(released, str) else released
    for day in days.values() if isinstance(days, dict) else [None]:
        try:
            # Python reads other forms of ISO 8601 as well; only this one sorts and shortens.
            is_day = isinstance(day, str) and date.fromisoformat(day).isoformat() == day
        except ValueError:
            is_day = False
        if not is_day:
            meant = 'released = "2024-02-29" or released = { "1.2.3" = "2024-02-29" }'
            raise FrontMatterError(f"{path}: `released` is no day of release: {meant}")
    return dict(days)


def read_codec(language: str, path: Path) -> Codec:
    facts = front_matter(path)
    of_language = import_module(f"serbench.builders.{language}.front_matter")
    known = (*KEYS, *of_language.KEYS)
    if misspelled := next((key for key in facts if key not in known), ""):
        raise FrontMatterError(
            f"{path}: front matter has {misspelled!r}, which serbench does not know."
            f"{nearest(misspelled, known) or ' There are: ' + ', '.join(known) + '.'}"
        )
    try:
        unmaintained = facts.pop("unmaintained", "")
        traits = tuple(FORMER_TRAITS.get(trait, trait) for trait in facts.pop("traits"))
        if "unmaintained" in traits:
            where = 'say where its authors say so: unmaintained = "https://…"'
            raise FrontMatterError(f"{path}: unmaintained is no trait by itself; {where}")
        traits += ("unmaintained",) if unmaintained else ()
        codec = Codec(
            f"{language}/{path.stem}",
            language,
            path.stem,
            path,
            facts.pop("library"),
            facts.pop("format"),
            traits,
            facts.pop("page"),
            facts.pop("wire", ""),
            tuple(facts.pop("limits", ())),
            tuple(facts.pop("unsupported", ())),
            frozenset(facts.pop("extra", ())),
            facts,
            facts.pop("evolution", ""),
            facts.pop("unions", ""),
            unmaintained,
            _released(path, facts.pop("released", {})),
            facts.pop("types", {}),
        )
    except KeyError as error:
        raise FrontMatterError(f"{path}: front matter lacks {error}") from None
    if unknown := set(traits) - set(TRAITS):
        raise FrontMatterError(
            f"{path}: unknown trait {sorted(unknown)[0]!r}; known: {', '.join(TRAITS)}"
        )
    for feature in codec.unsupported:
        if not is_feature(feature):
            raise FrontMatterError(f"{path}: {feature!r} in `unsupported` is no feature of schemas")
    for name in codec.types:
        if name not in NAMES:
            raise FrontMatterError(
                f"{path}: {name!r} in `types` is no logical type; there are {', '.join(NAMES)}"
            )
    if strange := codec.extra - EXTRA:
        raise FrontMatterError(f"{path}: `extra` knows no {min(strange)!r}")
    return codec


@cache
def shipped(language: str) -> tuple[Codec, ...]:
    """The codecs of a language, by name. Every file of its folder `codecs` is one."""
    return of_folder(language, "codecs")


def of_folder(language: str, name: str) -> tuple[Codec, ...]:
    """Those of another folder of the language's."""
    files = (path for path in (DRIVERS / language / name).iterdir() if path.is_file())
    return tuple(read_codec(language, path) for path in sorted(files, key=lambda path: path.stem))
