"""C++ for Thrift: the `.thrift` that its compiler makes structs of, and the conversions between
plain values and those."""

from __future__ import annotations

from collections.abc import Iterator

from serbench.codegen.cpp import logical
from serbench.codegen.cpp.model import Conversions, Function, safe_field, safe_types
from serbench.codegen.idl import thrift
from serbench.codegen.idl.thrift import ThriftField, ThriftFile, ThriftStruct
from serbench.schema.model import Kind, ListOf, MapOf, Scalar, Schema, Type

THRIFT_FILE = "data.thrift"


def lower(schema: Schema) -> ThriftFile:
    """The schema as Thrift, under names that are safe in C++."""
    file = thrift.lower(schema)
    safe = safe_types(file.type_names())
    return file.renamed(
        safe,
        lambda struct: [safe_field(f.id) for f in struct.fields],
        # Values of all enums share a scope.
        lambda enum: [f"{safe[enum.name]}_{number}" for number in range(len(enum.values))],
    )


def generate(schema: Schema) -> dict[str, str]:
    """Relative path to text: the `.thrift` and the conversions, as header and source."""
    file = lower(schema)
    return {THRIFT_FILE: thrift.render(file)} | _Conversions(schema, file).files()


class _Conversions(Conversions):
    word = "thrift"
    namespace = thrift.NAMESPACE
    uses = ("thrift::get", "thrift::put", "thrift::sum")
    headers = ("data_types.h",)
    declarations = """\
// The struct of every value.
using RootStruct = {root};

// Plain value to struct, which must be new.
void put(const serbench::Root& from, RootStruct* to);
// Struct to plain value, which must be new and takes over what the struct holds. Throws for a
// number that is no symbol of its enum.
void get(RootStruct&& from, serbench::Root& to);
// The visit sum of a struct.
std::uint64_t sum(const RootStruct& from);
"""

    def __init__(self, schema: Schema, file: ThriftFile) -> None:
        super().__init__(schema, file.root)
        self.file = file

    def functions(self) -> Iterator[Function]:
        for struct in self.file.structs:
            plain = self.plain(struct.record, struct.wraps)
            to = f"[[maybe_unused]] {struct.name}* to"
            given = self.plain(struct.record, struct.wraps, in_map=True)
            yield Function(
                f"void put([[maybe_unused]] const {given}& from, {to})", self.puts(struct)
            )
            source = f"[[maybe_unused]] const {struct.name}& from"
            taken = f"[[maybe_unused]] {struct.name}&& from"
            yield Function(f"void get({taken}, [[maybe_unused]] {plain}& to)", self.gets(struct))
            yield Function(f"std::uint64_t sum({source})", self.sums(struct))

    def puts(self, struct: ThriftStruct) -> Iterator[str]:
        for f in struct.fields:
            value = self.member(struct.record, f.wire, "from")
            if f.is_optional:
                yield f"if ({value}) put(*{value}, &to->{f.name}), to->__isset.{f.name} = true;"
            else:
                yield f"put({value}, &to->{f.name});"

    def gets(self, struct: ThriftStruct) -> Iterator[str]:
        for f in struct.fields:
            value = self.member(struct.record, f.wire, "to")
            if f.is_optional:
                got = f"get(std::move(from.{f.name}), {value}.emplace())"
                yield f"if (from.__isset.{f.name}) {got};"
            else:
                yield f"get(std::move(from.{f.name}), {value});"

    def sums(self, struct: ThriftStruct) -> Iterator[str]:
        yield "std::uint64_t total = 0;"
        for f in struct.fields:
            if f.is_optional:
                yield f"if (from.__isset.{f.name}) total += 1 + {_sum(f)};"
            else:
                yield f"total += {_sum(f)};"
        yield "return total;"


def _sum(field: ThriftField) -> str:
    """A float adds the bits of 32, which it has no more; what stands in place of a logical type
    adds what its lowered value does."""
    if plain := logical.summed_as(_leaf(field.type)):
        return f"serbench::thrift::sum_as<{plain}>(from.{field.name})"
    single = "<float>" if _leaf(field.type) == Scalar(Kind.F32) else ""
    return f"sum{single}(from.{field.name})"


def _leaf(type_: Type) -> Type:
    """What the lists and maps hold; an optional among them is a struct of its own."""
    while isinstance(type_, ListOf | MapOf):
        type_ = type_.item if isinstance(type_, ListOf) else type_.value
    return type_
