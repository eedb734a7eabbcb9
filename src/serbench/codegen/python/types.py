"""Python: the plain types of a schema, as users write them.

    generate(schema) -> {"types.py": ...}, and {"logical.py": ...} if conversions need it

A module of the package `serbench_schema`. Records are dataclasses as most programs have them,
without slots, which orjson writes four times as fast (https://github.com/ijl/orjson#dataclass);
optionals are `Optional[T]`, which more libraries understand than `T | None`, maps `dict[str, T]`,
also with keys that are no text, unions `Union[A, B]`, enums `StrEnum`s whose values are their wire
names. Logical types are those of `serbench.codegen.python.logical`, which also has what
`logical.py` is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from serbench.codegen.names import Names, Spelling, Style, names_of
from serbench.codegen.python import logical
from serbench.schema.conventions import logical_scalars
from serbench.schema.features import KEPT
from serbench.schema.model import Enum, Kind, ListOf, Record, RecordRef, Scalar, Schema, Type
from serbench.schema.names import kept_or_snake_case, pascal_case, snake_case

SCALARS = {
    Kind.BOOL: "bool",
    **dict.fromkeys(
        (Kind.I8, Kind.I16, Kind.I32, Kind.I64, Kind.U8, Kind.U16, Kind.U32, Kind.U64), "int"
    ),
    Kind.F32: "float",
    Kind.F64: "float",
    Kind.STRING: "str",
    Kind.BYTES: "bytes",
}


@dataclass(frozen=True, slots=True)
class Annotations(Spelling):
    """Of plain values; or, if `fitted`, of what a codec takes."""

    fitted: bool = False

    def text(self, type_: Type, known: Names, scope: str = "") -> str:
        match type_:
            case Scalar(logical=of) if of and self._is_class(type_):
                return logical.plain_type(of)
            case ListOf(RecordRef(entry), is_map=True) if type_.native or not self.fitted:
                key, value = (self.text(part, known, scope) for part in known.entries[entry])
                return f"dict[{key}, {value}]"
            case _:
                return Spelling.text(self, type_, known, scope)

    def _is_class(self, scalar: Scalar) -> bool:
        return scalar.logical is not None and (scalar.native or not self.fitted)

    def imports(self, schema: Schema) -> str:
        """Lines for a module with such annotations."""
        scalars = (s for s in logical_scalars(schema) if self._is_class(s))
        return logical.type_imports(logical.plain_type(s.logical) for s in scalars if s.logical)


PLAIN = Annotations(SCALARS, "list[{}]", "dict[str, {}]", "Optional[{}]", union="Union[{}]")
FITTED = replace(PLAIN, fitted=True)

# What these modules and annotations call something else.
_TYPE_NAMES = frozenset({"False", "None", "True", "Optional", "StrEnum", "Union", "Root"})
# What enums and texts have already.
_SYMBOL_NAMES = frozenset(name.upper() for name in (*dir(str), "mro", "name", "value", "names"))

TYPING = "from typing import Optional, Union\n"
HEADER = '"""Written by serbench from a schema."""\n\nfrom __future__ import annotations\n'


def names(schema: Schema) -> Names:
    return names_of(
        schema,
        Style(pascal_case, _TYPE_NAMES),
        Style(kept_or_snake_case, KEPT),
        Style(lambda name: snake_case(name).upper(), _SYMBOL_NAMES),
    )


def literal(text: str) -> str:
    """In ASCII."""
    return ascii(text)


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    imports = ["from dataclasses import dataclass"] + ["from enum import StrEnum"] * bool(
        schema.enums
    )
    imports.append("from typing import Optional, Union")
    parts = [HEADER + "\n" + "\n".join(imports) + "\n" + PLAIN.imports(schema)]
    parts += [_enum(enum, known) for enum in schema.enums]
    parts += [record_text(record, known, "@dataclass") for record in schema.records]
    parts.append(f"Root = {known.types[schema.root]}\n")
    texts = {"types.py": "\n\n".join(parts)}
    if parts := logical.definitions(schema):
        texts["logical.py"] = "\n\n".join([f"{HEADER}\n{parts[0]}", *parts[1:]])
    return texts


def float_visited(is_single: bool) -> str:
    """The expression of what the float `leaf` adds to a visit sum: its bits, of NaN those of
    canonical bytes, which have one NaN."""
    code = "<f" if is_single else "<d"
    number = 'leaf if leaf == leaf else float("nan")'
    return f'int.from_bytes(struct.pack("{code}", {number}), "little")'


def enum_imports(schema: Schema, known: Names) -> str:
    """The line of a module that imports the plain enums; "" if there are none."""
    enums = ", ".join(known.types[enum.name] for enum in schema.enums)
    return f"from serbench_schema.types import {enums}\n" if enums else ""


def record_text(
    record: Record,
    known: Names,
    decorator: str,
    assigned: Callable[[str], str] = lambda _: "",
    annotations: Annotations = PLAIN,
) -> str:
    """Its class; `assigned` is what follows the type of an attribute."""
    lines = []
    for field in record.fields:
        name = known.fields[record.name][field.name]
        lines.append(f"    {name}: {annotations.text(field.type, known)}{assigned(name)}")
    body = "\n".join(lines or ["    pass"])
    return f"{decorator}\nclass {known.types[record.name]}:\n{body}\n"


def _enum(enum: Enum, known: Names) -> str:
    symbols = known.symbols[enum.name]
    lines = [f"    {symbols[symbol]} = {literal(symbol)}" for symbol in enum.symbols]
    return f"class {known.types[enum.name]}(StrEnum):\n" + "\n".join(lines) + "\n"
