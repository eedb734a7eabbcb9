"""Java: the plain classes of a schema, and what the driver asks of a value.

    generate(schema) -> {"serbench/data/User.java": ..., "serbench/ops/UserOps.java": ...}

Package `serbench.data` holds the classes as users write them: public fields, `List`, `Map`,
boxed types for optionals, `long` for u32 and u64, and the wire names in Jackson's and BSON's
annotations. Package `serbench.ops` holds for each of them how it is read, digested, visited
and copied; `serbench.ops.Root` is the type of every value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from serbench.codegen.names import identifiers, pascal_case, snake_case
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    Type,
    nested_types,
)

DATA, OPS = "serbench.data", "serbench.ops"

# u32 in a `long`, so that every library prints it right; u64 keeps its bits in a `long`.
SCALARS = {
    Kind.BOOL: "boolean",
    Kind.I32: "int",
    Kind.I64: "long",
    Kind.U32: "long",
    Kind.U64: "long",
    Kind.F32: "float",
    Kind.F64: "double",
    Kind.STRING: "String",
    Kind.BYTES: "byte[]",
}
BOXED = {
    "boolean": "Boolean",
    "int": "Integer",
    "long": "Long",
    "float": "Float",
    "double": "Double",
}

# Keywords and literals: https://docs.oracle.com/javase/specs/jls/se17/html/jls-3.html#jls-3.9
_KEYWORDS = """abstract assert boolean break byte case catch char class const continue default do
    double else enum extends final finally float for goto if implements import instanceof int
    interface long native new package private protected public return short static strictfp super
    switch synchronized this throw throws transient try void volatile while true false null"""
KEYWORDS = frozenset(_KEYWORDS.split())
# Names that the generated classes use themselves.
_USED = """Boolean BsonProperty Double EmptyName Float Integer JsonDeserialize JsonProperty
    JsonSerialize JsonValue List Long Map Object Override Serializable String U64"""
_TYPE_NAMES = frozenset(_USED.split())

# HotSpot does not compile methods of more than 8000 bytes (HugeMethodLimit), and the class file
# format ends at 64 kB: the fields of a large record are handled by several methods.
FIELDS_PER_METHOD = 40


@dataclass(frozen=True, slots=True)
class Names:
    """Java identifiers of a schema. `fields[record][wire]`, `symbols[enum][symbol]`."""

    types: dict[str, str]
    fields: dict[str, dict[str, str]]
    symbols: dict[str, dict[str, str]]


def names(schema: Schema) -> Names:
    types = [r.name for r in schema.records] + [e.name for e in schema.enums]
    reserved = KEYWORDS | {"serialVersionUID"}
    return Names(
        # Files are named after types, and some file systems fold case.
        identifiers(types, pascal_case, _TYPE_NAMES, fold=str.lower),
        {
            r.name: identifiers((f.name for f in r.fields), camel_case, reserved)
            for r in schema.records
        },
        {e.name: identifiers(e.symbols, lambda s: snake_case(s).upper()) for e in schema.enums},
    )


def camel_case(name: str) -> str:
    """`createdAt`; what `snake_case` makes of odd names."""
    first, *rest = snake_case(name).split("_")
    return first + "".join(word.capitalize() for word in rest)


def literal(text: str) -> str:
    """A Java string literal in ASCII."""
    return '"' + "".join(_escaped(c) for c in text) + '"'


def _escaped(c: str) -> str:
    if c in '"\\':
        return "\\" + c
    if " " <= c <= "~":
        return c
    # A \uXXXX of a line feed or a quote would be read before the literal is: octal is not.
    if ord(c) < 256:
        return f"\\{ord(c):03o}"
    units = c.encode("utf-16-be")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))


def plain_type(type_: Type, known: Names, package: str = "") -> str:
    """How a field of this type is declared; `package` goes before the schema's own types."""
    match type_:
        case Scalar(kind):
            return SCALARS[kind]
        case EnumRef(name) | RecordRef(name):
            return package + known.types[name]
        case ListOf(item):
            return f"List<{boxed_type(item, known, package)}>"
        case MapOf(value):
            return f"Map<String, {boxed_type(value, known, package)}>"
        case OptionalOf(item):
            return boxed_type(item, known, package)


def boxed_type(type_: Type, known: Names, package: str = "") -> str:
    plain = plain_type(type_, known, package)
    return BOXED.get(plain, plain)


def generate(schema: Schema) -> dict[str, str]:
    """The sources by their paths."""
    known = names(schema)
    out: dict[str, str] = {}
    ops = _Ops(schema, known)
    for record in schema.records:
        name = known.types[record.name]
        out[f"serbench/data/{name}.java"] = _record(record, known)
        out[f"serbench/ops/{name}Ops.java"] = ops.record(record)
    for enum in schema.enums:
        name = known.types[enum.name]
        out[f"serbench/data/{name}.java"] = _enum(enum, known)
        out[f"serbench/ops/{name}Ops.java"] = ops.enum(enum)
    out["serbench/ops/Root.java"] = ops.root()
    out["serbench/ops/Containers.java"] = ops.containers()  # last: it holds what others asked for
    return out


def _record(record: Record, known: Names) -> str:
    name, fields = known.types[record.name], known.fields[record.name]
    lines = [
        f"package {DATA};",
        "",
        "import com.fasterxml.jackson.annotation.JsonProperty;",
        "import com.fasterxml.jackson.databind.annotation.JsonDeserialize;",
        "import com.fasterxml.jackson.databind.annotation.JsonSerialize;",
        "import java.io.Serializable;",
        "import java.util.List;",
        "import java.util.Map;",
        "import org.bson.codecs.pojo.annotations.BsonProperty;",
        "import serbench.json.EmptyName;",
        "import serbench.json.U64;",
        "",
        "/** Generated by serbench. */",
        '@SuppressWarnings("serial") // lists and maps are declared by their interfaces',
        f"public class {name} implements Serializable {{",
        "  private static final long serialVersionUID = 1L;",
    ]
    json_names = annotated_names(f.name for f in record.fields)
    for field in record.fields:
        wire = literal(json_names[field.name])
        lines += ["", f"  @JsonProperty({wire})", f"  @BsonProperty({wire})"]
        if field.name == "":
            lines.append("  @EmptyName")
        if _is_u64(field.type):
            lines += [
                "  @JsonSerialize(using = U64.Writer.class)",
                "  @JsonDeserialize(using = U64.Reader.class)",
            ]
        lines.append(f"  public {plain_type(field.type, known)} {fields[field.name]};")
    return "\n".join([*lines, "}", ""])


def annotated_names(wire_names: Iterable[str]) -> dict[str, str]:
    """The names that annotations can say: all but the empty one, which means "the default" to
    Jackson and BSON. `@EmptyName` makes the JSON codecs write it as it is."""
    wire = list(wire_names)
    substitute = EMPTY_NAME
    while substitute in wire:
        substitute += "_"
    return {name: name or substitute for name in wire}


EMPTY_NAME = "(empty name)"


def _is_u64(type_: Type) -> bool:
    *_, innermost = nested_types(type_)
    return innermost == Scalar(Kind.U64)


def _enum(enum: Enum, known: Names) -> str:
    name, symbols = known.types[enum.name], known.symbols[enum.name]
    has_empty = "" in enum.symbols  # which @JsonProperty cannot say
    annotation = "JsonValue" if has_empty else "JsonProperty"
    lines = [
        f"package {DATA};",
        "",
        f"import com.fasterxml.jackson.annotation.{annotation};",
        "",
        "/** Generated by serbench. */",
        f"public enum {name} {{",
    ]
    if has_empty:
        entries = [f"  {symbols[s]}({literal(s)})" for s in enum.symbols]
    else:
        entries = [f"  @JsonProperty({literal(s)})\n  {symbols[s]}" for s in enum.symbols]
    lines.append(",\n".join(entries) + (";" if has_empty else ""))
    if has_empty:
        lines += [
            "",
            "  @JsonValue public final String wireName;",
            "",
            f"  {name}(String wireName) {{",
            "    this.wireName = wireName;",
            "  }",
        ]
    return "\n".join([*lines, "}", ""])


_OPS_HEAD = """\
package serbench.ops;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import serbench.driver.CanonicalBytes;
import serbench.driver.JsonReader;
import serbench.driver.WireNames;
import serbench.driver.Values;
import serbench.driver.Visit;

/** Generated by serbench. */
"""

_VISIT = {
    Kind.BOOL: "({} ? 1L : 0L)",
    Kind.I32: "(long) {}",
    Kind.F32: "Visit.bits({})",
    Kind.F64: "Visit.bits({})",
    Kind.STRING: "Visit.text({})",
    Kind.BYTES: "Visit.bytes({})",
}


class _Ops:
    """What is done with values, as static methods on each type, so that the JIT sees no
    virtual call and boxes nothing."""

    def __init__(self, schema: Schema, known: Names) -> None:
        self.schema = schema
        self.known = known
        self.numbers: dict[ListOf | MapOf, int] = {}

    def number(self, type_: ListOf | MapOf) -> int:
        """Tells the methods of one container type from those of another."""
        return self.numbers.setdefault(type_, len(self.numbers))

    def plain(self, type_: Type) -> str:
        return plain_type(type_, self.known, f"{DATA}.")

    def ops(self, name: str) -> str:
        return f"{self.known.types[name]}Ops"

    def read(self, type_: Type) -> str:
        """An expression that reads a value from `in`."""
        match type_:
            case Scalar(kind):
                return f"in.{kind.value}()"
            case EnumRef(name) | RecordRef(name):
                return f"{self.ops(name)}.read(in)"
            case OptionalOf(item):
                return f"in.isNull() ? null : {self.read(item)}"
            case ListOf() | MapOf():
                return f"Containers.read{self.number(type_)}(in)"

    def digest(self, type_: Type, value: str) -> str:
        """A statement that writes the canonical bytes of a value to `out`."""
        match type_:
            case Scalar(kind):
                return f"out.{kind.value}({value});"
            case EnumRef():
                return f"out.symbol({value});"
            case RecordRef(name):
                return f"{self.ops(name)}.digest({value}, out);"
            case OptionalOf(item):
                return f"if (out.present({value})) {self.digest(item, value)}"
            case ListOf() | MapOf():
                return f"Containers.digest{self.number(type_)}({value}, out);"

    def visit(self, type_: Type, value: str) -> str:
        """An expression for the visit sum of a value."""
        match type_:
            case Scalar(kind):
                return _VISIT.get(kind, "{}").format(value)
            case EnumRef():
                return f"{value}.ordinal()"
            case RecordRef(name):
                return f"{self.ops(name)}.visit({value})"
            case OptionalOf(item):
                return f"({value} == null ? 0L : 1L + {self.visit(item, value)})"
            case ListOf() | MapOf():
                return f"Containers.visit{self.number(type_)}({value})"

    def copy(self, type_: Type, value: str) -> str:
        """An expression for a deep copy of a value."""
        match type_:
            case Scalar(Kind.BYTES):
                return f"{value}.clone()"
            case Scalar() | EnumRef():
                return value
            case RecordRef(name):
                return f"{self.ops(name)}.copy({value})"
            case OptionalOf(item):
                inner = self.copy(item, value)
                return value if inner == value else f"({value} == null ? null : {inner})"
            case ListOf() | MapOf():
                return f"Containers.copy{self.number(type_)}({value})"

    def record(self, record: Record) -> str:
        name = self.known.types[record.name]
        plain = f"{DATA}.{name}"
        member = self.known.fields[record.name]
        field = {f.name: f"v.{member[f.name]}" for f in record.fields}
        chunks = chunked(record.fields)
        wire = ", ".join(literal(f.name) for f in record.fields)
        lines = [
            f"final class {name}Ops {{",
            f"  private static final WireNames FIELDS = new WireNames({wire});",
            "",
            f"  static {plain} read(JsonReader in) throws IOException {{",
            f"    {plain} v = new {plain}();",
            "    boolean[] seen = in.startRecord(FIELDS);",
            "    for (int field; (field = in.nextField(FIELDS, seen)) >= 0; ) {",
            f"      switch (field / {FIELDS_PER_METHOD}) {{",
            *(f"        case {i} -> read{i}(field, v, in);" for i in range(len(chunks))),
            "        default -> throw new AssertionError(field);",
            "      }",
            "    }",
            "    return v;",
            "  }",
        ]

        def method(signature: str, body: Iterable[str]) -> None:
            lines.extend(["", f"  {signature} {{", *(f"    {line}" for line in body), "  }"])

        number = 0
        for i, chunk in enumerate(chunks):
            cases = []
            for f in chunk:
                cases.append(f"  case {number} -> {field[f.name]} = {self.read(f.type)};")
                number += 1
            method(
                f"private static void read{i}(int field, {plain} v, JsonReader in)"
                " throws IOException",
                ["switch (field) {", *cases, "  default -> throw new AssertionError(field);", "}"],
            )
            method(
                f"private static void digest{i}({plain} v, CanonicalBytes out)",
                [self.digest(f.type, field[f.name]) for f in chunk],
            )
            method(
                f"private static long visit{i}({plain} v)",
                [
                    "long sum = 0;",
                    *(f"sum += {self.visit(f.type, field[f.name])};" for f in chunk),
                    "return sum;",
                ],
            )
            method(
                f"private static void copy{i}({plain} v, {plain} to)",
                [f"to.{member[f.name]} = {self.copy(f.type, field[f.name])};" for f in chunk],
            )
        count = range(len(chunks))
        method(
            f"static void digest({plain} v, CanonicalBytes out)",
            [f"digest{i}(v, out);" for i in count],
        )
        sums = " + ".join(f"visit{i}(v)" for i in count) or "0L"
        method(f"static long visit({plain} v)", [f"return {sums};"])
        method(
            f"static {plain} copy({plain} v)",
            [f"{plain} to = new {plain}();", *(f"copy{i}(v, to);" for i in count), "return to;"],
        )
        return _OPS_HEAD + "\n".join([*lines, "}", ""])

    def enum(self, enum: Enum) -> str:
        name = self.known.types[enum.name]
        plain = f"{DATA}.{name}"
        wire = ", ".join(literal(symbol) for symbol in enum.symbols)
        return _OPS_HEAD + "\n".join(
            [
                f"final class {name}Ops {{",
                f"  private static final WireNames SYMBOLS = new WireNames({wire});",
                f"  private static final {plain}[] CONSTANTS = {plain}.values();",
                "",
                f"  static {plain} read(JsonReader in) throws IOException {{",
                "    return CONSTANTS[in.symbol(SYMBOLS)];",
                "  }",
                "}",
                "",
            ]
        )

    def root(self) -> str:
        name = self.known.types[self.schema.root]
        plain = f"{DATA}.{name}"
        classes = [f"{DATA}.{name}.class" for name in self.known.types.values()]
        methods = [
            (f"{plain} read(JsonReader in) throws IOException", f"return {name}Ops.read(in);"),
            (f"void digest({plain} v, CanonicalBytes out)", f"{name}Ops.digest(v, out);"),
            (f"long visit({plain} v)", f"return {name}Ops.visit(v);"),
            (f"{plain} copy({plain} v)", f"return {name}Ops.copy(v);"),
            (f"Class<{plain}> type()", f"return {plain}.class;"),
            ("List<Class<?>> types()", f"return List.<Class<?>>of({', '.join(classes)});"),
        ]
        lines = [f"public final class Root implements Values<{plain}> {{"]
        for signature, body in methods:
            lines += ["  @Override", f"  public {signature} {{", f"    {body}", "  }", ""]
        return _OPS_HEAD + "\n".join([*lines[:-1], "}", ""])

    def containers(self) -> str:
        lines = ["final class Containers {", "  private Containers() {}"]
        done = 0
        while done < len(self.numbers):  # a container may hold another one
            type_ = list(self.numbers)[done]
            lines += self._list(type_) if isinstance(type_, ListOf) else self._map(type_)
            done += 1
        return _OPS_HEAD + "\n".join([*lines, "}", ""])

    def _list(self, type_: ListOf) -> list[str]:
        number, plain = self.number(type_), self.plain(type_)
        item = boxed_type(type_.item, self.known, f"{DATA}.")
        return [
            "",
            f"  static {plain} read{number}(JsonReader in) throws IOException {{",
            f"    {plain} v = new ArrayList<>();",
            f"    for (in.startList(); in.hasItem(); ) v.add({self.read(type_.item)});",
            "    return v;",
            "  }",
            "",
            f"  static void digest{number}({plain} v, CanonicalBytes out) {{",
            "    out.size(v.size());",
            f"    for ({item} e : v) {self.digest(type_.item, 'e')}",
            "  }",
            "",
            f"  static long visit{number}({plain} v) {{",
            "    long sum = v.size();",
            f"    for ({item} e : v) sum += {self.visit(type_.item, 'e')};",
            "    return sum;",
            "  }",
            "",
            f"  static {plain} copy{number}({plain} v) {{",
            f"    {plain} to = new ArrayList<>(v.size());",
            f"    for ({item} e : v) to.add({self.copy(type_.item, 'e')});",
            "    return to;",
            "  }",
        ]

    def _map(self, type_: MapOf) -> list[str]:
        number, plain = self.number(type_), self.plain(type_)
        value = boxed_type(type_.value, self.known, f"{DATA}.")
        entries = f"Map.Entry<String, {value}> e : "
        return [
            "",
            f"  static {plain} read{number}(JsonReader in) throws IOException {{",
            f"    {plain} v = new LinkedHashMap<>();",
            "    in.startMap();",
            "    for (String key; (key = in.nextKey()) != null; ) {",
            f"      {value} value = {self.read(type_.value)};",
            '      if (v.containsKey(key)) throw in.refusal("a key stands twice in a map");',
            "      v.put(key, value);",
            "    }",
            "    return v;",
            "  }",
            "",
            f"  static void digest{number}({plain} v, CanonicalBytes out) {{",
            "    out.size(v.size());",
            f"    for ({entries}CanonicalBytes.inOrder(v)) {{",
            "      out.key(e.getKey());",
            f"      {self.digest(type_.value, 'e.getValue()')}",
            "    }",
            "  }",
            "",
            f"  static long visit{number}({plain} v) {{",
            "    long sum = v.size();",
            f"    for ({entries}v.entrySet()) {{",
            f"      {value} value = e.getValue();",
            f"      sum += Visit.text(e.getKey()) + {self.visit(type_.value, 'value')};",
            "    }",
            "    return sum;",
            "  }",
            "",
            f"  static {plain} copy{number}({plain} v) {{",
            f"    {plain} to = new LinkedHashMap<>(v.size() * 4 / 3 + 1);",
            f"    for ({entries}v.entrySet()) {{",
            f"      {value} value = e.getValue();",
            f"      to.put(e.getKey(), {self.copy(type_.value, 'value')});",
            "    }",
            "    return to;",
            "  }",
        ]


def chunked(fields: tuple[Field, ...]) -> list[tuple[Field, ...]]:
    """The fields in groups that one method can handle."""
    starts = range(0, len(fields), FIELDS_PER_METHOD)
    return [fields[i : i + FIELDS_PER_METHOD] for i in starts]
