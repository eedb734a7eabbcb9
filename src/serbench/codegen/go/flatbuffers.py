"""Go: `.fbs` text for flatc, and what builds and reads its tables.

    generate(schema) -> {"data.fbs": ..., "convert.go": ..., "access.go": ...}

The files of a package `schema_flatbuffers`: flatc makes the package `serbench_flat` below it of the
first; the second calls its functions as the language's page does, with offsets of vectors on a
stack that is kept. Names are numbers here, which no bytes hold: flatc makes a dozen of each.
https://flatbuffers.dev/languages/go/
"""

from __future__ import annotations

import re

from serbench.codegen.go import flatbuffers_access as access
from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import types as go
from serbench.codegen.go.values import visit_converted
from serbench.codegen.idl import flatbuffers
from serbench.codegen.idl.flatbuffers import FlatField, FlatFile, Table, underlying
from serbench.schema.model import ListOf, MapOf, Scalar, Schema, Type

DATA = f"serbench/schema_flatbuffers/{flatbuffers.NAMESPACE}"
_PREPEND = {
    "bool": "Bool", "byte": "Int8", "short": "Int16", "int": "Int32", "long": "Int64",
    "ubyte": "Byte", "ushort": "Uint16", "uint": "Uint32", "ulong": "Uint64",
    "float": "Float32", "double": "Float64",
}  # fmt: skip

_HEAD = """\
// A Writer builds one value after another with one builder.
type Writer struct {{
	*flatbuffers.Builder
	offsets []flatbuffers.UOffsetT
}}

func NewWriter() *Writer {{ return &Writer{{Builder: flatbuffers.NewBuilder(1024)}} }}

// Fill replaces what the builder holds by a value.
func (w *Writer) Fill(v *schema.Root) {{
	w.Reset()
	w.Finish(w.put{root}(v))
}}

// vector writes the offsets from there on.
func (w *Writer) vector(start int) flatbuffers.UOffsetT {{
	offsets := w.offsets[start:]
	w.offsets = w.offsets[:start]
	w.StartVector(flatbuffers.SizeUOffsetT, len(offsets), flatbuffers.SizeUOffsetT)
	for i := len(offsets) - 1; i >= 0; i-- {{
		w.PrependUOffsetT(offsets[i])
	}}
	return w.EndVector(len(offsets))
}}

// Root is the table of every value.
type Root = data.{root}

// Init makes it that of an encoded value.
func Init(t *Root, encoded []byte) {{ t.Init(encoded, flatbuffers.GetUOffsetT(encoded)) }}

// Convert makes a plain value of it.
func Convert(t *Root) (*schema.Root, error) {{
	v := new(schema.Root)
	return v, plain{root}(v, t)
}}

// Visit is the visit sum, by accessors.
func Visit(t *Root) uint64 {{ return visit{root}(t) }}

// has tells a vector of nothing from none.
func has(t flatbuffers.Table, place int) bool {{
	return t.Offset(flatbuffers.VOffsetT(4+2*place)) != 0
}}
"""


def generate(schema: Schema) -> dict[str, str]:
    """The sources of the package, by their names in it."""
    file = flatbuffers.lower(schema).numbered()
    made = {
        "data.fbs": flatbuffers.render(file),
        "convert.go": _Writer(schema, file).text(),
    }
    return made | access.generate(schema, file, DATA)


class _Writer:
    def __init__(self, schema: Schema, file: FlatFile) -> None:
        self.file, self.names = file, go.names(schema)
        self.enums = {enum.name: enum for enum in file.enums}

    def text(self) -> str:
        parts = [_HEAD.format(root=self.file.root)]
        for table in self.file.structs:
            parts += [self.put(table), self.plain(table), self.visit(table)]
        for enum in self.file.enums:
            plain = f"schema.{self.names.types[enum.enum]}"
            parts.append(
                f"func plain{enum.name}(number data.{enum.name}) ({plain}, error) {{\n"
                f"\tif uint32(number) >= {len(enum.values)} {{\n"
                "\t\treturn 0, driver.NoSymbol(uint32(number))\n"
                "\t}\n"
                f"\treturn {plain}(number), nil\n"
                "}\n"
            )
        body = "\n".join(parts)
        standard, modules = go_logical.imports(body)
        own = go.used(body, "conventions", "driver", "logical", "schema", prefix="serbench/")
        imports = go.import_block(
            [*go.used(body, "bytes"), *standard],
            ['flatbuffers "github.com/google/flatbuffers/go"', *modules],
            [*own, f'data "{DATA}"'],
        )
        return "\n".join([go.HEADER, "package schema_flatbuffers\n", imports, body])

    def spelled(self, type_: Type) -> str:
        return go.PLAIN.text(type_, self.names, "schema.")

    def parameters(self, table: Table) -> tuple[str, list[str]]:
        """Of the functions of a table: what they take, and where its fields are in that."""
        if entry := self.names.entries.get(table.record or ""):
            key, value = map(self.spelled, entry)
            return f"key {key}, v *{value}", ["key", "(*v)"]
        if table.record is not None:
            fields = self.names.fields[table.record]
            return f"v *schema.{self.names.types[table.record]}", [
                f"v.{fields[f.wire]}" for f in table.fields
            ]
        if table.wraps is not None:
            return f"v *{self.spelled(table.wraps)}", ["(*v)"]
        assert table.entry_of is not None
        return f"key string, v *{self.spelled(table.entry_of)}", ["key", "(*v)"]

    def put(self, table: Table) -> str:
        taken, places = self.parameters(table)
        before: list[str] = []
        adds: list[str] = []
        for i, (field, place) in enumerate(zip(table.fields, places, strict=True)):
            add = f"data.{table.name}Add{_upper(field)}(w.Builder, "
            if field.is_vector or field.held not in ("scalar", "enum"):
                before += self.offset(f"offset{i}", field, place)
                adds.append(f"\t{add}offset{i})")
            elif field.is_optional:
                adds += [f"\tif {_bare(place)} != nil {{"]
                adds += [f"\t\t{add}{self.number(field, _pointee(field, place))})", "\t}"]
            else:
                adds.append(f"\t{add}{self.number(field, _bare(place))})")
        lines = [
            f"func (w *Writer) put{table.name}({taken}) flatbuffers.UOffsetT {{",
            *before,
            f"\tdata.{table.name}Start(w.Builder)",
            *adds,
            f"\treturn data.{table.name}End(w.Builder)",
            "}",
        ]
        return "\n".join(lines) + "\n"

    def number(self, field: FlatField, value: str) -> str:
        if converted := _converted(field):
            return go_logical.to(converted, value)
        return f"data.{field.name_of_held}({value})" if field.held == "enum" else value

    def offset(self, name: str, field: FlatField, place: str) -> list[str]:
        """Statements that declare the offset of what is no number; 0 where there is none."""
        if not field.is_optional:
            lines = self.built(name, field, place, 1)
            return [*lines[:-1], lines[-1].replace(" = ", " := ", 1)]
        pointee = place if go_logical.is_big(field.type) else f"(*{_bare(place)})"
        lines = self.built(name, field, pointee, 2)
        head = [f"\tvar {name} flatbuffers.UOffsetT", f"\tif {_bare(place)} != nil {{"]
        return [*head, *lines, "\t}"]

    def built(self, name: str, field: FlatField, value: str, depth: int) -> list[str]:
        """Statements whose last one sets the variable."""
        tab = "\t" * depth
        if not field.is_vector:
            return [f"{tab}{name} = {self.item(field, value)}"]
        items = _bare(value)
        if field.held in ("scalar", "enum"):
            if field.name_of_held == "ubyte" and field.held == "scalar":
                return [f"{tab}{name} = w.CreateByteVector({items})"]
            kind = self.kind_of(field)
            size = {"bool": 1, "byte": 1, "ubyte": 1, "short": 2, "ushort": 2}.get(kind, 4)
            size = 8 if kind in ("long", "ulong", "double") else size
            prepend = _PREPEND[kind]
            one = f"{value}[i]"
            if converted := _converted(field):
                one = go_logical.to(converted, one)
            if field.held == "enum":
                one = f"{'byte' if kind == 'ubyte' else prepend.lower()}({one})"
            return [
                f"{tab}w.StartVector({size}, len({items}), {size})",
                f"{tab}for i := len({items}) - 1; i >= 0; i-- {{",
                f"{tab}\tw.Prepend{prepend}({one})",
                f"{tab}}}",
                f"{tab}{name} = w.EndVector(len({items}))",
            ]
        start = name.replace("offset", "start")
        if isinstance(field.type, MapOf):
            each = [
                f"{tab}for _, key := range driver.SortedKeys({items}) {{",
                f"{tab}\titem := {value}[key]",
                f"{tab}\tw.offsets = append(w.offsets, w.put{field.name_of_held}(key, &item))",
            ]
        elif field.is_typed_map:
            each = [
                f"{tab}for key, item := range {items} {{",
                f"{tab}\tw.offsets = append(w.offsets, w.put{field.name_of_held}(key, &item))",
            ]
        else:
            one = self.item(field, f"{value}[i]")
            each = [
                f"{tab}for i := range {items} {{",
                f"{tab}\tw.offsets = append(w.offsets, {one})",
            ]
        return [
            f"{tab}{start} := len(w.offsets)",
            *each,
            f"{tab}}}",
            f"{tab}{name} = w.vector({start})",
        ]

    def kind_of(self, field: FlatField) -> str:
        if field.held == "enum":
            return underlying(self.enums[field.name_of_held])
        return field.name_of_held

    def item(self, field: FlatField, value: str) -> str:
        if converted := _converted(field):
            create = "CreateString" if field.held == "string" else "CreateByteVector"
            return f"w.{create}({go_logical.to(converted, value)})"
        match field.held:
            case "string":
                return f"w.CreateString({_bare(value)})"
            case "bytes":
                return f"w.CreateByteVector({_bare(value)})"
            case _:
                return f"w.put{field.name_of_held}({_pointer(value)})"

    def plain(self, table: Table) -> str:
        taken, places = self.parameters(table)
        if entry := self.names.entries.get(table.record or ""):
            key, value = map(self.spelled, entry)
            body = [f"\tvar key {key}", f"\tvar v {value}", *self.taken(table, 0, "key")]
            body += [*self.taken(table, 1, "v"), "\tm[key] = v"]
            taken = f"m map[{key}]{value}"
        elif table.entry_of is not None:
            value = self.spelled(table.entry_of)
            body = [f"\tvar v {value}", *self.taken(table, 1, "v")]
            body += ["\tm[string(t.Part0())] = v"]
            taken = f"m map[string]{value}"
        else:
            body = [line for i, place in enumerate(places) for line in self.taken(table, i, place)]
        has_error = any("err = " in line for line in body)
        lines = [
            f"func plain{table.name}({taken}, t *data.{table.name}) error {{",
            *["\tvar err error"] * has_error,
            *go_logical.noting(body),
            "}",
        ]
        return "\n".join(lines) + "\n"

    def taken(self, table: Table, place: int, target: str) -> list[str]:
        """Statements that set the plain side's field."""
        field = table.fields[place]
        got = f"t.{_upper(field)}"
        bare = _bare(target)
        if field.is_vector:
            if not field.is_optional:
                return self.items(field, target, got, 1)
            head = [f"\tif has(t.Table(), {_slot(table, place)}) {{"]
            head += [f"\t\tvar items {self.spelled(field.type)}"]
            return [*head, *self.items(field, "items", got, 2), f"\t\t{bare} = &items", "\t}"]
        if field.held == "table":
            name = field.name_of_held
            inner = f"inner{place}"
            head = [f"\tvar {inner} data.{name}"]
            if field.is_optional:
                head += [f"\tif {got}(&{inner}) != nil {{"]
                head += [f"\t\t{bare} = new({self.spelled(field.type)})"]
                return [*head, *_checked(f"plain{name}({bare}, &{inner})", 2), "\t}"]
            missing = f"\t\treturn driver.Missing({go.literal(field.wire)})"
            head += [f"\tif {got}(&{inner}) == nil {{", missing, "\t}"]
            return [*head, *_checked(f"plain{name}({_pointer(target)}, &{inner})", 1)]
        if converted := _converted(field):
            return self.taken_back(field, converted, bare, got)
        if field.held in ("string", "bytes"):
            got += "Bytes" * (field.held == "bytes")
            if not field.is_optional:
                return [f"\t{bare} = {_owned(field, f'{got}()')}"]
            item = f"item := {_owned(field, 'part')}"
            head = [f"\tif part := {got}(); part != nil {{"]
            return [*head, f"\t\t{item}", f"\t\t{bare} = &item", "\t}"]
        if field.held == "enum":
            name = field.name_of_held
            if not field.is_optional:
                return [f"\tif {bare}, err = plain{name}({got}()); err != nil {{", *_RETURN]
            return [
                f"\tif number := {got}(); number != nil {{",
                f"\t\titem, err := plain{name}(*number)",
                "\t\tif err != nil {\n\t\t\treturn err\n\t\t}",
                f"\t\t{bare} = &item",
                "\t}",
            ]
        if field.has_presence and not field.is_optional:
            return [f"\tif number := {got}(); number != nil {{", f"\t\t{bare} = *number", "\t}"]
        return [f"\t{bare} = {got}()"]

    def taken_back(self, field: FlatField, scalar: Scalar, target: str, got: str) -> list[str]:
        """The same of a logical type that is converted."""
        got += "Bytes" * (field.held == "bytes")
        held = "string(part)" if field.held == "string" else "part"
        if not (field.is_optional or field.has_presence):
            value = f"string({got}())" if field.held == "string" else f"{got}()"
            return [f"\t{target} = {go_logical.back(scalar, value)}"]
        held = held if field.held in ("string", "bytes") else "*part"
        head = f"\tif part := {got}(); part != nil {{"
        back = go_logical.back(scalar, held)
        if not field.is_optional:
            return [head, f"\t\t{target} = {back}", "\t}"]
        made = f"\t\t{target} = {go_logical.address('item', scalar)}"
        return [head, f"\t\titem := {back}", made, "\t}"]

    def items(self, field: FlatField, target: str, got: str, depth: int) -> list[str]:
        tab = "\t" * depth
        bare = _bare(target)
        if field.held == "scalar" and field.name_of_held == "ubyte":
            return [f"{tab}{bare} = bytes.Clone({got}Bytes())"]
        name = field.name_of_held
        head = [f"{tab}{bare} = make({self.spelled(field.type)}, {got}Length())"]
        if isinstance(field.type, MapOf) or field.is_typed_map:
            loop = [
                f"{tab}for i := range {got}Length() {{",
                f"{tab}\tvar entry data.{name}",
                f"{tab}\t{got}(&entry, i)",
                *_checked(f"plain{name}({bare}, &entry)", depth + 1),
            ]
            return [*head, *loop, f"{tab}}}"]
        one = f"{target}[i]"
        converted = _converted(field)
        match field.held:
            case "string" | "scalar" if converted:
                item = f"string({got}(i))" if field.held == "string" else f"{got}(i)"
                body = [f"{tab}\t{one} = {go_logical.back(converted, item)}"]
            case "table":
                body = [
                    f"{tab}\tvar inner data.{name}",
                    f"{tab}\t{got}(&inner, i)",
                    *_checked(f"plain{name}(&{one}, &inner)", depth + 1),
                ]
            case "string":
                body = [f"{tab}\t{one} = string({got}(i))"]
            case "enum":
                body = [
                    f"{tab}\tif {one}, err = plain{name}({got}(i)); err != nil {{",
                    f"{tab}\t\treturn err",
                    f"{tab}\t}}",
                ]
            case _:
                body = [f"{tab}\t{one} = {got}(i)"]
        return [*head, f"{tab}for i := range {bare} {{", *body, f"{tab}}}"]

    def visit(self, table: Table) -> str:
        body: list[str] = []
        for place, field in enumerate(table.fields):
            body += self.visited(table, place, field)
        lines = [
            f"func visit{table.name}(t *data.{table.name}) uint64 {{",
            "\tvar sum uint64",
            *body,
            "\treturn sum",
            "}",
        ]
        return "\n".join(lines) + "\n"

    def visited(self, table: Table, place: int, field: FlatField) -> list[str]:
        got, name = f"t.{_upper(field)}", field.name_of_held
        if field.is_vector:
            one = "item"
            each = [f"\t\titem := {got}(i)"]
            if field.held == "table":
                one = "&item"
                each = [f"\t\tvar item data.{name}", f"\t\t{got}(&item, i)"]
            lines = [
                f"\tsum += uint64({got}Length())",
                f"\tfor i := range {got}Length() {{",
                *each,
                f"\t\tsum += {self.leaf(field, one)}",
                "\t}",
            ]
            if not field.is_optional:
                return lines
            deeper = [f"\t{line}" for line in lines]
            return [f"\tif has(t.Table(), {_slot(table, place)}) {{", "\t\tsum++", *deeper, "\t}"]
        if field.held == "table":
            inner = f"inner{place}"
            added = f"1 + visit{name}" if field.is_optional else f"visit{name}"
            head = [f"\tvar {inner} data.{name}", f"\tif {got}(&{inner}) != nil {{"]
            return [*head, f"\t\tsum += {added}(&{inner})", "\t}"]
        got += "Bytes" * (field.held == "bytes")
        if field.has_presence:
            added = f"{'1 + ' * field.is_optional}{self.leaf(field, '*part')}"
            return [f"\tif part := {got}(); part != nil {{", f"\t\tsum += {added}", "\t}"]
        if field.is_optional:
            added = f"1 + {self.leaf(field, 'part')}"
            return [f"\tif part := {got}(); part != nil {{", f"\t\tsum += {added}", "\t}"]
        return [f"\tsum += {self.leaf(field, f'{got}()')}"]

    def leaf(self, field: FlatField, value: str) -> str:
        if (converted := _converted(field)) and field.held != "string":
            return visit_converted(converted, value)
        match field.held:
            case "table":
                return f"visit{field.name_of_held}({value})"
            case "string" | "bytes":
                return f"driver.VisitBytes({value})"
            case "enum":
                return f"uint64({value})"
            case _:
                leaf = field.type.item if isinstance(field.type, ListOf) else field.type
                assert isinstance(leaf, Scalar)
                return visit_converted(leaf, value)


def _converted(field: FlatField) -> Scalar | None:
    """What a field holds, or each item of its vector, if it has a logical type."""
    held = field.type.item if field.is_vector and isinstance(field.type, ListOf) else field.type
    is_scalar = field.held in ("scalar", "string", "bytes") and isinstance(held, Scalar)
    return held if is_scalar and isinstance(held, Scalar) and held.logical else None


def _pointee(field: FlatField, place: str) -> str:
    """Of an optional number."""
    return f"(*{_bare(place)})" if _converted(field) else f"*{_bare(place)}"


_RETURN = ("\t\treturn err", "\t}")


def _upper(field: FlatField) -> str:
    """What flatc calls a field's functions."""
    return field.name.capitalize()


def _slot(table: Table, place: int) -> int:
    kept = table.fields[place].id
    return place if kept is None else kept


def _bare(value: str) -> str:
    """Without parentheses, where nothing follows."""
    return value[1:-1] if re.fullmatch(r"\(\*[^()]*\)", value) else value


def _pointer(value: str) -> str:
    """To a value: what it is the target of, or its address."""
    return value[2:-1] if value.startswith("(*") and value.endswith(")") else f"&{value}"


def _owned(field: FlatField, value: str) -> str:
    return f"string({value})" if field.held == "string" else f"bytes.Clone({value})"


def _checked(call: str, depth: int) -> list[str]:
    tab = "\t" * depth
    return [f"{tab}if err := {call}; err != nil {{", f"{tab}\treturn err", f"{tab}}}"]
