"""Java's Avro with generated classes: types for Avro's compiler, and conversions to its beans.

    generate(schema) -> {"data.avpr": ..., "serbench/avro/specific/Beans.java": ...}

The compiler's own program takes protocols, which may be types alone. The class of the root has its
schema; texts are read as strings. The compiler's own program gives beans the classes of java.time
and UUIDs, but no decimals, which it has an option for that the program does not take.
"""

from __future__ import annotations

import json
from typing import Any

from serbench.codegen.idl import avro
from serbench.codegen.java.beans import Beans
from serbench.codegen.java.types import BOXED, SCALARS
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

_PACKAGE = "serbench.avro.specific"
_SMALL = (Kind.I8, Kind.I16, Kind.U8)
_MODELS = {
    **{kind: BOXED.get(plain, plain) for kind, plain in SCALARS.items()},
    **dict.fromkeys(_SMALL, "Integer"),
    Kind.STRING: "CharSequence",
    Kind.BYTES: "ByteBuffer",
}
_PUTS = {**dict.fromkeys(_SMALL, "(int) {}"), Kind.BYTES: "ByteBuffer.wrap({})"}
_GETS = {
    Kind.I8: "(byte) (int) {}",
    **dict.fromkeys((Kind.I16, Kind.U8), "(short) (int) {}"),
    Kind.STRING: "{}.toString()",
    Kind.BYTES: "bytes({})",
}
_VISITS = {
    Kind.BOOL: "({} ? 1L : 0L)",
    Kind.F32: "Visit.bits({})",
    Kind.F64: "Visit.bits({})",
    Kind.STRING: "Visit.text({}.toString())",
    Kind.BYTES: "visitBytes({})",
}


def generate(schema: Schema) -> dict[str, str]:
    """The sources by their paths; the compiler adds the beans."""
    writer = _Writer(schema)
    return {
        "data.avpr": writer.protocol(),
        "serbench/avro/specific/Beans.java": writer.text(),
    }


class _Writer(Beans):
    package = _PACKAGE
    base = "org.apache.avro.specific.SpecificRecordBase"
    models, puts, gets, visits = _MODELS, _PUTS, _GETS, _VISITS

    def __init__(self, schema: Schema) -> None:
        super().__init__(schema)
        named = (*(r.name for r in schema.records), *(e.name for e in schema.enums))
        self.types = {name: f"Type{i}" for i, name in enumerate(named)}
        self.defined: set[str] = set()

    def protocol(self) -> str:
        types = [self.avsc(RecordRef(self.schema.root))]
        return json.dumps({"protocol": "Types", "namespace": _PACKAGE, "types": types})

    def avsc(self, type_: Type) -> Any:
        match type_:
            case Scalar(logical=of, native=True) if of:
                return avro.logical_type(of)
            case Scalar(Kind.STRING):
                return {"type": "string", "avro.java.string": "String"}
            case Scalar(Kind.U64):
                return "long"
            case Scalar(kind):
                return avro.SCALARS[kind]
            case EnumRef(name) | RecordRef(name) if name in self.defined:
                return self.bean(name)
            case RecordRef(name):
                self.defined.add(name)
                fields = [
                    {"name": f"part{i}", "type": self.avsc(field.type)}
                    for i, field in enumerate(self.schema.record(name).fields)
                ]
                return {"type": "record", "name": self.bean(name), "fields": fields}
            case EnumRef(name):
                self.defined.add(name)
                symbols = [f"value{i}" for i in range(len(self.schema.enum(name).symbols))]
                return {"type": "enum", "name": self.bean(name), "symbols": symbols}
            case ListOf(item):
                return {"type": "array", "items": self.avsc(item)}
            case MapOf(value):
                values = self.avsc(value)
                return {"type": "map", "values": values, "avro.java.string": "String"}
            case OptionalOf(item):
                return ["null", self.avsc(item)]
            case UnionRef():  # nothing is compiled of it
                raise AssertionError(type_)

    def bean(self, name: str) -> str:
        return f"{_PACKAGE}.{self.types[name]}"

    def member(self, number: int) -> str:
        return f"m.getPart{number}()"

    def is_present(self, number: int) -> str:
        return f"m.getPart{number}() != null"

    def set_optional(self, number: int, plain: str, converted: str) -> str:
        return f"m.setPart{number}({plain} == null ? null : {converted});"

    def optional(self, type_: OptionalOf) -> str:
        return self.model(type_.item)

    def put_optional(self, type_: OptionalOf, value: str) -> str:
        return f"{value} == null ? null : {self.put(type_.item, value)}"

    def get_optional(self, type_: OptionalOf, value: str) -> str:
        return f"{value} == null ? null : {self.get(type_.item, value)}"

    def visit_optional(self, type_: OptionalOf, value: str) -> str:
        return f"({value} == null ? 0L : 1L + {self.visit(type_.item, value)})"
