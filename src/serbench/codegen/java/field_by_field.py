"""Java: code written out for each type of a schema that puts values field by field, and gets them.

Fields in order; lists and maps begin with how many there are, an optional with whether it is there,
a union with the number of its variant; an enum is its number. A value of a logical type is the
plain scalar that the convention says. A map is written as the list of its entries is, whatever its
keys are. `FieldByField` makes the methods; a library's own writer
says with which calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from serbench.codegen.java import logical
from serbench.codegen.java import types as java
from serbench.codegen.java.types import (
    DATA,
    boxed_type,
    chunked,
    container,
    plain_type,
    variant_record,
)
from serbench.codegen.worklist import Numbered
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
    Union,
    UnionRef,
)


class FieldByField:
    """`sink` and `source` are the types of the variable `b` in methods that put and get. `{}` in
    statements and expressions is the value. `throws` ends the signatures of methods whose calls
    have checked exceptions."""

    sink: str
    source: str
    puts: Mapping[Kind, str]
    gets: Mapping[Kind, str]
    put_size: str
    get_size: str
    put_flag: str
    get_flag: str
    throws = ""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.known = java.names(schema)
        self.records = {r.name: i for i, r in enumerate(schema.records)}
        self.enums = {e.name: i for i, e in enumerate(schema.enums)}
        self.unions = {u.name: i for i, u in enumerate(schema.unions)}
        self.containers = Numbered[ListOf | MapOf]()

    def number(self, enum: Enum) -> tuple[str, str]:
        """How a symbol's number is put and got."""
        return self.put_size, self.get_size

    def methods(self) -> list[str]:
        lines: list[str] = []
        for enum in self.schema.enums:
            name = f"{DATA}.{self.known.types[enum.name]}"
            lines += ["", f"  private static final {name}[] ENUM{self.enums[enum.name]} ="]
            lines += [f"      {name}.values();"]
        for record in self.schema.plain_records:
            lines += self.record(record.name, record.fields)
        for union in self.schema.unions:
            lines += self.union(union)
        for type_, _ in self.containers:
            match type_:
                case ListOf(RecordRef(name), is_map=True):
                    lines += self.map_methods(type_, *self.known.entries[name])
                case ListOf():
                    lines += self.list_methods(type_)
                case MapOf(value):
                    lines += self.map_methods(type_, Scalar(Kind.STRING), value)
        return lines

    def plain(self, type_: Type) -> str:
        return plain_type(type_, self.known, f"{DATA}.")

    def boxed(self, type_: Type) -> str:
        return boxed_type(type_, self.known, f"{DATA}.")

    def put(self, type_: Type, value: str) -> str:
        """A statement, without its semicolon, that writes `value`."""
        match type_:
            case Scalar(kind):
                return self.puts[kind].format(logical.put(type_, value))
            case EnumRef(name):
                put, _ = self.number(self.schema.enum(name))
                return put.format(f"{value}.ordinal()")
            case RecordRef(name):
                return f"putRecord{self.records[name]}(b, {value})"
            case UnionRef(name):
                return f"putUnion{self.unions[name]}(b, {value})"
            case OptionalOf(item):
                some = f"{{ {self.put_flag.format(1)}; {self.put(item, value)}; }}"
                return f"if ({value} == null) {self.put_flag.format(0)}; else {some}"
            case ListOf() | MapOf():
                return f"putContainer{self.containers[type_]}(b, {value})"

    def get(self, type_: Type) -> str:
        """An expression that reads a value."""
        match type_:
            case Scalar(kind):
                return logical.get(type_, self.gets[kind])
            case EnumRef(name):
                _, get = self.number(self.schema.enum(name))
                return f"ENUM{self.enums[name]}[{get}]"
            case RecordRef(name):
                return f"getRecord{self.records[name]}(b)"
            case UnionRef(name):
                return f"getUnion{self.unions[name]}(b)"
            case OptionalOf(item):
                return f"{self.get_flag} == 0 ? null : {self.get(item)}"
            case ListOf() | MapOf():
                return f"getContainer{self.containers[type_]}(b)"

    def parts(
        self,
        fields: tuple[Field, ...],
        signature: str,
        line: Callable[[Field], str],
        ends: Sequence[str] = ("", ""),
    ) -> list[str]:
        """A method for each chunk of a record's fields, whose number is `{}` in the signature."""
        out: list[str] = []
        for i, chunk in enumerate(chunked(fields)):
            body = [f"    {line(f)}" for f in chunk]
            start, end = (f"    {text}" for text in ends)
            lines = [text for text in (start, *body, end) if text.strip()]
            out.extend(
                ["", f"  private static {signature.format(i)}{self.throws} {{", *lines, "  }"]
            )
        return out

    def record(self, name: str, fields: tuple[Field, ...]) -> list[str]:
        number, plain = self.records[name], self.plain(RecordRef(name))
        member = {f.name: f"v.{self.known.fields[name][f.name]}" for f in fields}
        put, get = f"putRecord{number}", f"getRecord{number}"
        count = range(len(chunked(fields)))
        return [
            *self.parts(
                fields,
                f"void {put}Part{{}}({self.sink} b, {plain} v)",
                lambda f: f"{self.put(f.type, member[f.name])};",
            ),
            *self.parts(
                fields,
                f"void {get}Part{{}}({self.source} b, {plain} v)",
                lambda f: f"{member[f.name]} = {self.get(f.type)};",
            ),
            "",
            f"  private static void {put}({self.sink} b, {plain} v){self.throws} {{",
            *(f"    {put}Part{i}(b, v);" for i in count),
            "  }",
            "",
            f"  private static {plain} {get}({self.source} b){self.throws} {{",
            f"    {plain} v = new {plain}();",
            *(f"    {get}Part{i}(b, v);" for i in count),
            "    return v;",
            "  }",
        ]

    def union(self, union: Union) -> list[str]:
        """The number of the variant, then its value."""
        number, plain = self.unions[union.name], self.plain(UnionRef(union.name))
        puts, gets = [], []
        for i, variant in enumerate(union.variants):
            record = f"{plain}.{variant_record(variant)}"
            puts += [
                f"    if (v instanceof {record} variant) {{",
                f"      {self.put_flag.format(i)};",
                f"      {self.put(variant, 'variant.value()')};",
                "    }",
            ]
            gets.append(f"      case {i} -> new {record}({self.get(variant)});")
        return [
            "",
            f"  private static void putUnion{number}({self.sink} b, {plain} v){self.throws} {{",
            *puts,
            "  }",
            "",
            f"  private static {plain} getUnion{number}({self.source} b){self.throws} {{",
            f"    return switch ({self.get_flag}) {{",
            *gets,
            '      default -> throw new IllegalArgumentException("no variant of its union");',
            "    };",
            "  }",
        ]

    def list_methods(self, type_: ListOf) -> list[str]:
        number, plain = self.containers[type_], self.plain(type_)
        return [
            "",
            f"  private static void putContainer{number}({self.sink} b, {plain} v){self.throws} {{",
            f"    {self.put_size.format('v.size()')};",
            f"    for ({self.boxed(type_.item)} e : v) {{ {self.put(type_.item, 'e')}; }}",
            "  }",
            "",
            f"  private static {plain} getContainer{number}({self.source} b){self.throws} {{",
            f"    int size = {self.get_size};",
            f"    {plain} v = new ArrayList<>(size);",
            f"    for (int i = 0; i < size; i++) v.add({self.get(type_.item)});",
            "    return v;",
            "  }",
        ]

    def map_methods(self, type_: ListOf | MapOf, key_type: Type, value_type: Type) -> list[str]:
        number, plain = self.containers[type_], self.plain(type_)
        key, value = self.boxed(key_type), self.boxed(value_type)
        return [
            "",
            f"  private static void putContainer{number}({self.sink} b, {plain} v){self.throws} {{",
            f"    {self.put_size.format('v.size()')};",
            f"    for (Map.Entry<{key}, {value}> e : v.entrySet()) {{",
            f"      {self.put(key_type, 'e.getKey()')};",
            f"      {value} value = e.getValue();",
            f"      {self.put(value_type, 'value')};",
            "    }",
            "  }",
            "",
            f"  private static {plain} getContainer{number}({self.source} b){self.throws} {{",
            f"    int size = {self.get_size};",
            f"    {plain} v = {container(type_, 'size')};",
            "    for (int i = 0; i < size; i++) {",
            f"      v.put({self.get(key_type)}, {self.get(value_type)});",
            "    }",
            "    return v;",
            "  }",
        ]
