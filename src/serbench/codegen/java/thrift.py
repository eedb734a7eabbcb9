"""Java's Thrift: `.thrift` text, and conversions to the beans that Thrift's compiler makes of it.

    generate(schema) -> {"data.thrift": ..., "serbench/thrift/Beans.java": ...}

https://thrift.apache.org/lib/java
"""

from __future__ import annotations

from serbench.codegen.idl import thrift
from serbench.codegen.java.beans import Beans
from serbench.codegen.java.types import BOXED, SCALARS
from serbench.schema.model import Kind, OptionalOf, Schema

_MODELS = {
    **{kind: BOXED.get(plain, plain) for kind, plain in SCALARS.items()},
    Kind.F32: "Double",
    Kind.BYTES: "ByteBuffer",
}
_PUTS = {Kind.F32: "(double) {}", Kind.BYTES: "ByteBuffer.wrap({})"}
_GETS = {Kind.F32: "(float) (double) {}", Kind.BYTES: "bytes({})"}
_VISITS = {
    Kind.BOOL: "({} ? 1L : 0L)",
    Kind.F32: "Visit.bits((float) (double) {})",
    Kind.F64: "Visit.bits({})",
    Kind.STRING: "Visit.text({})",
    Kind.BYTES: "visitBytes({})",
}


def generate(schema: Schema) -> dict[str, str]:
    """The sources by their paths; the compiler adds the beans."""
    writer = _Writer(schema)
    return {"data.thrift": thrift.render(writer.file), "serbench/thrift/Beans.java": writer.text()}


class _Writer(Beans):
    package = "serbench.thrift"
    base = "org.apache.thrift.TBase<?, ?>"
    models, puts, gets = _MODELS, _PUTS, _GETS
    visits = _VISITS

    def __init__(self, schema: Schema) -> None:
        super().__init__(schema)
        self.file = thrift.lower(schema).numbered()

    def bean(self, name: str) -> str:
        return f"{thrift.NAMESPACE}.{self.file.types[name]}"

    def member(self, number: int) -> str:
        return f"m.part{number}"

    def is_present(self, number: int) -> str:
        return f"m.isSetPart{number}()"

    def set_optional(self, number: int, plain: str, converted: str) -> str:
        return f"if ({plain} != null) m.setPart{number}({converted});"

    def optional(self, type_: OptionalOf) -> str:
        return f"{thrift.NAMESPACE}.{self.file.wrappers[type_]}"

    def put_optional(self, type_: OptionalOf, value: str) -> str:
        return f"put{self.numbers[type_]}({value})"

    def get_optional(self, type_: OptionalOf, value: str) -> str:
        return f"get{self.numbers[type_]}({value})"

    def visit_optional(self, type_: OptionalOf, value: str) -> str:
        return f"visit{self.numbers[type_]}({value})"

    def optional_methods(self, type_: OptionalOf) -> list[str]:
        """A struct whose only field is optional."""
        number, bean, item = self.numbers[type_], self.optional(type_), type_.item
        plain = self.boxed(item)
        member, is_present = self.member(0), self.is_present(0)
        return [
            "",
            f"  private static {bean} put{number}({plain} v) {{",
            f"    {bean} m = new {bean}();",
            f"    {self.set_optional(0, 'v', self.put(item, 'v'))}",
            "    return m;",
            "  }",
            "",
            f"  private static {plain} get{number}({bean} m) {{",
            f"    return {is_present} ? {self.get(item, member)} : null;",
            "  }",
            "",
            f"  private static long visit{number}({bean} m) {{",
            f"    return {is_present} ? 1L + {self.visit(item, member)} : 0L;",
            "  }",
        ]
