"""Java: the plain classes of a schema, as users write them.

    generate(schema) -> {"serbench/data/User.java": ...}

Public fields, `List`, `Map` whatever its keys are, boxed types for optionals, the next wider type
for unsigned integers (`short` for u8) but `long` for u64, the JDK's classes for logical types
(`java.logical`), and the wire names in the annotations of libraries. A union is a sealed interface
with a record for each variant. What the driver asks of a value is in `java.ops`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from serbench.codegen.java.logical import class_of
from serbench.codegen.names import Names, Style, names_of
from serbench.schema.lineage import descents
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
    Union,
    UnionRef,
    json_shape,
    nested_types,
    variant_name,
)
from serbench.schema.names import pascal_case, snake_case


@dataclass(frozen=True, slots=True)
class Packages:
    """Where plain classes lie, what reads their unions by Jackson, and what the driver asks."""

    data: str
    unions: str
    ops: str


PLAIN = Packages("serbench.data", "serbench.unions", "serbench.ops")
DATA = PLAIN.data

# Unsigned ones in the next wider type, so that every library prints them right; u64 keeps its bits.
SCALARS = {
    Kind.BOOL: "boolean",
    Kind.I8: "byte",
    Kind.I16: "short",
    Kind.I32: "int",
    Kind.I64: "long",
    Kind.U8: "short",
    Kind.U16: "int",
    Kind.U32: "long",
    Kind.U64: "long",
    Kind.F32: "float",
    Kind.F64: "double",
    Kind.STRING: "String",
    Kind.BYTES: "byte[]",
}
BOXED = {
    "boolean": "Boolean",
    "byte": "Byte",
    "short": "Short",
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
_USED = """Boolean BsonProperty Byte Double EmptyName Float Integer JsonDeserialize JsonProperty
    JsonSerialize JsonValue List Long Map Object Override Serializable Short String
    SuppressWarnings U64"""
_TYPE_NAMES = frozenset(_USED.split())

# HotSpot does not compile methods of more than 8000 bytes (HugeMethodLimit), and the class file
# format ends at 64 kB: the fields of a large record are handled by several methods.
FIELDS_PER_METHOD = 40


def names(schema: Schema) -> Names:
    return names_of(
        schema,
        # Files are named after types, and some file systems fold case.
        Style(pascal_case, _TYPE_NAMES, fold=str.lower),
        Style(camel_case, KEYWORDS | {"serialVersionUID"}),
        Style(lambda symbol: snake_case(symbol).upper()),
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
    return utf16_escapes(c)


def utf16_escapes(c: str) -> str:
    units = c.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))


def plain_type(type_: Type, known: Names, package: str = "") -> str:
    """How a field of this type is declared; `package` goes before the schema's own types."""
    match type_:
        case Scalar(kind, logical=logical):
            return class_of(logical) if logical else SCALARS[kind]
        case RecordRef(name) if name in known.entries:
            return f"Map.Entry<{_of_entry(type_, known, package)}>"
        case EnumRef(name) | RecordRef(name) | UnionRef(name):
            return package + known.types[name]
        case ListOf(RecordRef() as entry, is_map=True):
            return f"Map<{_of_entry(entry, known, package)}>"
        case ListOf(item):
            return f"List<{boxed_type(item, known, package)}>"
        case MapOf(value):
            return f"Map<String, {boxed_type(value, known, package)}>"
        case OptionalOf(item):
            return boxed_type(item, known, package)


def boxed_type(type_: Type, known: Names, package: str = "") -> str:
    plain = plain_type(type_, known, package)
    return BOXED.get(plain, plain)


def _of_entry(entry: RecordRef, known: Names, package: str) -> str:
    return ", ".join(boxed_type(part, known, package) for part in known.entries[entry.name])


def is_entry(type_: Type, known: Names) -> bool:
    return isinstance(type_, RecordRef) and type_.name in known.entries


# What reads key and value of the entry `v`.
ENTRY = ("v.getKey()", "v.getValue()")


def items(type_: ListOf, value: str) -> str:
    """What a loop goes through, of a list or a map whose keys are no text."""
    return f"{value}.entrySet()" if type_.is_map else value


def container(type_: ListOf | MapOf, size: str) -> str:
    """A new list or map with room for as many."""
    is_map = isinstance(type_, MapOf) or type_.is_map
    return f"new LinkedHashMap<>({size} * 4 / 3 + 1)" if is_map else f"new ArrayList<>({size})"


def generate(schema: Schema, packages: Packages = PLAIN) -> dict[str, str]:
    """The sources by their paths."""
    known = names(schema)
    out: dict[str, str] = {}

    def add(package: str, name: str, text: str) -> None:
        out[path_of(package, name)] = text

    for record in schema.plain_records:
        name = known.types[record.name]
        add(packages.data, name, _record(record, known, packages))
    for enum in schema.enums:
        name = known.types[enum.name]
        add(packages.data, name, _enum(enum, known, packages))
    for union in schema.unions:
        name = known.types[union.name]
        add(packages.data, name, _union(union, known, packages))
        add(packages.unions, name, _union_reader(union, known, packages))
    return out


def path_of(package: str, name: str) -> str:
    return f"{package.replace('.', '/')}/{name}.java"


_ALIAS = "com.fasterxml.jackson.annotation.JsonAlias"


def _record(record: Record, known: Names, packages: Packages) -> str:
    name, fields = known.types[record.name], known.fields[record.name]
    lines = [
        f"package {packages.data};",
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
    for field, descent in zip(record.fields, descents(record), strict=True):
        wire = literal(json_names[field.name])
        lines += ["", f"  @JsonProperty({wire})", f"  @BsonProperty({wire})"]
        former = descent.before.name if descent.before else field.name
        if former != field.name:
            lines.append(f"  @{_ALIAS}({literal(former)})")
        if field.name == "":
            lines.append("  @EmptyName")
        lines += [f"  {line}" for line in _other_names(field.name, former)]
        lines += [f"  {line}" for line in _u64_annotations(field.type, known)]
        lines.append(f"  public {plain_type(field.type, known)} {fields[field.name]};")
    return "\n".join([*lines, "}", ""])


def _other_names(wire: str, former: str) -> list[str]:
    """The name as Gson's and Moshi's annotations say it, which may say the empty one too."""
    said = literal(wire)
    alternate = f"value = {said}, alternate = {literal(former)}" if former != wire else said
    return [
        f"@com.google.gson.annotations.SerializedName({alternate})",
        f"@com.squareup.moshi.Json(name = {said})",
    ]


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


def _u64_annotations(type_: Type, known: Names) -> list[str]:
    keys: list[Type] = []
    *_, innermost = nested_types(type_)
    while isinstance(innermost, RecordRef) and innermost.name in known.entries:
        key, value = known.entries[innermost.name]
        keys.append(key)
        *_, innermost = nested_types(value)
    is_u64, has_keys = innermost == Scalar(Kind.U64), Scalar(Kind.U64) in keys
    using = ["using = U64.Writer.class"] * is_u64 + ["keyUsing = U64.KeyWriter.class"] * has_keys
    return [
        *[f"@JsonSerialize({', '.join(using)})"] * bool(using),
        *["@JsonDeserialize(using = U64.Reader.class)"] * is_u64,
    ]


def _enum(enum: Enum, known: Names, packages: Packages) -> str:
    name, symbols = known.types[enum.name], known.symbols[enum.name]
    has_empty = "" in enum.symbols  # which @JsonProperty cannot say
    annotation = "JsonValue" if has_empty else "JsonProperty"
    lines = [
        f"package {packages.data};",
        "",
        f"import com.fasterxml.jackson.annotation.{annotation};",
        "",
        "/** Generated by serbench. */",
        f"public enum {name} {{",
    ]
    entries = []
    for s in enum.symbols:
        names = [] if has_empty else [f"@JsonProperty({literal(s)})"]
        constant = f"{symbols[s]}({literal(s)})" if has_empty else symbols[s]
        entries.append("\n".join(f"  {line}" for line in (*names, *_other_names(s, s), constant)))
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


def variant_record(type_: Type) -> str:
    """What the record of a variant is called: no class that generated code uses."""
    return f"{variant_name(type_)}Value"


# Of its types all names are whole: within, those of its records come first.
_UNION = """\
package {packages.data};

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import serbench.json.U64;

/** Generated by serbench. */
@JsonDeserialize(using = {packages.unions}.{name}.class)
public sealed interface {name} extends Serializable {{
{records}
}}
"""

# Not within the union: libraries that look at a class's members, as Fory does, would load it, and
# with it Jackson, which is not on their class path.
_UNION_READER = """\
package {packages.unions};

import java.util.List;
import java.util.Map;
import serbench.json.UnionReader;

/** Generated by serbench. Reads the union by Jackson. */
public final class {name} extends UnionReader<{packages.data}.{name}> {{
  private static final long serialVersionUID = 1L;

  public {name}() {{
    super({packages.data}.{name}.class);
{adds}
  }}
}}
"""


def _union(union: Union, known: Names, packages: Packages) -> str:
    name = known.types[union.name]
    records = []
    for variant in union.variants:
        called, whole = variant_record(variant), plain_type(variant, known, f"{packages.data}.")
        writer = "@JsonSerialize(using = U64.Writer.class) " if _is_u64(variant) else ""
        records.append(
            f"  record {called}(@JsonValue {writer}{whole} value) implements {name} {{}}"
        )
    return _UNION.format(packages=packages, name=name, records="\n\n".join(records))


def _union_reader(union: Union, known: Names, packages: Packages) -> str:
    name = known.types[union.name]
    adds = []
    for variant in union.variants:
        whole = plain_type(variant, known, f"{packages.data}.")
        # Of a class, `List.class` would not say of what.
        type_ = f"new UnionReader.Type<{BOXED.get(whole, whole)}>() {{}}"
        how = "u64" if _is_u64(variant) else "variant"
        shape = json_shape(variant)
        assert shape is not None
        make = f"{packages.data}.{name}.{variant_record(variant)}::new"
        adds.append(f"    {how}(Shape.{shape.name}, {type_}, {make});")
    return _UNION_READER.format(packages=packages, name=name, adds="\n".join(adds))


def chunked(fields: tuple[Field, ...]) -> list[tuple[Field, ...]]:
    """The fields in groups that one method can handle."""
    starts = range(0, len(fields), FIELDS_PER_METHOD)
    return [fields[i : i + FIELDS_PER_METHOD] for i in starts]
