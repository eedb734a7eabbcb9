"""C++ for FlatBuffers: the `.fbs` that flatc makes accessors of, and the conversions between plain
values and buffers, all by those."""

from __future__ import annotations

from collections.abc import Iterator

from serbench.codegen.cpp import logical
from serbench.codegen.cpp.model import Conversions, Function, safe_fields, safe_types, safe_values
from serbench.codegen.idl import flatbuffers
from serbench.codegen.idl.flatbuffers import FlatField, FlatFile, Table
from serbench.schema.access import FieldOf, IfPresent, LastItem, access_of
from serbench.schema.model import ListOf, Scalar, Schema, Type

FLATBUFFERS_FILE = "data.fbs"


def lower(schema: Schema) -> FlatFile:
    """The schema as FlatBuffers, under names that are safe in C++."""
    file = flatbuffers.lower(schema)
    safe = safe_types(file.type_names())

    return file.renamed(safe, safe_fields, safe_values)


def generate(schema: Schema) -> dict[str, str]:
    """Relative path to text: the `.fbs` and the conversions, as header and source."""
    file = lower(schema)
    return {FLATBUFFERS_FILE: flatbuffers.render(file)} | _Conversions(schema, file).files()


class _Conversions(Conversions):
    word = "flatbuffers"
    namespace = flatbuffers.NAMESPACE
    uses = tuple(
        f"flat::{name}"
        for name in ("Builder", "Tag", "bytes_sum", "get", "sum", "symbol_to", "symbols", "tables")
    )
    headers = ("data_generated.h", "libraries/flatbuffers_builder.hpp")
    declarations = """\
// The table of every value.
using RootTable = {root};

// Plain value to a finished buffer. The builder must be clear.
void build(const serbench::Root& from, serbench::flat::Builder& to);
// Table to plain value, which must be new. Throws for an enum's number without symbol.
void get(const RootTable* from, serbench::Root& to);
// The visit sum, by accessors.
std::uint64_t sum(const RootTable* from);
// What the access leaf adds to it; 0 if the schema has none.
std::uint64_t access(const RootTable* from);
"""

    def __init__(self, schema: Schema, file: FlatFile) -> None:
        super().__init__(schema, file.root)
        self.file = file

    def functions(self) -> Iterator[Function]:
        for table in self.file.structs:
            held = self.plain(table.record, table.held)
            stored = self.plain(table.record, table.held, in_map=True)
            given = self.entry(table.entry_of) if table.entry_of else stored
            source = f"[[maybe_unused]] const {table.name}* from"
            yield Function(
                f"flatbuffers::Offset<{table.name}> put([[maybe_unused]] const {given}& from, "
                f"Builder& to, Tag<{table.name}>)",
                self.puts(table),
            )
            yield Function(f"void get({source}, [[maybe_unused]] {held}& to)", self.gets(table))
            yield Function(f"std::uint64_t sum({source})", self.sums(table))
        yield Function(
            "void build(const serbench::Root& from, Builder& to)",
            ["to.Finish(put(from, to, Tag<RootTable>()));"],
        )
        source = "[[maybe_unused]] const RootTable* from"
        yield Function(f"std::uint64_t access({source})", self.accesses())

    def puts(self, table: Table) -> Iterator[str]:
        if table.union is not None:
            kind = flatbuffers.union_type(table.name)
            yield "flatbuffers::Offset<void> value;"
            yield from self.switch(
                "from.index()",
                (
                    f"value = {self.put(f, f'std::get<{i}>(from)')}.Union();"
                    for i, f in enumerate(table.fields)
                ),
            )
            # The first is that of none.
            number = f"static_cast<{kind}>(from.index() + 1)"
            yield f"return Create{table.name}(to, {number}, value);"
            return
        arguments = []
        for f in table.fields:
            value = self.member(table.record, f.wire, "from")
            if table.entry_of:
                value = "from.first" if f.name == "key" else "from.second"
            if f.held == "scalar" and not f.is_vector:
                arguments.append(f"serbench::flat::written({value})" if _is_logical(f) else value)
            elif f.held == "enum" and not f.is_vector:
                arguments.append(f"symbol_to<{f.name_of_held}>({value})")
            else:
                # Before the table begins, since its parts lie before it.
                made = self.put(f, f"*{value}" if f.is_optional else value)
                if f.is_optional:
                    made = f"{value} ? {made} : 0"
                yield f"const auto {f.name} = {made};"
                arguments.append(f.name)
        by_id = sorted(zip(table.fields, arguments, strict=True), key=lambda pair: pair[0].id or 0)
        yield f"return Create{table.name}({', '.join(['to', *(value for _, value in by_id)])});"

    def put(self, field: FlatField, value: str) -> str:
        if _is_logical(field):
            return f"serbench::flat::create_written({value}, to)"
        match field.held, field.is_vector:
            case "table", False:
                return f"put({value}, to, Tag<{field.name_of_held}>())"
            case "table", True:
                return f"tables<{field.name_of_held}>({value}, to)"
            case "enum", True:
                return f"symbols<{field.name_of_held}>({value}, to)"
            case "string", True:
                return f"to.CreateVectorOfStrings({value})"
            case "string", False:
                return f"to.CreateString({value})"
            case _:
                return f"to.CreateVector({value})"

    def gets(self, table: Table) -> Iterator[str]:
        yield "if (!from) return;"  # the verifier lets a table be absent
        if table.union is not None:
            yield from self.switch(
                "static_cast<int>(from->value_type()) - 1",
                (f"get({_of_union(f)}, to.emplace<{i}>());" for i, f in enumerate(table.fields)),
                'throw std::runtime_error("no variant of its union");',
            )
            return
        for f in table.fields:
            if f.is_key:  # for who has the map
                continue
            value = self.member(table.record, f.wire, "to")
            part = f"from->{f.name}()"
            if f.is_optional:
                star = "*" if f.has_presence else ""
                yield f"if (const auto part = {part}) get({star}part, {value}.emplace());"
            elif f.has_presence:
                yield f"get({part}.value_or(0), {value});"
            else:
                yield f"get({part}, {value});"

    def sums(self, table: Table) -> Iterator[str]:
        yield "if (!from) return 0;"
        yield "std::uint64_t total = 0;"
        if table.union is not None:
            yield from self.switch(
                "static_cast<int>(from->value_type()) - 1",
                (f"total = {i} + sum({_of_union(f)});" for i, f in enumerate(table.fields)),
            )
            yield "return total;"
            return
        for f in table.fields:
            part = f"from->{f.name}()"
            if f.is_optional:
                star = "*" if f.has_presence else ""
                yield f"if (const auto part = {part}) total += 1 + {_sum(f)}({star}part);"
            elif f.has_presence:
                yield f"total += sum({part}.value_or(0));"
            else:
                yield f"total += {_sum(f)}({part});"
        yield "return total;"

    def accesses(self) -> Iterator[str]:
        found = access_of(self.schema)
        if found is None:
            yield "return 0;"
            return
        at, field = "from", None
        for number, step in enumerate(found.steps):
            match step:
                case FieldOf(record, index):
                    if number:
                        yield f"if (!{at}) return 0;"
                    field = self.file.of_record(record).fields[index]
                    made = f"{at}->{field.name}()"
                    if field.has_presence and not field.is_optional:
                        made += ".value_or(0)"
                case IfPresent():
                    yield f"if (!{at}) return 0;"
                    assert field
                    made = f"*{at}" if field.has_presence else at
                case LastItem():
                    yield f"if (!{at} || {at}->size() == 0) return 0;"
                    made = f"{at}->Get({at}->size() - 1)"
                    assert field
                    if field.held == "table" and self.file.table_of(field).record is None:
                        field = self.file.table_of(field).fields[0]
                        made += "->value()"
                        if field.has_presence and not field.is_optional:
                            made += ".value_or(0)"
            at = f"at{number}"
            yield f"const auto {at} = {made};"
        assert field
        yield f"return {_sum(field)}({at});"


def _of_union(field: FlatField) -> str:
    return f"static_cast<const {field.name_of_held}*>(from->value())"


def _held(field: FlatField) -> Type | None:
    """The type of what the field or each item of its vector is; None if that is a table."""
    if field.held == "table":
        return None
    return field.type.item if isinstance(field.type, ListOf) else field.type


def _is_logical(field: FlatField) -> bool:
    held = _held(field)
    return isinstance(held, Scalar) and bool(held.logical)


def _sum(field: FlatField) -> str:
    """Vectors of bytes and of bools are one type in C++."""
    held = _held(field)
    if plain := held and logical.summed_as(held):
        return f"serbench::flat::sum_as<{plain}>"
    return "bytes_sum" if field.held == "bytes" else "sum"
