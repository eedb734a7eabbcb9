"""How the bytebuffer encoding finds one leaf: stepping over all that lies before it."""

from __future__ import annotations

from collections.abc import Sequence

from serbench.codegen.java.types import FIELDS_PER_METHOD
from serbench.codegen.worklist import Numbered
from serbench.schema.access import FieldOf, IfPresent, LastItem, Path
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
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

# Of the kinds whose values take the same number of bytes each.
_BYTES = {
    Kind.BOOL: 1,
    Kind.I8: 1,
    Kind.I16: 2,
    Kind.I32: 4,
    Kind.I64: 8,
    Kind.U8: 1,
    Kind.U16: 2,
    Kind.U32: 4,
    Kind.U64: 8,
    Kind.F32: 4,
    Kind.F64: 8,
}


def number_bytes(enum: Enum) -> int:
    count = len(enum.symbols)
    return 1 if count <= 1 << 8 else 2 if count <= 1 << 16 else 4


class Skips:
    """Statements that step over values of a schema, and the methods that they call."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        # What is stepped over by a method of its own, and parts of such methods.
        self.numbers = Numbered[RecordRef | UnionRef | ListOf | MapOf]()
        self.parts: list[list[str]] = []

    def to(self, steps: Path) -> list[str]:
        """Statements that step over all that lies before the place where the steps lead to."""
        lines: list[str] = []
        for number, step in enumerate(steps):
            match step:
                case FieldOf(record, index):
                    fields = self.schema.record(record).fields
                    lines += self._skips(fields[:index])
                case IfPresent():
                    lines.append("if (b.get() == 0) return 0;")
                case LastItem():
                    n, fixed = f"n{number}", self._fixed_bytes(step.type)
                    lines += [f"int {n} = b.getInt();", f"if ({n} == 0) return 0;"]
                    each = f"for (int i = 1; i < {n}; i++) {self._skip(step.type)}"
                    lines.append(f"skip(b, ({n} - 1) * {fixed});" if fixed else each)
        return lines

    def _fixed_bytes(self, type_: Type) -> int | None:
        """How many bytes every value of the type takes; None if they differ."""
        match type_:
            case Scalar(kind):
                return _BYTES.get(kind)
            case EnumRef(name):
                return number_bytes(self.schema.enum(name))
        return None

    def _skip(self, type_: Type) -> str:
        """A statement that steps over a value."""
        fixed = self._fixed_bytes(type_)
        match type_:
            case _ if fixed is not None:
                return f"skip(b, {fixed});"
            case OptionalOf(item):
                return f"if (b.get() != 0) {self._skip(item)}"
            case ListOf(item) if fixed_item := self._fixed_bytes(item):
                return f"skip(b, b.getInt() * {fixed_item});"
            case RecordRef() | UnionRef() | ListOf() | MapOf():
                return f"skip{self.numbers[type_]}(b);"
            case _:
                return "skip(b, b.getInt());"

    def _skips(self, fields: Sequence[Field]) -> list[str]:
        """Statements that step over fields: over those of fixed sizes that follow each other at
        once, and over many in methods of their own."""
        lines: list[str] = []
        together = 0
        for f in fields:
            fixed = self._fixed_bytes(f.type)
            if fixed is not None:
                together += fixed
                continue
            lines += [f"skip(b, {together});"] * bool(together) + [self._skip(f.type)]
            together = 0
        lines += [f"skip(b, {together});"] * bool(together)
        if len(lines) <= FIELDS_PER_METHOD:
            return lines
        parts = [lines[i : i + FIELDS_PER_METHOD] for i in range(0, len(lines), FIELDS_PER_METHOD)]
        first = len(self.parts)
        self.parts += parts
        return [f"skipPart{first + i}(b);" for i in range(len(parts))]

    def methods(self) -> list[str]:
        methods: dict[str, list[str]] = {}
        for type_, number in self.numbers:
            match type_:
                case RecordRef(name):
                    body = self._skips(self.schema.record(name).fields)
                case UnionRef(name):
                    body = ["switch (b.get()) {"]
                    for i, variant in enumerate(self.schema.union(name).variants):
                        body.append(f"  case {i} -> {{ {self._skip(variant)} }}")
                    refusal = 'throw new IllegalArgumentException("no variant of its union")'
                    body += [f"  default -> {refusal};", "}"]
                case ListOf(item):
                    body = [f"for (int i = b.getInt(); i > 0; i--) {self._skip(item)}"]
                case MapOf(value):
                    step = f"{{ skip(b, b.getInt()); {self._skip(value)} }}"
                    body = [f"for (int i = b.getInt(); i > 0; i--) {step}"]
            methods[f"skip{number}"] = body
        methods |= {f"skipPart{i}": body for i, body in enumerate(self.parts)}
        out: list[str] = []
        for name, body in methods.items():
            out += ["", f"  private static void {name}(ByteBuffer b) {{"]
            out += [*(f"    {line}" for line in body), "  }"]
        return out
