"""Go: the plain types fitted to a library: plain scalars for logical types that it does not take.

    generate(schema) -> {"types.go": ...}, and of a schema with logical types two more files

The package `schema_fitted`, for codecs that encode structs by their `json` tags or their order. Of
a schema without logical types it has another name for the plain type. Otherwise, it and every
package of the plain types with other tags or methods have conversions, field by field, as people
write them between their types and those of a format (`package`); the driver finds these by the
root's method `ServeFitted`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import types as go
from serbench.codegen.go import values as go_values
from serbench.codegen.names import Names
from serbench.schema.conventions import left_out
from serbench.schema.model import (
    KEY,
    VALUE,
    EnumRef,
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
)

PACKAGE = "schema_fitted"

_ALIAS = """\
// Root is the type of every value: there is nothing to convert.
type Root = schema.Root
"""
_HEAD = """\
// ServeFitted serves a codec of these types.
func (*{root}) ServeFitted(facts driver.Facts, codec any) {{
	driver.ServeFitted(facts, codec.(driver.PlainCodec[{root}]), populate, convert)
}}

// populate makes an object of a plain value, with which it shares what is the same in both.
func populate(v *schema.Root) *Root {{
	m := new(Root)
	populate{root}(m, v)
	return m
}}

// convert makes a plain value of an object, whose slices and maps it takes over.
func convert(m *Root) (*schema.Root, error) {{
	v := new(schema.Root)
	var wrong error
	convert{root}(v, m, &wrong)
	return v, wrong
}}
"""


def generate(schema: Schema) -> dict[str, str]:
    """The sources of the package, by their names in it."""
    if not go_logical.has_logical(schema) and go_logical.is_all_native(schema):
        head = [go.HEADER, f"package {PACKAGE}\n", 'import "serbench/schema"\n', _ALIAS]
        return {"types.go": "\n".join(head)}
    return package(schema, go.Dialect(PACKAGE, "json"))


def package(schema: Schema, dialect: go.Dialect) -> dict[str, str]:
    """The plain types in a package of their own, fitted, with what the driver asks of them, and
    conversions if these are to be made."""
    kinds = go_logical.kinds_of(schema)
    dialect = replace(dialect, told=left_out(schema))
    made = go.generate(kinds, dialect) | go_values.generate(kinds, dialect.package)
    if kinds != schema:
        made["convert.go"] = _conversions(schema, kinds, dialect.package)
    return made


def _conversions(schema: Schema, kinds: Schema, name: str) -> str:
    known = go.names(schema)
    to = _Writer(known, go.names(kinds), "", "schema.", is_back=False)
    back = _Writer(known, known, "schema.", "", is_back=True)
    parts = [_HEAD.format(root=known.types[schema.root])]
    for record in schema.plain_records:
        parts += [to.record(record), back.record(record)]
    for union in schema.unions:
        parts += [to.union(union), back.union(union)]
    body = "\n".join(parts)
    standard, modules = go_logical.imports(body)
    own = go.used(body, "conventions", "driver", "schema", prefix="serbench/")
    imports = go.import_block(standard, modules, own)
    return "\n".join([go.HEADER, f"package {name}\n", imports, body])


@dataclass(frozen=True, slots=True)
class _Writer:
    """Of one direction: `made` is the scope of what is made, whose names are `known_there`, `given`
    that of what it is made of."""

    known: Names
    known_there: Names
    made: str
    given: str
    is_back: bool

    def record(self, record: Record) -> str:
        fields = self.known.fields[record.name]
        lines = []
        for field in record.fields:
            at = fields[field.name]
            lines += self.set(f"{self.target}.{at}", f"{self.source}.{at}", field.type, 1)
        return self.function(self.known.types[record.name], lines)

    def union(self, union: Union) -> str:
        name = self.known.types[union.name]
        lines = [f"\tswitch variant := {self.source}.Variant.(type) {{"]
        for variant in union.variants:
            lines += [f"\tcase {go.variant_type(self.given + name, variant)}:"]
            lines += [f"\t\tvar made {go.variant_type(self.made + name, variant)}"]
            lines += self.set("made.Value", "variant.Value", variant, 2)
            lines += [f"\t\t{self.target}.Variant = made"]
        return self.function(name, [*lines, "\t}"])

    @property
    def target(self) -> str:
        return "v" if self.is_back else "m"

    @property
    def source(self) -> str:
        return "m" if self.is_back else "v"

    def function(self, name: str, lines: list[str]) -> str:
        if self.is_back:
            head = f"func convert{name}(v *schema.{name}, m *{name}, wrong *error) {{"
        else:
            head = f"func populate{name}(m *{name}, v *schema.{name}) {{"
        return "\n".join([head, *lines, "}"]) + "\n"

    def call(self, name: str, target: str, source: str) -> str:
        if self.is_back:
            return f"convert{name}({target}, {source}, wrong)"
        return f"populate{name}({target}, {source})"

    def spelled(self, type_: Type) -> str:
        made = type_ if self.is_back else go_logical.kinds_of_type(type_)
        return go.PLAIN.text(made, self.known_there, self.made)

    def is_same(self, type_: Type) -> bool:
        """Whether it is one type on both sides."""
        match type_:
            case Scalar():
                return not go_logical.is_converted(type_)
            case ListOf(Scalar(Kind.U8)) | EnumRef() | RecordRef() | UnionRef():
                return False
            case ListOf(RecordRef(name), is_map=True):
                return type_.native and all(map(self.is_same, self.known.entries[name]))
            case ListOf(item) | MapOf(item) | OptionalOf(item):
                return self.is_same(item)

    def set(self, target: str, value: str, type_: Type, depth: int) -> list[str]:
        tab = "\t" * depth
        plain = go_values.bare(value)
        match type_:
            case _ if self.is_same(type_):
                return [f"{tab}{target} = {plain}"]
            case Scalar() if self.is_back:
                return [f"{tab}{target} = {go_logical.back(type_, value, 'wrong')}"]
            case Scalar():
                return [f"{tab}{target} = {go_logical.to(type_, value)}"]
            case EnumRef() | ListOf(Scalar(Kind.U8)):
                return [f"{tab}{target} = {self.spelled(type_)}({plain})"]
            case RecordRef(name) | UnionRef(name):
                pointer = plain[1:] if plain.startswith("*") else f"&{plain}"
                return [tab + self.call(self.known.types[name], f"&{target}", pointer)]
            case ListOf(RecordRef(name), is_map=True) if type_.native:
                return self.set_map(target, value, type_, *self.known.entries[name], depth)
            case ListOf(RecordRef(name), is_map=True) if self.is_back:
                return self.set_map_of_entries(target, value, type_, name, depth)
            case ListOf(RecordRef(name) as entry, is_map=True):
                return self.set_entries(target, value, entry, depth)
            case OptionalOf(RecordRef(name), native=True):
                return self.set_told(target, value, self.known.types[name], depth)
            case OptionalOf(item):
                made = f"made{depth}"
                # One that is big is a pointer to plain values alone.
                is_followed = go_logical.is_big(item) and not self.is_back
                given = value if is_followed else f"(*{value})"
                pointer = go_logical.address(made, item) if self.is_back else f"&{made}"
                inner = self.set(made, given, item, depth + 1)
                if isinstance(item, Scalar | EnumRef):
                    declared = [inner[0].replace(" = ", " := ", 1)]
                else:
                    declared = [f"{tab}\tvar {made} {self.spelled(item)}", *inner]
                return [
                    f"{tab}if {value} != nil {{",
                    *declared,
                    f"{tab}\t{target} = {pointer}",
                    f"{tab}}}",
                ]
            case ListOf(item):
                i = f"i{depth}"
                return [
                    f"{tab}{target} = make({self.spelled(type_)}, len({plain}))",
                    f"{tab}for {i} := range {plain} {{",
                    *self.set(f"{target}[{i}]", f"{value}[{i}]", item, depth + 1),
                    f"{tab}}}",
                ]
            case MapOf(item):
                key, one, made = f"key{depth}", f"item{depth}", f"made{depth}"
                return [
                    f"{tab}{target} = make({self.spelled(type_)}, len({plain}))",
                    f"{tab}for {key}, {one} := range {plain} {{",
                    f"{tab}\tvar {made} {self.spelled(item)}",
                    *self.set(made, one, item, depth + 1),
                    f"{tab}\t{target}[{key}] = {made}",
                    f"{tab}}}",
                ]

    def set_map(
        self, target: str, value: str, type_: Type, key: Type, item: Type, depth: int
    ) -> list[str]:
        """A map of a map, whose keys are no text."""
        tab, plain = "\t" * depth, go_values.bare(value)
        k, one = f"key{depth}", f"item{depth}"
        made_key, made = f"madeKey{depth}", f"made{depth}"
        return [
            f"{tab}{target} = make({self.spelled(type_)}, len({plain}))",
            f"{tab}for {k}, {one} := range {plain} {{",
            *self.declared(made_key, k, key, depth + 1),
            *self.declared(made, one, item, depth + 1),
            f"{tab}\t{target}[{made_key}] = {made}",
            f"{tab}}}",
        ]

    def set_entries(self, target: str, value: str, entry: RecordRef, depth: int) -> list[str]:
        """The list of the entries of a map."""
        tab, plain = "\t" * depth, go_values.bare(value)
        k, one, made = f"key{depth}", f"item{depth}", f"entry{depth}"
        key, item = self.known.entries[entry.name]
        fields = self.known.fields[entry.name]
        return [
            f"{tab}{target} = make({self.spelled(ListOf(entry))}, 0, len({plain}))",
            f"{tab}for {k}, {one} := range {plain} {{",
            f"{tab}\tvar {made} {self.spelled(entry)}",
            *self.set(f"{made}.{fields[KEY]}", k, key, depth + 1),
            *self.set(f"{made}.{fields[VALUE]}", one, item, depth + 1),
            f"{tab}\t{target} = append({target}, {made})",
            f"{tab}}}",
        ]

    def set_map_of_entries(
        self, target: str, value: str, type_: Type, name: str, depth: int
    ) -> list[str]:
        tab, plain = "\t" * depth, go_values.bare(value)
        i, k, one = f"i{depth}", f"key{depth}", f"item{depth}"
        key, item = self.known.entries[name]
        fields = self.known.fields[name]
        return [
            f"{tab}{target} = make({self.spelled(type_)}, len({plain}))",
            f"{tab}for {i} := range {plain} {{",
            *self.declared(k, f"{value}[{i}].{fields[KEY]}", key, depth + 1),
            *self.declared(one, f"{value}[{i}].{fields[VALUE]}", item, depth + 1),
            f"{tab}\t{target}[{k}] = {one}",
            f"{tab}}}",
        ]

    def set_told(self, target: str, value: str, name: str, depth: int) -> list[str]:
        """What tells absent from null, a pointer to plain values alone."""
        tab, made = "\t" * depth, f"made{depth}"
        if not self.is_back:
            return [
                f"{tab}if {value} != nil {{",
                f"{tab}\t{target}.IsSet = true",
                f"{tab}\t{self.call(name, f'&{target}', value)}",
                f"{tab}}}",
            ]
        return [
            f"{tab}if {value}.IsSet {{",
            f"{tab}\tvar {made} {self.made}{name}",
            f"{tab}\t{self.call(name, f'&{made}', f'&{value}')}",
            f"{tab}\t{target} = &{made}",
            f"{tab}}}",
        ]

    def declared(self, target: str, value: str, type_: Type, depth: int) -> list[str]:
        """As `set`, of a variable that is declared here."""
        lines = self.set(target, value, type_, depth)
        if len(lines) == 1 and " = " in lines[0]:
            return [lines[0].replace(" = ", " := ", 1)]
        return [f"{chr(9) * depth}var {target} {self.spelled(type_)}", *lines]
