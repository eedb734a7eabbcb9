"""Python: msgspec's Structs, as its documentation has them, and conversions.

    generate(schema) -> {"structs.py": ..., "arrays.py": ...}

The Structs of `arrays` are written without their fields' names, enums as numbers; they read
their names as well. A field of `structs` that is left out is UNSET; such fields have a default, and
come last.
https://jcristharif.com/msgspec/structs.html
https://jcristharif.com/msgspec/api.html#msgspec.UNSET
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from serbench.codegen.names import Names
from serbench.codegen.python.conversions import NUMBERS, classes, with_absent
from serbench.codegen.python.conversions import module as conversions
from serbench.codegen.python.types import (
    FITTED,
    HEADER,
    TYPING,
    Annotations,
    enum_imports,
    literal,
    names,
)
from serbench.schema.conventions import left_out, written_records
from serbench.schema.model import EnumRef, OptionalOf, Record, Schema, Type


@dataclass(frozen=True, slots=True)
class _Numbered(Annotations):
    """Enums are numbers."""

    def text(self, type_: Type, known: Names, scope: str = "") -> str:
        if isinstance(type_, EnumRef):
            return "Union[int, str]"
        return Annotations.text(self, type_, known, scope)


# The collector need not look at them, as values of a schema hold no cycles:
# https://jcristharif.com/msgspec/structs.html#struct-gc
_ALWAYS = "gc=False"
_UNSET = "from msgspec import UNSET as _UNSET, UnsetType as _UnsetType\n"
_NUMBERED = _Numbered(
    FITTED.scalars, FITTED.list, FITTED.map, FITTED.optional, union=FITTED.union, fitted=True
)


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    texts = {}
    for name, options in (("structs", _ALWAYS), ("arrays", f"{_ALWAYS}, array_like=True")):
        is_numbered = name == "arrays"
        imports = f"{TYPING}{FITTED.imports(schema)}"
        parts = [f"{HEADER}\n{imports}\nfrom msgspec import Struct, field as _field\n"]
        records = schema.records
        if left_out(schema) and not is_numbered:
            parts[0] += _UNSET
            records = written_records(schema)
        parts += filter(None, [enum_imports(schema, known)])
        parts += [_struct(schema, record, known, options, is_numbered) for record in records]
        texts[f"{name}.py"] = "\n\n".join([*parts, f"Root = {known.types[schema.root]}\n"])
        shape = classes(known, f"{name}.", f"from serbench_schema import {name}\n")
        if is_numbered:
            shape = replace(shape, enum=NUMBERS)
        else:
            shape = with_absent(shape, f"{name}._UNSET")
        texts[f"of_{name}.py"] = conversions(schema, shape)
    return texts


def _struct(schema: Schema, record: Record, known: Names, options: str, is_numbered: bool) -> str:
    lines, last = [], []
    for f in record.fields:
        name = known.fields[record.name][f.name]
        match f.type:
            case OptionalOf(native=True) if not is_numbered:
                type_ = FITTED.text(schema.told_type(f.type), known)
                named = f"_field(default=_UNSET, name={literal(f.name)})"
                value = "_UNSET" if name == f.name else named
                last.append(f"    {name}: Union[{type_}, _UnsetType] = {value}")
            case _:
                renamed = "" if name == f.name else f" = _field(name={literal(f.name)})"
                type_ = (_NUMBERED if is_numbered else FITTED).text(f.type, known)
                lines.append(f"    {name}: {type_}{renamed}")
    body = "\n".join([*lines, *last] or ["    pass"])
    return f"class {known.types[record.name]}(Struct, {options}):\n{body}\n"
