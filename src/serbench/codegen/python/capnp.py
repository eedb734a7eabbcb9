"""Python: `.capnp` text, and plain values as the messages that pycapnp makes of it.

    generate(schema) -> {"data.capnp": ..., "of_capnp.py": ...}

pycapnp reads the text itself. Lists of what is a value in Python are set at once, others item by
item, as its quick start does. Names are numbers here, which no bytes hold: pycapnp's own methods
are attributes of every message. https://capnproto.github.io/pycapnp/quickstart.html
"""

from __future__ import annotations

from serbench.codegen.idl import capnp
from serbench.codegen.idl.capnp import CapnpField, CapnpFile, CapnpStruct
from serbench.codegen.python import logical
from serbench.codegen.python.types import HEADER, float_visited, names
from serbench.schema.access import FieldOf, LastItem, access_of
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

_IMPORTS = """import struct
from pathlib import Path

import capnp
from serbench_schema import types

capnp.remove_import_hook()
data = capnp.load(str(Path(__file__).with_name("data.capnp")))


def _visit(leaf):
    return len(leaf) + leaf[0] + leaf[-1] if leaf else 0
"""


def generate(schema: Schema) -> dict[str, str]:
    file = capnp.lower(schema).numbered()
    return {"data.capnp": capnp.render(file), "of_capnp.py": _Module(schema, file).text()}


class _Slot:
    """Where a value is put: a member of a struct, or an item of a list."""

    def __init__(self, owner: str, member: str, *, is_item: bool) -> None:
        self._owner, self._is_item = owner, is_item
        self._at = member if is_item else f'"{member}"'
        self.place = f"{owner}[{member}]" if is_item else f"{owner}.{member}"

    def list(self, size: str) -> str:
        return f"{self._owner}.init({self._at}, {size})"

    def struct(self) -> str:
        return self.place if self._is_item else f"{self._owner}.init({self._at})"


class _Module:
    def __init__(self, schema: Schema, file: CapnpFile) -> None:
        self.schema, self.file, self.names = schema, file, names(schema)
        self._structs = {struct.name: struct for struct in file.structs}
        self._depth = 0

    def text(self) -> str:
        parts = []
        for enum in self.file.enums:
            name = self.names.types[enum.enum]
            values = f"dict(zip(OF_{name}, {list(enum.values)}, strict=True))"
            parts.append(f"OF_{name} = list(types.{name})\nVALUE_{name} = {values}\n")
        for struct in self.file.structs:
            parts += [self._put(struct), self._get(struct)]
        root = self.file.root
        parts.append(
            f"Root = data.{root}\n\n\n"
            "def to(value):\n    m = Root.new_message()\n"
            f"    put_{root}(m, value)\n    return m\n"
        )
        parts += [self._access(), f"back = get_{root}\n"]
        body = "\n\n".join(parts)
        names_of_logical = logical.import_line(self.schema, body)
        return f"{HEADER}\n{names_of_logical}{_IMPORTS}\n\n{body}"

    def _plain(self, struct: CapnpStruct) -> list[str]:
        """Where the value of each field stands on the plain side."""
        if struct.record is not None and struct.record not in self.names.entries:
            attributes = self.names.fields[struct.record]
            return [f"value.{attributes[f.wire]}" for f in struct.fields]
        return ["value"] if struct.wraps is not None else ["value[0]", "value[1]"]

    def _put(self, struct: CapnpStruct) -> str:
        lines = [f"def put_{struct.name}(m, value):"]
        for field, expression in zip(struct.fields, self._plain(struct), strict=True):
            lines += [f"    {line}" for line in self._put_field(field, expression)]
        return "\n".join([*lines, *([] if struct.fields else ["    pass"]), ""])

    def _put_field(self, field: CapnpField, expression: str) -> list[str]:
        if not isinstance(field.type, OptionalOf):
            return self._put_value(field.type, expression, _Slot("m", field.name, is_item=False))
        variable = self._variable()
        some = _Slot(f"m.{field.name}", "some", is_item=False)
        lines = [f"if ({variable} := {expression}) is not None:"]
        lines += [f"    {line}" for line in self._put_value(field.type.item, variable, some)]
        if field.is_some_by_default:
            lines += ["else:", f"    m.{field.name}.none = None"]
        return lines

    def _put_value(self, type_: Type, expression: str, slot: _Slot) -> list[str]:
        match type_:
            case Scalar():
                return [f"{slot.place} = {logical.conversion(type_)[0].format(expression)}"]
            case EnumRef(name):
                return [f"{slot.place} = VALUE_{self.names.types[name]}[{expression}]"]
            case RecordRef(name):
                return [f"put_{self.file.types[name]}({slot.struct()}, {expression})"]
            case OptionalOf():
                return [f"put_{self.file.wrappers[type_]}({slot.struct()}, {expression})"]
            case ListOf(Scalar() as item):
                one = logical.conversion(item)[0].format("v")
                items = expression if one == "v" else f"[{one} for v in {expression}]"
                return [f"{slot.place} = {items}"]
            case ListOf(EnumRef(name)):
                return [f"{slot.place} = [VALUE_{self.names.types[name]}[v] for v in {expression}]"]
            case ListOf(item):
                made, at, one = (self._variable() for _ in range(3))
                inner = self._put_value(item, one, _Slot(made, at, is_item=True))
                items = f"{expression}.items()" if type_.is_map else expression
                head = f"for {at}, {one} in enumerate({items}):"
            case MapOf(value):
                made, at, one = (self._variable() for _ in range(3))
                inner = [f"put_{self.file.entries[value]}({made}[{at}], {one})"]
                head = f"for {at}, {one} in enumerate({expression}.items()):"
            case UnionRef():  # nothing is generated of it
                raise AssertionError(type_)
        lines = [f"{made} = {slot.list(f'len({expression})')}", head]
        return [*lines, *(f"    {line}" for line in inner)]

    def _get(self, struct: CapnpStruct) -> str:
        parts = [self._read_field(field) for field in struct.fields]
        if struct.wraps is not None:
            body = parts[0]
        elif struct.entry_of is not None or struct.record in self.names.entries:
            body = ", ".join(parts)
        else:
            assert struct.record is not None
            lines = "".join(f"        {part},\n" for part in parts)
            made = f"types.{self.names.types[struct.record]}"
            body = f"{made}(\n{lines}    )" if parts else f"{made}()"
        return f"def get_{struct.name}(message):\n    return {body}\n"

    def _read_field(self, field: CapnpField) -> str:
        place = f"message.{field.name}"
        if not isinstance(field.type, OptionalOf):
            return self._read(field.type, place)
        variable = self._variable()
        some = self._read(field.type.item, f"{variable}.some")
        return f'None if ({variable} := {place})._which_str() == "none" else {some}'

    def _read(self, type_: Type, expression: str) -> str:
        match type_:
            case Scalar():
                return logical.conversion(type_)[1].format(expression)
            case EnumRef(name):
                return f"OF_{self.names.types[name]}[{expression}.raw]"
            case RecordRef(name):
                return f"get_{self.file.types[name]}({expression})"
            case OptionalOf():
                return f"get_{self.file.wrappers[type_]}({expression})"
            case ListOf(Scalar() as item) if logical.conversion(item) == logical.SAME:
                return f"list({expression})"
            case ListOf(RecordRef(name), is_map=True):
                return f"dict(map(get_{self.file.types[name]}, {expression}))"
            case ListOf(item):
                variable = self._variable()
                return f"[{self._read(item, variable)} for {variable} in {expression}]"
            case MapOf(value):
                return f"dict(map(get_{self.file.entries[value]}, {expression}))"
            case UnionRef():
                raise AssertionError(type_)

    def _variable(self) -> str:
        self._depth += 1
        return f"v{self._depth}"

    def _access(self) -> str:
        """The steps to the access leaf, of which a message reads no more."""
        found = access_of(self.schema)
        if found is None:
            return "access = None\n"
        lines, at = [], "message"
        struct = self._structs[self.file.root]
        for step in found.steps:
            if isinstance(step, FieldOf):
                struct = self.file.of_record(step.record)
                field = struct.fields[step.index]
                at = f"{at}.{field.name}"
            elif isinstance(step, LastItem):
                lines += [f"items = {at}", "if not len(items):", "    return 0"]
                at = "items[len(items) - 1]"
            else:
                if struct.wraps is not None:
                    at = f"{at}.part0"
                lines += [f"group = {at}", 'if group._which_str() == "none":', "    return 0"]
                at = "group.some"
            if isinstance(step.type, ListOf) and isinstance(step.type.item, OptionalOf):
                struct = self._structs[self.file.wrappers[step.type.item]]
        if isinstance(found.leaf, Scalar):
            at = logical.lowering(found.leaf).format(at)
        lines += [f"leaf = {at}", f"return {_visited(found.leaf)}"]
        return "\n".join(["def access(message):", *(f"    {line}" for line in lines), ""])


def _visited(leaf: Scalar | EnumRef) -> str:
    match leaf:
        case EnumRef():
            return "leaf.raw"
        case Scalar(logical=found) if found:
            return "_visit(leaf.encode())" if found.kind == Kind.STRING else "leaf"
        case Scalar(Kind.STRING):
            return "_visit(leaf.encode())"
        case Scalar(Kind.BYTES):
            return "_visit(leaf)"
        case Scalar(Kind.F32 | Kind.F64 as kind):
            return float_visited(kind is Kind.F32)
        case _:
            return "leaf"
