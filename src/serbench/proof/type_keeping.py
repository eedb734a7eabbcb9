"""Whether a codec keeps the values of a type, proven value by value.

Each value goes through the codec in its driver; what comes back is held against the value by its
digest. Of one that is another, the digest tells which, if it became what values are known to become
(`serbench.proof.type_cases.mistakes`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from serbench.builders.codec import Codec
from serbench.measure.client import Driver
from serbench.measure.protocol import DriverDeath, DriverError
from serbench.measure.verification import Expected, judged
from serbench.proof.excerpt import cut
from serbench.proof.type_cases import (
    BY_FIELD,
    BY_NAME,
    TYPES,
    AskedType,
    Case,
    cases_of,
    mistakes,
    schema_of,
)
from serbench.schema.conventions import keys_of
from serbench.schema.digest import Digester, ValueRangeError
from serbench.schema.features import first_use
from serbench.schema.logical import Absence
from serbench.schema.model import ListOf, OptionalOf, RecordRef, Scalar, Schema, Type, lowered

How = Literal["native", "converted", "plain", "none"]


class KeptType(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a codec holds a type, in `written` as what: `native` if the library takes the language's
    own type, `converted` if generated code makes a plain scalar of that, `plain` if the type is
    plain, `none` if the codec's format lacks it. Of `values`, `refused` says by name why the codec
    does not write them, and `changed` what they became."""

    how: How
    written: str = ""
    values: int = 0
    refused: dict[str, str] = {}
    changed: dict[str, str] = {}

    @property
    def is_kept(self) -> bool:
        return self.values > 0 and not self.refused and not self.changed

    @property
    def why_lost(self) -> str:
        """The first value that is not kept, in words; "" if all are."""
        if self.how == "none":
            return f"the format lacks {self.written}"
        for fates, words in ((self.changed, "comes back:"), (self.refused, "is refused:")):
            for value, fate in fates.items():
                return f"{value} {words} {fate}"
        return ""


class Keeping(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was proven of a codec with its library in this version, by the names of types; or why
    nothing was."""

    version: str
    types: dict[str, KeptType] = {}
    unproven: str = ""


def held(codec: Codec) -> tuple[tuple[AskedType, ...], dict[str, str]]:
    """The types that the codec's format has, and why it has not the others, by name."""
    types, lacking = TYPES, {}
    while found := _first_lack(codec, types):
        field, feature = found
        lacking[BY_FIELD[field].name] = feature
        types = tuple(asked for asked in types if asked.field != field)
    return types, lacking


def _first_lack(codec: Codec, types: tuple[AskedType, ...]) -> tuple[str, str] | None:
    schema = codec.fitted(schema_of(types))
    for feature in codec.unsupported:
        if path := first_use(schema, feature):
            field = re.split(r"[.\[]", path)[1]
            if field in BY_FIELD:  # a feature of names is none of a type's
                return field, feature
    return None


def prove(
    codec: Codec,
    version: str,
    types: tuple[AskedType, ...],
    lacking: dict[str, str],
    launch: Callable[[], Driver],
    scratch: Path,
) -> Keeping:
    """Asks a driver of the codec, built for these types. It is started anew if it ends."""
    schema = schema_of(types)
    plain = lowered(schema)
    trial = _Trial(plain, launch, scratch / "value.jsonl")
    try:
        first, *others = cases_of(types)
        if said := trial.refused_or_changed(first):
            return Keeping(version, unproven=f"an ordinary value did not survive: {said[1]}")
        refused: dict[str, dict[str, str]] = {asked.name: {} for asked in types}
        changed: dict[str, dict[str, str]] = {asked.name: {} for asked in types}
        for case in others:
            if said := trial.refused_or_changed(case):
                is_changed, words = said
                (changed if is_changed else refused)[case.type][case.name] = words
    finally:
        trial.end()
    fitted = codec.fitted(schema)
    held_types = {field.name: field.type for field in fitted.record(schema.root).fields}
    kept = {}
    for asked in TYPES:
        if asked.name in lacking:
            kept[asked.name] = KeptType("none", lacking[asked.name])
            continue
        how, written = _how(codec, asked, fitted, held_types[asked.field])
        of_type = refused[asked.name], changed[asked.name]
        kept[asked.name] = KeptType(how, written, len(asked.values), *of_type)
    return Keeping(version, kept)


def _how(codec: Codec, asked: AskedType, fitted: Schema, held_type: Type) -> tuple[How, str]:
    match held_type:
        case ListOf(RecordRef() as entry, is_map=True):
            if held_type.native:
                return "native", codec.native(keys_of(fitted, entry))
            return "converted", "list of entries"
        case OptionalOf(tells_absent=True):
            if held_type.native:
                return "native", codec.native(Absence.ABSENT)
            return "converted", "optional record"
        case Scalar(logical=logical) if logical and asked.meaning:
            if held_type.native:
                return "native", codec.native(logical)
            return "converted", held_type.kind.value
        case _:
            return "plain", ""


class _Trial:
    """A driver that is given one value at a time."""

    def __init__(self, schema: Schema, launch: Callable[[], Driver], path: Path) -> None:
        self._schema, self._launch, self._path = schema, launch, path
        self._driver: Driver | None = None
        self._digester = Digester(schema)

    def end(self) -> None:
        if self._driver:
            self._driver.end()
            self._driver = None

    def refused_or_changed(self, case: Case) -> tuple[bool, str] | None:
        """None if the value survived; else whether it was changed, and how, or why not."""
        expected = self._expected(case)
        self._driver = self._driver or self._launch()
        try:
            verdict, verified = judged(self._driver, expected)
        except DriverError as error:
            return False, self._reason(case, str(error))
        except DriverDeath as death:
            self.end()
            return False, f"the process ended: {cut(str(death))}"
        if verdict.proven:
            return None
        said = verified.mismatches[0].reason if verified and verified.mismatches else verdict.note
        if found := _DIGEST.search(said):
            return True, self._became(case, int(found[1], 16))
        return False, self._reason(case, said)

    def _reason(self, case: Case, said: str) -> str:
        """Without the place and the value, which the case says, so that values of one fate have
        one reason."""
        said = said.removeprefix("value 0: ").removeprefix(f"{self._path}: line 1: ")
        if asked := BY_NAME.get(case.type):
            said = said.removeprefix(f"$.{asked.field}: ")
            said = re.sub(f"^{re.escape(str(case.value[asked.field]))} is ", "it is ", said)
        return cut(said)

    def _expected(self, case: Case) -> Expected:
        self._path.write_bytes(msgspec.json.encode(case.value) + b"\n")
        digester = Digester(self._schema)
        digester.add(case.value)
        return Expected(self._path, 1, digester.digest, digester.visit)

    def _became(self, case: Case, digest: int) -> str:
        asked = BY_NAME.get(case.type)
        if asked:
            for words, value in mistakes(asked, asked.values[case.name]):
                with suppress(ValueRangeError):  # rounded beyond the type
                    if self._digester.one(case.value | {asked.field: value})[0] == digest:
                        return words
        return "another value"


_DIGEST = re.compile(r"digest ([0-9a-f]{16}) is not")
