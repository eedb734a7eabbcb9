"""A schema lowered to the file of an interface description language, whichever it is.

All of them have structs and enums. What a language cannot hold as it is (a list of lists, a map,
an optional in a list) lies in a struct of its own: a wrapper, whose only field is called `value`,
or an entry of a map with `key` and `value`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic, Protocol, Self, TypeVar

from serbench.codegen.worklist import Worklist
from serbench.schema.model import Kind, Scalar, Type, UnionRef
from serbench.schema.names import described, fresh


class IdlField(Protocol):
    @property
    def wire(self) -> str:
        """The wire name of the record's field; `key` and `value` of others."""

    @property
    def name(self) -> str: ...

    def renamed(self, name: str, types: Mapping[str, str]) -> Self:
        """Under this name; `types` maps names of structs and enums to new ones."""


F = TypeVar("F", bound=IdlField)


@dataclass(frozen=True)  # Python 3.11 makes none that is generic and has slots
class Struct(Generic[F]):
    """Of the schema's record `record`, or a wrapper of the type `wraps`, or an entry of maps to
    values of the type `entry_of`, or the schema's union `union`, of whose fields there is one.
    `removed` are fields whose places are kept for old readers."""

    name: str
    fields: tuple[F, ...]
    record: str | None = None
    wraps: Type | None = None
    entry_of: Type | None = None
    removed: tuple[F, ...] = ()
    union: str | None = None

    @property
    def held(self) -> Type | None:
        """What values it stands for, if not for a record's."""
        return UnionRef(self.union) if self.union is not None else self.wraps or self.entry_of


@dataclass(frozen=True, slots=True)
class IdlEnum:
    """`values[i]` is the name of the symbol numbered i of the schema's enum `enum`."""

    name: str
    enum: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class File(Generic[F]):
    """`root` is the name of the struct of every value."""

    root: str
    structs: tuple[Struct[F], ...]
    enums: tuple[IdlEnum, ...]

    @cached_property
    def types(self) -> dict[str, str]:
        """The names of records, enums and unions."""
        types = {s.record: s.name for s in self.structs if s.record is not None}
        types |= {s.union: s.name for s in self.structs if s.union is not None}
        return types | {e.enum: e.name for e in self.enums}

    @cached_property
    def wrappers(self) -> dict[Type, str]:
        return {s.wraps: s.name for s in self.structs if s.wraps is not None}

    @cached_property
    def entries(self) -> dict[Type, str]:
        return {s.entry_of: s.name for s in self.structs if s.entry_of is not None}

    def of_record(self, record: str) -> Struct[F]:
        return next(struct for struct in self.structs if struct.record == record)

    def renamed(
        self,
        types: Mapping[str, str],
        fields: Callable[[Struct[F]], Iterable[str]],
        values: Callable[[IdlEnum], Iterable[str]] = lambda enum: enum.values,
    ) -> Self:
        """The same under other names, which are no part of the bytes: `types` maps all names of
        structs and enums; `fields` and `values` give those of a struct's or enum's parts."""
        return replace(
            self,
            root=types[self.root],
            structs=tuple(
                replace(
                    struct,
                    name=types[struct.name],
                    fields=tuple(
                        field.renamed(name, types)
                        for field, name in zip(struct.fields, fields(struct), strict=True)
                    ),
                    removed=tuple(field.renamed(field.name, types) for field in struct.removed),
                )
                for struct in self.structs
            ),
            enums=tuple(
                replace(enum, name=types[enum.name], values=tuple(values(enum)))
                for enum in self.enums
            ),
        )

    def numbered(self) -> Self:
        """The same under names that no language reserves or makes others of."""
        types = {name: f"Type{number}" for number, name in enumerate(self.type_names())}
        return self.renamed(
            types,
            lambda struct: [f"part{number}" for number in range(len(struct.fields))],
            lambda enum: [
                f"of{types[enum.name]}Value{number}" for number in range(len(enum.values))
            ],
        )

    def type_names(self) -> list[str]:
        return [struct.name for struct in self.structs] + [enum.name for enum in self.enums]


# Types may be nested deeply, and Java has files of these names.
_LONGEST = 120


class Helpers:
    """The wrappers and entries of a file, which get their names when they are first asked for.

    `types` are the names of records and enums; names are compared `fold`ed, and stay off those
    that are `taken` besides."""

    def __init__(
        self,
        types: Mapping[str, str],
        fold: Callable[[str], str] = str,
        taken: Iterable[str] = (),
        suffix: str = "",
    ) -> None:
        used = {fold(name) for name in (*types.values(), *taken)}

        def name(asked: tuple[bool, Type]) -> str:
            is_entry, type_ = asked
            told = described(type_, lambda wire: types[wire].removesuffix(suffix))
            base = (f"EntryOf{told}" if is_entry else told)[:_LONGEST]
            made = fresh(base + suffix, lambda new: fold(new) in used, f"{base}{{1}}{suffix}")
            used.add(fold(made))
            return made

        self._names = Worklist(name)

    def wrapper(self, type_: Type) -> str:
        return self._names[False, type_]

    def entry(self, value: Type) -> str:
        return self._names[True, value]

    def structs(self, field: Callable[[str, int, Type], F]) -> Iterator[Struct[F]]:
        """All that was asked for, also while they are made. `field` makes one of a name, a place
        in its struct from 0, and a type."""
        for (is_entry, type_), name in self._names:
            if is_entry:
                key = field("key", 0, Scalar(Kind.STRING))
                yield Struct(name, (key, field("value", 1, type_)), entry_of=type_)
            else:
                yield Struct(name, (field("value", 0, type_),), wraps=type_)
