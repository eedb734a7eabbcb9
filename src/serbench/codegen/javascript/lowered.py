"""JavaScript: conversions to the objects that a compiler's code takes of a lowered schema.

They have the fields by the names of the interface description; what is optional in a container lies
in an object of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from serbench.codegen.idl.file import File, IdlField, Struct
from serbench.codegen.javascript import logical
from serbench.codegen.javascript.types import HEADER, member, names, wide_fields
from serbench.schema.model import (
    EnumRef,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
    UnionRef,
)


class LoweredField(IdlField, Protocol):
    @property
    def type(self) -> Type:
        """Without the optional that `is_optional` says."""

    @property
    def is_optional(self) -> bool: ...


L = TypeVar("L", bound=LoweredField)


@dataclass(frozen=True, slots=True)
class Library:
    """What a library's objects are. `made` writes one of its `{name}` and `{members}`, `absent` is
    what an absent field is. The rest are both ways of what is not the same there: `{expression}` is
    the value, `{wide}` whether the field holds bigints, `{one}` an item `v` converted. `maps` are
    None where a map of what is the same is the same; `lists` are those of one kind of scalar."""

    imports: str
    made: str
    absent: str
    scalars: dict[Kind, tuple[str, str]]
    maps: tuple[str, str] | None = None
    lists: dict[Kind, tuple[str, str]] = field(default_factory=dict)


def conversions(schema: Schema, file: File[L], library: Library) -> str:
    """A module whose functions `to` and `back` convert the root; `Root` is what makes it. It has
    what the compiler wrote as `data`."""
    return _Module(schema, file, library).text()


class _Module(Generic[L]):
    def __init__(self, schema: Schema, file: File[L], library: Library) -> None:
        self.schema, self.file, self.library = schema, file, library
        self.names = names(schema)
        self._wide = wide_fields(schema)
        self._flag = "false"

    def text(self) -> str:
        parts: list[str] = []
        for struct in self.file.structs:
            parts += [self._to(struct), self._back(struct)]
        root = self.file.root
        parts.append(f"export const Root = data.{root};\n")
        parts.append(f"export {{ to_{root} as to, back_{root} as back }};\n")
        body = "\n".join(parts)
        imports = f'{self.library.imports}import * as types from "./types.js";\n'
        return f"{HEADER}\n{logical.imports(body)}{imports}\n{body}"

    def _to(self, struct: Struct[L]) -> str:
        lines = ""
        for place, each in enumerate(struct.fields):
            self._at(struct, each)
            expression = "value" if struct.record is None else member("value", each.wire)
            if struct.record in self.names.entries:
                expression = f"value[{place}]"
            lines += f"    {each.name}: {self._field(each, expression, True)},\n"
        made = self.library.made.format(name=struct.name, members=f"{{\n{lines}  }}")
        return f"function to_{struct.name}(value) {{\n  return {made};\n}}\n"

    def _back(self, struct: Struct[L]) -> str:
        parts = []
        for each in struct.fields:
            self._at(struct, each)
            parts.append(self._field(each, f"value.{each.name}", False))
        if struct.record is None:
            body = parts[0]
        else:
            lines = "".join(f"    {part},\n" for part in parts)
            made = f"\n{lines}  " if lines else ""
            body = f"new types.{self.names.types[struct.record]}({made})"
            if struct.record in self.names.entries:
                body = f"[{made}]"
        return f"function back_{struct.name}(value) {{\n  return {body};\n}}\n"

    def _at(self, struct: Struct[L], field_: L) -> None:
        flag = self._wide.get((struct.record or "", field_.wire))
        self._flag = f"types.wide.{flag}" if flag else "false"

    def _field(self, lowered_field: L, expression: str, to: bool) -> str:
        one = self._convert(lowered_field.type, expression, to)
        there, gone = ("null", self.library.absent) if to else (self.library.absent, "null")
        if not lowered_field.is_optional or (one == expression and there == gone):
            return one
        return (
            f"{expression} ?? {gone}"
            if one == expression
            else f"{expression} === {there} ? {gone} : {one}"
        )

    def _convert(self, type_: Type, expression: str, to: bool) -> str:
        way, prefix = (0, "to") if to else (1, "back")
        match type_:
            case Scalar() if type_.logical:
                both = logical.ways(type_, self.library.scalars)
                return logical.fill(both[way], expression, self._flag)
            case Scalar(kind):
                ways = self.library.scalars.get(kind)
                return (
                    ways[way].format(expression=expression, wide=self._flag) if ways else expression
                )
            case EnumRef(name) if to:
                return f"types.NUMBER_{self.names.types[name]}.get({expression})"
            case EnumRef(name):
                return f"types.{self.names.types[name]}[{expression}]"
            case RecordRef(name):
                return f"{prefix}_{self.file.types[name]}({expression})"
            case OptionalOf():  # in a container
                return f"{prefix}_{self.file.wrappers[type_]}({expression})"
            case ListOf(Scalar(kind)) if kind in self.library.lists:
                return self.library.lists[kind][way].format(expression=expression)
            case ListOf(RecordRef(name), is_map=True):
                pairs = f"Array.from({expression}, {prefix}_{self.file.types[name]})"
                return pairs if to else f"new Map({pairs})"
            case ListOf(item):
                one = self._convert(item, "v", to)
                return expression if one == "v" else f"{expression}.map((v) => {one})"
            case MapOf(value):
                one = self._convert(value, "v", to)
                if self.library.maps:
                    return self.library.maps[way].format(expression=expression, one=one)
                return expression if one == "v" else f"put({expression}, (v) => {one})"
            case UnionRef():  # nothing is compiled of it
                raise AssertionError(type_)
