"""Python: the way to the access leaf of a document whose records are looked up by wire names.

    generate(schema) -> {"lookups.py": ...}

`access` of the module is None where the schema has no such leaf. Bytes are base64, enums their
names.
"""

from __future__ import annotations

from serbench.codegen.names import Names
from serbench.codegen.python import logical
from serbench.codegen.python.types import HEADER, float_visited, literal, names
from serbench.schema.access import FieldOf, LastItem, access_of
from serbench.schema.conventions import left_out
from serbench.schema.model import EnumRef, Kind, OptionalOf, Scalar, Schema

_IMPORTS = """import struct
from binascii import a2b_base64

from serbench_schema import types


def _visit(leaf):
    return len(leaf) + leaf[0] + leaf[-1] if leaf else 0
"""


def generate(schema: Schema) -> dict[str, str]:
    access = _access(schema, names(schema))
    imports = f"{logical.import_line(schema, access)}{_IMPORTS}"
    return {"lookups.py": f"{HEADER}\n{imports}\n\n{access}"}


def _access(schema: Schema, known: Names) -> str:
    found = access_of(schema)
    if found is None:
        return "access = None\n"
    given_values = left_out(schema)
    lines, at = [], "document"
    for step in found.steps:
        match step:
            case FieldOf(record) if record in given_values:
                pass  # What was found is its value.
            case FieldOf(_, _, field):
                # What is absent may not be there at all.
                if isinstance(field.type, OptionalOf):
                    at = f"{at}.get({literal(field.name)})"
                else:
                    at = f"{at}[{literal(field.name)}]"
            case LastItem():
                lines += [f"items = {at}", "if not len(items):", "    return 0"]
                at = "items[len(items) - 1]"
            case _ if at != "part":
                lines += [f"part = {at}", "if part is None:", "    return 0"]
                at = "part"
    if isinstance(found.leaf, Scalar):
        at = logical.lowering(found.leaf).format(at)
    lines += [f"leaf = {at}", f"return {_visited(found.leaf)}"]
    function = "\n".join(["def access(document):", *(f"    {line}" for line in lines), ""])
    if not isinstance(found.leaf, EnumRef):
        return function
    members = f"types.{known.types[found.leaf.name]}"
    return f"PLACES = {{str(member): i for i, member in enumerate({members})}}\n\n\n{function}"


def _visited(leaf: Scalar | EnumRef) -> str:
    match leaf:
        case EnumRef():
            return "PLACES[leaf]"
        case Scalar(logical=found) if found:
            return "_visit(leaf.encode())" if found.kind == Kind.STRING else "leaf"
        case Scalar(Kind.STRING):
            return "_visit(leaf.encode())"
        case Scalar(Kind.BYTES):
            return "_visit(a2b_base64(leaf))"
        case Scalar(Kind.F32 | Kind.F64 as kind):
            return float_visited(kind is Kind.F32)
        case _:
            return "int(leaf)"
