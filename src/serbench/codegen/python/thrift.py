"""Python: `.thrift` text, and plain values as the objects that thriftpy2 makes of it.

    generate(schema) -> {"data.thrift": ..., "of_thrift.py": ...}

thriftpy2 reads the text itself and makes classes of its structs.
https://thriftpy2.readthedocs.io/en/latest/
"""

from __future__ import annotations

from dataclasses import replace

from serbench.codegen.idl import thrift
from serbench.codegen.idl.thrift import ThriftField, ThriftFile, ThriftStruct
from serbench.codegen.python import logical
from serbench.codegen.python.conversions import attribute, call, numbers
from serbench.codegen.python.types import HEADER, names
from serbench.schema.model import (
    KEY,
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

# An i64 of the same bits.
_U64 = {
    "to": "({0} if {0} < 1 << 63 else {0} - (1 << 64))",
    "back": "({0} & (1 << 64) - 1)",
}
_IMPORTS = """from pathlib import Path

from serbench_schema import types
from thriftpy2 import load

data = load(str(Path(__file__).with_name("data.thrift")), "data_thrift")
"""


def generate(schema: Schema) -> dict[str, str]:
    file = thrift.lower(schema)
    # References are C++'s affair, and no word of thriftpy2's.
    structs = tuple(
        replace(struct, fields=tuple(replace(f, is_reference=False) for f in struct.fields))
        for struct in file.structs
    )
    file = replace(file, structs=structs)
    return {"data.thrift": thrift.render(file), "of_thrift.py": conversions(schema, file, _IMPORTS)}


def conversions(schema: Schema, file: ThriftFile, imports: str) -> str:
    """A module whose functions `to` and `back` convert the root, `Root` is its class. What is
    imported as `data` has the classes of the file's structs."""
    return _Module(schema, file, imports).text()


class _Module:
    def __init__(self, schema: Schema, file: ThriftFile, imports: str) -> None:
        self.file, self.names, self._schema = file, names(schema), schema
        self._imports = imports
        self._depth = 0

    def text(self) -> str:
        parts = [numbers(self.names.types[enum.name]) for enum in self._schema.enums]
        for struct in self.file.structs:
            parts += [self._to(struct), self._back(struct)]
        root = self.file.root
        parts.append(f"to = to_{root}\nback = back_{root}\nRoot = data.{root}\n")
        body = "\n\n".join(parts)
        names_of_logical = logical.import_line(self._schema, body)
        return f"{HEADER}\n{names_of_logical}{self._imports}\n\n{body}"

    def _to(self, struct: ThriftStruct) -> str:
        made = {}
        for field in struct.fields:
            expression = self._plain(struct, field)
            made[field.name] = self._convert(self._type(field), expression, "to")
        return f"def to_{struct.name}(value):\n    return {call(f'data.{struct.name}', made)}\n"

    def _back(self, struct: ThriftStruct) -> str:
        parts = []
        for field in struct.fields:
            expression = attribute("value", field.name)
            parts.append(self._convert(self._type(field), expression, "back"))
        if struct.record is None:
            return f"def back_{struct.name}(value):\n    return {parts[0]}\n"
        lines = "".join(f"        {part},\n" for part in parts)
        body = f"(\n{lines}    )" if parts else "()"
        made = f"types.{self.names.types[struct.record]}"
        if struct.record in self.names.entries:
            made = ""
        return f"def back_{struct.name}(value):\n    return {made}{body}\n"

    def _plain(self, struct: ThriftStruct, field: ThriftField) -> str:
        """Where the value of the field stands on the plain side."""
        if struct.record is None:  # a wrapper
            return "value"
        if struct.record in self.names.entries:
            return "value[0]" if field.wire == KEY else "value[1]"
        return f"value.{self.names.fields[struct.record][field.wire]}"

    def _type(self, field: ThriftField) -> Type:
        return OptionalOf(field.type) if field.is_optional else field.type

    def _convert(self, type_: Type, expression: str, way: str) -> str:
        """The `expression` of a field of the type, converted."""
        if not isinstance(type_, OptionalOf):
            return self._item(type_, expression, way)
        if self._item(type_.item, "v", way) == "v":
            return expression
        variable = self._variable()
        converted = self._item(type_.item, variable, way)
        return f"None if ({variable} := {expression}) is None else {converted}"

    def _item(self, type_: Type, expression: str, way: str) -> str:
        """Of what is never absent, or lies in a container."""
        match type_:
            case Scalar(Kind.U64):
                return _U64[way].format(expression)
            case Scalar():
                to, back = logical.conversion(type_)
                return (to if way == "to" else back).format(expression)
            case EnumRef(name):
                table = "NUMBER" if way == "to" else "OF"
                return f"{table}_{self.names.types[name]}[{expression}]"
            case RecordRef(name):
                return f"{way}_{self.file.types[name]}({expression})"
            case OptionalOf():
                return f"{way}_{self.file.wrappers[type_]}({expression})"
            case ListOf(RecordRef(name), is_map=True):
                function = f"{way}_{self.file.types[name]}"
                if way == "back":
                    return f"dict(map({function}, {expression}))"
                return f"list(map({function}, {expression}.items()))"
            case ListOf(item):
                variable = self._variable()
                one = self._item(item, variable, way)
                return expression if one == variable else f"[{one} for {variable} in {expression}]"
            case MapOf(value):
                variable = self._variable()
                one = self._item(value, variable, way)
                if one == variable:
                    return expression
                return f"{{k{variable}: {one} for k{variable}, {variable} in {expression}.items()}}"
            case UnionRef():  # nothing is generated of it
                raise AssertionError(type_)

    def _variable(self) -> str:
        self._depth += 1
        return f"v{self._depth}"
