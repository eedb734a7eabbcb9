"""C++ for protobuf-c: the `.proto`, and the conversions between plain values and the structs that
its compiler makes of it.

Its compiler knows no `optional` of proto3: a scalar that may be absent is a oneof of one field.
"""

from __future__ import annotations

from collections.abc import Iterator

from serbench.codegen.cpp import proto_c
from serbench.codegen.idl.proto import Message, ProtoField, ProtoFile
from serbench.schema.model import Schema

_STEM = "data_protobuf_c"


def generate(schema: Schema) -> dict[str, str]:
    """Relative path to text: the `.proto` and the conversions."""
    file = proto_c.lower(schema)
    text = proto_c.render(file, has_optional=False)
    return {f"{_STEM}.proto": text} | _Writer(schema, file).files()


class _Writer(proto_c.Writer):
    word = "protobuf_c"
    library = "ProtobufC"

    def __init__(self, schema: Schema, file: ProtoFile) -> None:
        super().__init__(schema, file)
        self.headers = ("libraries/protobuf_c.hpp", f"{_STEM}.pb-c.h")
        self.declarations = (
            "inline const ProtobufCMessageDescriptor* const root_descriptor = "
            f"&{_function_prefix(file.root)}__descriptor;\n"
        )

    def source(self, header: str) -> Iterator[str]:
        for line in super().source(header):
            yield line
            if line.startswith("using C = "):
                yield from self.inits()

    def inits(self) -> Iterator[str]:
        names = [message.name for message in self.file.structs]
        for name in [*names, *([proto_c.TIME] if proto_c.has_times(self.file) else [])]:
            yield (
                f"[[maybe_unused]] static void init_message({self.type_name(name)}* to) "
                f"{{ {_function_prefix(name)}__init(to); }}"
            )

    def type_name(self, name: str) -> str:
        return f"SerbenchProto__{name}"

    def count(self, field: ProtoField) -> str:
        return f"n_{field.name}"

    def variant(self) -> str:
        return "value_case"

    def place(self, message: Message, field: ProtoField) -> str:
        return field.name

    def is_there(self, message: Message, field: ProtoField) -> str:
        if field.holds_message:
            return f"from.{field.name} != nullptr"
        return f"from._{field.name}_case != 0"

    def set_there(self, message: Message, field: ProtoField) -> str | None:
        if field.holds_message:
            return None
        return f"C::set_variant(to->_{field.name}_case, {field.number});"


def _function_prefix(name: str) -> str:
    return f"serbench_proto__{name.lower()}"
