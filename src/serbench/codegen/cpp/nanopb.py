"""C++ for nanopb: the `.proto` and its options, and the conversions between plain values and the
structs that its generator makes of them.

What has no bounds is a pointer: text, bytes, lists, and messages within themselves. Other messages
lie in the struct that has them, as nanopb does by default.
"""

from __future__ import annotations

from serbench.codegen.cpp import proto_c
from serbench.codegen.idl import proto
from serbench.codegen.idl.proto import Message, ProtoField, ProtoFile
from serbench.schema.model import Schema

_STEM = "data_nanopb"


def generate(schema: Schema) -> dict[str, str]:
    """Relative path to text: the `.proto`, its options, and the conversions."""
    file = proto_c.lower(schema)
    writer = _Writer(schema, file)
    options = [
        f"{proto.PACKAGE}.{message.name}.{field.name} type:FT_POINTER\n"
        for message in file.structs
        for field in message.fields
        if writer.is_pointer(message, field)
    ]
    return {
        f"{_STEM}.proto": proto_c.render(file, has_optional=True),
        f"{_STEM}.options": "".join(options),
    } | writer.files()


class _Writer(proto_c.Writer):
    word = "nanopb"
    library = "Nanopb"

    def __init__(self, schema: Schema, file: ProtoFile) -> None:
        super().__init__(schema, file)
        self.headers = ("libraries/nanopb.hpp", f"{_STEM}.pb.h")
        self.declarations = (
            f"inline const pb_msgdesc_t* const root_fields = {self.type_name(file.root)}_fields;\n"
        )
        self._within = _reachable(file)

    def is_pointer(self, message: Message, field: ProtoField) -> bool:
        if field.cardinality == "repeated" or proto_c.is_text_or_bytes(field):
            return True
        return field.is_message and message.name in self._within[field.type]

    def type_name(self, name: str) -> str:
        return f"{proto.PACKAGE}_{name}"

    def count(self, field: ProtoField) -> str:
        return f"{field.name}_count"

    def variant(self) -> str:
        return "which_value"

    def place(self, message: Message, field: ProtoField) -> str:
        return f"value.{field.name}" if message.union is not None else field.name

    def is_there(self, message: Message, field: ProtoField) -> str:
        if self.is_pointer(message, field):
            return f"from.{field.name} != nullptr"
        return f"from.has_{field.name}"

    def set_there(self, message: Message, field: ProtoField) -> str | None:
        return None if self.is_pointer(message, field) else f"to->has_{field.name} = true;"


def _reachable(file: ProtoFile) -> dict[str, set[str]]:
    """By message, the messages that lie in it at any depth, and itself."""
    inside = {
        message.name: [field.type for field in message.fields if field.is_message]
        for message in file.structs
    }
    found: dict[str, set[str]] = {}
    for name in inside:
        seen, open_ = {name}, [name]
        while open_:
            fresh = [inner for inner in inside[open_.pop()] if inner not in seen]
            seen.update(fresh)
            open_ += fresh
        found[name] = seen
    return found
