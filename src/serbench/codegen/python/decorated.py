"""Python: dataclasses with what libraries on top of dataclasses want of them.

    generate(schema) -> {"for_pyserde.py": ..., "for_dataclasses_json.py": ...,
                         "for_dataclass_wizard.py": ...}

`Root` of a module is the plain one with the library's decorator where all fields are called in JSON
as their attributes are, and the library takes all logical types natively; `to` and `back` are None
then. Elsewhere each class is written with the names and types that the library is to write, and
these two convert.

https://yukinarit.github.io/pyserde/latest/field-attributes
https://github.com/lidatong/dataclasses-json#encode-or-decode-using-a-different-name
https://dcw.ritviknag.com/en/latest/common_use_cases/custom_key_mappings.html
"""

from __future__ import annotations

from dataclasses import dataclass

from serbench.codegen.names import Names
from serbench.codegen.python import logical
from serbench.codegen.python.conversions import classes, module
from serbench.codegen.python.types import FITTED, HEADER, TYPING, enum_imports, literal, names
from serbench.schema.features import NAMES, first_use
from serbench.schema.model import Record, Schema


@dataclass(frozen=True, slots=True)
class _Library:
    imports: str
    # A field that has another name; `{}` is that.
    named: str
    # What becomes of each class; empty if nothing.
    decorator: str = ""


_LIBRARIES = {
    "dataclass_wizard": _Library("from dataclass_wizard import Alias as _named\n", "_named({})"),
    "dataclasses_json": _Library(
        "from dataclasses import field as _field\n"
        "from dataclasses_json import config as _config, dataclass_json as _dataclass_json\n",
        "_field(metadata=_config(field_name={}))",
        "_dataclass_json",
    ),
    "pyserde": _Library(
        "from serde import field as _field, serde as _serde\n", "_field(rename={})", "_serde"
    ),
}


def generate(schema: Schema) -> dict[str, str]:
    return {f"for_{name}.py": _module(schema, library) for name, library in _LIBRARIES.items()}


def _module(schema: Schema, library: _Library) -> str:
    known = names(schema)
    if not first_use(schema, NAMES) and not logical.converts(schema):
        imports = f"{HEADER}\n{library.imports}from serbench_schema import types as _types\n"
        root = f"Root = _types.{known.types[schema.root]}\nto = back = None\n"
        return "\n\n".join([imports, *_decorated(schema, known, library, "_types."), root])
    imports = (
        f"from dataclasses import dataclass as _dataclass\n{TYPING}{library.imports}"
        f"{FITTED.imports(schema)}{enum_imports(schema, known)}"
    )
    parts = [
        module(schema, classes(known, "", imports)),
        *(_class(record, known, library) for record in schema.records),
    ]
    parts += _decorated(schema, known, library, "")
    return "\n\n".join([*parts, f"Root = {known.types[schema.root]}\n"])


def _class(record: Record, known: Names, library: _Library) -> str:
    lines = []
    for f in record.fields:
        name = known.fields[record.name][f.name]
        value = "" if name == f.name else f" = {library.named.format(literal(f.name))}"
        lines.append(f"    {name}: {FITTED.text(f.type, known)}{value}")
    body = "\n".join(lines or ["    pass"])
    return f"@_dataclass\nclass {known.types[record.name]}:\n{body}\n"


def _decorated(schema: Schema, known: Names, library: _Library, where: str) -> list[str]:
    """After all classes, since a decorator looks up what their fields' annotations name."""
    if not library.decorator:
        return []
    lines = [
        f"{library.decorator}({where}{known.types[record.name]})\n" for record in schema.records
    ]
    return ["".join(lines)]
