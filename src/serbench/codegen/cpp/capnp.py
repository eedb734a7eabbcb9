"""C++ for Cap'n Proto: the `.capnp` that its compiler makes accessors of, and the conversions
between plain values and messages, all by those."""

from __future__ import annotations

from collections.abc import Iterator

from serbench.codegen.cpp import logical
from serbench.codegen.cpp.model import Conversions, Function, safe_fields, safe_types, safe_values
from serbench.codegen.idl import capnp
from serbench.codegen.idl.capnp import CapnpField, CapnpFile, CapnpStruct
from serbench.schema.access import FieldOf, IfPresent, LastItem, access_of
from serbench.schema.model import (
    EnumRef,
    Kind,
    ListOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
    UnionRef,
)

CAPNP_FILE = "data.capnp"
_ANNOTATIONS = ('using Cxx = import "/capnp/c++.capnp";', '$Cxx.namespace("serbench_capnp");')


def lower(schema: Schema) -> CapnpFile:
    """The schema as Cap'n Proto, under names that are safe in C++."""
    file = capnp.lower(schema)
    safe = safe_types(file.type_names())

    return file.renamed(safe, safe_fields, safe_values)


def generate(schema: Schema) -> dict[str, str]:
    """Relative path to text: the `.capnp` and the conversions, as header and source."""
    file = lower(schema)
    return {CAPNP_FILE: capnp.render(file, _ANNOTATIONS)} | _Conversions(schema, file).files()


class _Conversions(Conversions):
    word = "capnp"
    namespace = "serbench_capnp"
    uses = tuple(f"capnproto::{name}" for name in ("bytes", "get", "list_size", "put", "sum"))
    headers = ("capnp/message.h", "data.capnp.h")
    # Messages rather than their structs, which are too large for registers: where a struct has just
    # been made, to pass it on waits for the memory that it was written to.
    declarations = """\
// The struct of every value.
using RootStruct = {root};

// Plain value to message, which must be new.
void put(const serbench::Root& from, capnp::MessageBuilder& to);
// Message to plain value, which must be new. Throws for an enum's number without symbol.
void get(capnp::MessageReader& from, serbench::Root& to);
// The visit sum, by accessors.
std::uint64_t sum(capnp::MessageReader& from);
// What the access leaf adds to it; 0 if the schema has none.
std::uint64_t access(capnp::MessageReader& from);
"""

    def __init__(self, schema: Schema, file: CapnpFile) -> None:
        super().__init__(schema, file.root)
        self.file = file

    def functions(self) -> Iterator[Function]:
        for struct in self.file.structs:
            to = f"[[maybe_unused]] {struct.name}::Builder to"
            source = f"[[maybe_unused]] {struct.name}::Reader from"
            held = self.plain(struct.record, struct.held)
            stored = self.plain(struct.record, struct.held, in_map=True)
            given = self.entry(struct.entry_of) if struct.entry_of else stored
            # Static, so that the compiler may pass a struct's parts.
            yield Function(
                f"static void put([[maybe_unused]] const {given}& from, {to})", self.puts(struct)
            )
            yield Function(
                f"static void get({source}, [[maybe_unused]] {held}& to)", self.gets(struct)
            )
            yield Function(f"static std::uint64_t sum({source})", self.sums(struct))
        message, root = "capnp::MessageReader& message", "message.getRoot<RootStruct>()"
        yield Function(
            "void put(const serbench::Root& from, capnp::MessageBuilder& message)",
            ["put(from, message.initRoot<RootStruct>());"],
        )
        yield Function(f"void get({message}, serbench::Root& to)", [f"get({root}, to);"])
        yield Function(f"std::uint64_t sum({message})", [f"return sum({root});"])
        yield Function(f"std::uint64_t access([[maybe_unused]] {message})", self.accesses(root))

    def puts(self, struct: CapnpStruct) -> Iterator[str]:
        if struct.union is not None:
            yield from self.switch(
                "from.index()",
                (
                    self.put("to", _title(f), f.type, f"std::get<{i}>(from)")
                    for i, f in enumerate(struct.fields)
                ),
            )
            return
        for f in struct.fields:
            value = self.member(struct.record, f.wire, "from")
            if struct.entry_of:
                value = "from.first" if f.name == "key" else "from.second"
            if isinstance(f.type, OptionalOf):
                some = self.put(f"to.get{_title(f)}()", "Some", f.type.item, f"*{value}")
                yield f"if ({value}) {some}"
                if f.is_some_by_default:
                    yield f"else to.get{_title(f)}().setNone();"
            else:
                yield self.put("to", _title(f), f.type, value)

    def put(self, holder: str, name: str, type_: Type, value: str) -> str:
        match type_:
            case Scalar(Kind.STRING | Kind.BYTES, logical=means) if means:
                put = f"{holder}.set{name}(serbench::capnproto::written_bytes(written));"
                return f"serbench::with_written({value}, [&](const auto& written) {{ {put} }});"
            case Scalar(logical=means) if means:
                return f"{holder}.set{name}(serbench::own_written({value}));"
            case Scalar(Kind.STRING | Kind.BYTES):
                return f"{holder}.set{name}(bytes({value}));"
            case Scalar():
                return f"{holder}.set{name}({value});"
            case EnumRef(enum):
                return f"{holder}.set{name}(static_cast<{self.file.types[enum]}>({value}));"
            case RecordRef() | UnionRef():
                return f"put({value}, {holder}.init{name}());"
            case _:
                size = f"list_size({value})"
                return f"put({value}, {holder}.init{name}({size}));"

    def gets(self, struct: CapnpStruct) -> Iterator[str]:
        if struct.union is not None:
            yield from self.switch(
                "static_cast<unsigned>(from.which())",
                (
                    f"get(from.get{_title(f)}(), to.emplace<{i}>());"
                    for i, f in enumerate(struct.fields)
                ),
                'throw std::runtime_error("no variant of its union");',
            )
            return
        for f in struct.fields:
            if struct.entry_of and f.name == "key":  # for who has the map
                continue
            value = self.member(struct.record, f.wire, "to")
            if isinstance(f.type, OptionalOf):
                yield f"if (const auto group = from.get{_title(f)}(); group.isSome())"
                yield f"  get(group.getSome(), {value}.emplace());"
            else:
                yield f"get(from.get{_title(f)}(), {value});"

    def sums(self, struct: CapnpStruct) -> Iterator[str]:
        yield "std::uint64_t total = 0;"
        if struct.union is not None:
            yield from self.switch(
                "static_cast<unsigned>(from.which())",
                (f"total = {i} + sum(from.get{_title(f)}());" for i, f in enumerate(struct.fields)),
            )
            yield "return total;"
            return
        for f in struct.fields:
            if isinstance(f.type, OptionalOf):
                yield f"if (const auto group = from.get{_title(f)}(); group.isSome())"
                yield f"  total += 1 + {_sum(f.type.item)}(group.getSome());"
            else:
                yield f"total += {_sum(f.type)}(from.get{_title(f)}());"
        yield "return total;"

    def accesses(self, at: str) -> Iterator[str]:
        found = access_of(self.schema)
        if found is None:
            yield "return 0;"
            return
        for number, step in enumerate(found.steps):
            match step:
                case FieldOf(record, index):
                    made = f"{at}.get{_title(self.file.of_record(record).fields[index])}()"
                case IfPresent():
                    yield f"if (!{at}.isSome()) return 0;"
                    made = f"{at}.getSome()"
                case LastItem():
                    yield f"if ({at}.size() == 0) return 0;"
                    made = f"{at}[{at}.size() - 1]"
                    if isinstance(step.type, OptionalOf):  # a struct around the group
                        made += ".getValue()"
            at = f"at{number}"
            yield f"const auto {at} = {made};"
        yield f"return {_sum(found.leaf)}({at});"


def _sum(type_: Type) -> str:
    """Through lists alone: entries of maps and optional items are structs, which have their own."""
    while isinstance(type_, ListOf):
        type_ = type_.item
    plain = logical.summed_as(type_)
    return f"serbench::capnproto::sum_as<{plain}>" if plain else "sum"


def _title(field: CapnpField) -> str:
    return field.name[0].upper() + field.name[1:]
