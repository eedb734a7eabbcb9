"""C++20: a schema as plain structs and enums, described for Boost.Describe.

The types are what a C++ programmer would write: standard containers, aggregates,
scoped enums. Wire names stand beside them in arrays, in schema order. A second header
has each record again as a view, whose text and bytes lie elsewhere. Entries of maps are the pairs
that std::map holds, and no types of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from serbench.codegen.cpp import logical
from serbench.codegen.cpp.logical import LogicalSpelling
from serbench.codegen.names import Names, Spelling, Style, names_of, nested_in_maps
from serbench.schema.access import FieldOf, access_of
from serbench.schema.conventions import left_out
from serbench.schema.model import (
    KEY,
    EnumRef,
    Field,
    Kind,
    ListOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
)
from serbench.schema.names import pascal_case, snake_case

NAMESPACE = "schema"
VIEWS_NAMESPACE = "views"  # within it
COLUMNS = 100
_DEFAULT = " = default"

SCALARS = {
    Kind.BOOL: "bool",
    Kind.I8: "std::int8_t",
    Kind.I16: "std::int16_t",
    Kind.I32: "std::int32_t",
    Kind.I64: "std::int64_t",
    Kind.U8: "std::uint8_t",
    Kind.U16: "std::uint16_t",
    Kind.U32: "std::uint32_t",
    Kind.U64: "std::uint64_t",
    Kind.F32: "float",
    Kind.F64: "double",
    Kind.STRING: "std::string",
    Kind.BYTES: "std::vector<std::uint8_t>",
}

# Boxes aside, which depend on where a type stands.
PLAIN = LogicalSpelling(
    SCALARS,
    "std::vector<{}>",
    "std::map<std::string, {}>",
    "std::optional<{}>",
    "serbench::ListOfU8",
    "std::variant<{}>",
)
VIEWS = LogicalSpelling(
    SCALARS | {Kind.STRING: "std::string_view", Kind.BYTES: "serbench::BytesView"},
    "std::vector<{}>",
    "std::map<std::string_view, {}>",
    "std::optional<{}>",
    "serbench::ListOfU8",
    "std::variant<{}>",
)

_KEYWORDS = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
    constinit continue decltype default delete do double dynamic_cast else enum explicit export
    extern false final float for friend goto if import inline int long module mutable namespace
    new noexcept not not_eq nullptr operator or or_eq override private protected public register
    reinterpret_cast requires return short signed sizeof static static_assert static_cast struct
    switch template this thread_local throw true try typedef typeid typename union unsigned using
    virtual void volatile wchar_t while xor xor_eq"""
KEYWORDS = frozenset(_KEYWORDS.split())

# Lower-case macros of the compiler, the C library, POSIX headers and libraries: a member of that
# name would be replaced by something else.
_MACROS = """
    absl_nonnull absl_nullability_unknown absl_nullable data_5f35_2eproto_2epb_2eh alloca
    assert assert_perror be16toh be32toh be64toh bool_t bson_clear bson_empty bson_empty0
    bson_in_range_signed bson_in_range_unsigned bson_str_empty bson_str_empty0
    bson_sync_synchronize bswap_16 bswap_32 bswap_64 clrbit complex debug_print emit environ
    errno far fastfloat_really_inline foreach glaze_v3_5_0_to_from glaze_v3_6_0_reflect
    glaze_v4_2_3_tuple glaze_v4_3_0_trace glaze_v5_0_0 glaze_v5_0_0_customized_opts
    glaze_v5_0_0_generic_supported glaze_v5_1_0_supported_swap glaze_v5_2_0_opts_csv
    glaze_v6_0_0_generic_header glaze_v6_1_0_bools_as_numbers_opt
    glaze_v6_2_0_array_char_bounds glaze_v6_2_0_opts_append_arrays
    glaze_v6_2_0_opts_error_on_const_read glaze_v6_5_0_error_ctx glaze_v7_0_0_depth
    glaze_v7_0_0_opts_quoted_num glaze_v7_0_0_opts_raw_string
    glaze_v7_0_0_opts_string_as_number glaze_v7_0_0_opts_structs_as_arrays
    glaze_v7_0_0_opts_unquoted glaze_v7_0_0_write_function_pointers
    glaze_v7_0_1_std_error_code_header glaze_v7_7_0_msgpack_header
    glaze_v7_7_0_recorder_header glaze_v8_3_0_msvc_no_unique_address glaze_v8_3_0_tuple
    glaze_v9_0_0_invoke glaze_v9_0_0_meta_skip_all_formats glaze_v9_0_0_wrappers_not_reflected
    h_addr h_errno howmany htobe16 htobe32 htobe64 htole16 htole32 htole64 i386 imaginary
    isalnum_l isalpha_l isascii isascii_l isblank_l isclr iscntrl_l isdigit_l isgraph_l
    islower_l isprint_l ispunct_l isset isspace_l issubnormal isupper_l isxdigit_l
    json_array_foreach json_auto_t json_boolean json_boolean_value json_is_array
    json_is_boolean json_is_false json_is_integer json_is_null json_is_number json_is_object
    json_is_real json_is_string json_is_true json_max json_min json_object_foreach
    json_object_foreach_safe json_object_keylen_foreach json_object_keylen_foreach_safe
    json_object_object_foreach json_typeof jsoncpp_snprintf le16toh le32toh le64toh lh_foreach
    lh_foreach_safe linux major makedev math_errhandling max min minor near noreturn offsetof
    pb_arraysize pb_decode_delimited pb_decode_delimited_noinit pb_decode_noinit
    pb_decode_nullterminated pb_delta pb_encode_delimited pb_encode_nullterminated
    pb_extension_init_zero pb_free pb_membersize pb_packed pb_realloc powerof2 printbuf_length
    printbuf_memappend_fast printbuf_strappend pthread_cleanup_pop
    pthread_cleanup_pop_restore_np pthread_cleanup_push pthread_cleanup_push_defer_np roundup
    s6_addr s6_addr16 s6_addr32 sa_handler sa_sigaction sched_priority setbit setjmp si_addr
    si_addr_lsb si_arch si_band si_call_addr si_fd si_int si_lower si_overrun si_pid si_pkey
    si_ptr si_status si_stime si_syscall si_timerid si_uid si_upper si_utime si_value
    sigev_notify_attributes sigev_notify_function sigmask signals sigsetjmp
    simdjson_deprecated simdjson_fallthrough simdjson_flatten simdjson_inline
    simdjson_lifetime_bound simdjson_likely simdjson_never_inline simdjson_pure
    simdjson_really_flatten simdjson_really_inline simdjson_strcasecmp simdjson_strncasecmp
    simdjson_unlikely simdjson_unused simdjson_warn_unused slots st_atime st_ctime st_mtime
    stderr stdin stdout strdupa strndupa timeradd timerclear timercmp timerisset timersub
    toascii toascii_l unix va_arg va_copy va_end va_start yyjson_align yyjson_api
    yyjson_api_inline yyjson_arr_foreach yyjson_constant_p yyjson_deprecated
    yyjson_gcc_available yyjson_has_attribute yyjson_has_builtin yyjson_has_feature
    yyjson_has_include yyjson_inline yyjson_likely yyjson_mut_arr_foreach
    yyjson_mut_obj_add_func yyjson_mut_obj_foreach yyjson_noinline yyjson_obj_foreach
    yyjson_unlikely"""

RESERVED = KEYWORDS | frozenset(_MACROS.split())

# BOOST_DESCRIBE_STRUCT and BOOST_DESCRIBE_ENUM take no more names than this.
_DESCRIBE_LIMIT = 52
# A wire name may be a page long; a number at the end tells cut ones apart.
_IDENTIFIER_LENGTH = 40


def member_style(wire: str) -> str:
    """`snake_case`, cut to a length that keeps lines readable."""
    return snake_case(wire)[:_IDENTIFIER_LENGTH].rstrip("_")


def type_style(wire: str) -> str:
    """`PascalCase`; all capitals would be a macro's name (`EOF`, `NULL`), so `Eof`, `Null`."""
    name = pascal_case(wire)[:_IDENTIFIER_LENGTH]
    return name.capitalize() if name.isupper() else name


def literal(text: str) -> str:
    """A C++ string literal that says the text's UTF-8 bytes and cannot end early: all but
    harmless ASCII is octal, which ends after three digits, as \\x does not."""
    return (
        '"'
        + "".join(
            chr(b) if 0x20 <= b < 0x7F and b not in b'"\\?' else f"\\{b:03o}" for b in text.encode()
        )
        + '"'
    )


def fitted(line: str) -> Iterator[str]:
    """The line; one that is too long is kept from clang-format, whose way to break long types
    and names is not worth predicting."""
    if len(line) <= COLUMNS:
        yield line
    else:
        indent = line[: len(line) - len(line.lstrip())]
        yield from (f"{indent}// clang-format off", line, f"{indent}// clang-format on")


def names(schema: Schema) -> Names:
    member = Style(member_style, RESERVED)
    return names_of(schema, Style(type_style), member, member)


def record_type(known: Names, record: str, *, in_map: bool = False) -> str:
    """The plain values' type for a record. One that is the entry of a map is a pair; if it is
    `in_map`, its key is const."""
    if record not in known.entries:
        return f"{NAMESPACE}::{known.types[record]}"
    key, value = (PLAIN.text(type_, known, f"{NAMESPACE}::") for type_ in known.entries[record])
    return f"std::pair<{'const ' * in_map}{key}, {value}>"


def member(known: Names, record: str | None, wire: str, value: str) -> str:
    """A field's place in a plain value; that of a struct which only wraps is the value."""
    if record is None:
        return value
    if record in known.entries:
        return f"{value}.{'first' if wire == KEY else 'second'}"
    return f"{value}.{known.fields[record][wire]}"


def generate(schema: Schema, *, equality_last: bool = False) -> dict[str, str]:
    """Relative path to text: the headers `schema/types.hpp` and `schema/views.hpp`.

    With `equality_last`, records default their operator== after all types. In the class, clang 19
    asks it of containers in libc++ whose items are no types yet: some do not compile, others take
    bytes for movable that are not (benches/findings/cpp)."""
    return {
        "schema/types.hpp": "\n".join(_types(schema, equality_last)) + "\n",
        "schema/views.hpp": "\n".join(_views(schema)) + "\n",
    }


def _types(schema: Schema, equality_last: bool) -> Iterator[str]:
    known = names(schema)
    order = _definition_order(schema)
    header = logical.header(schema)
    yield from _opening(
        (
            "array",
            *["chrono"] * bool(header),
            "cstdint",
            *["functional"] * _has_text_keys(known),
            *("map", "optional", "string", "string_view"),
            *["variant"] * bool(schema.unions),
            "vector",
        ),
        sorted(
            (
                *("serbench/access.hpp", "serbench/box.hpp", "serbench/describe.hpp"),
                *([header] if header else ()),
            )
        ),
    )
    if header:
        yield "namespace serbench {"
        yield ""
        yield "// clang-format off"
        yield from logical.declarations(schema)
        yield "// clang-format on"
        yield ""
        yield "}  // namespace serbench"
        yield ""
    yield f"namespace {NAMESPACE} {{"
    yield from _forward_declarations(known, order)
    for enum in schema.enums:
        yield ""
        yield from _enum(known.types[enum.name], list(known.symbols[enum.name].values()))
    for record in order:
        yield ""
        yield from _struct(schema, known, record, PLAIN, "" if equality_last else _DEFAULT)
    if equality_last:
        yield ""
        for record in order:
            name = known.types[record.name]
            yield from fitted(f"inline bool {name}::operator==(const {name}&) const{_DEFAULT};")
    yield ""
    yield f"}}  // namespace {NAMESPACE}"
    yield ""
    yield f"namespace {NAMESPACE}::{VIEWS_NAMESPACE} {{"
    yield f"struct {known.types[schema.root]};"
    yield "}"
    yield ""
    yield "namespace serbench {"
    yield ""
    yield "using namespace std::string_view_literals;"
    yield ""
    yield f"using Root = {NAMESPACE}::{known.types[schema.root]};"
    yield "// Defined in schema/views.hpp."
    yield f"using RootView = {NAMESPACE}::{VIEWS_NAMESPACE}::{known.types[schema.root]};"
    yield ""
    yield "// clang-format off"
    yield f"using AccessPath = {_access_path(schema)};"
    yield ""
    yield from _listed_entries(schema, known)
    yield from _telling_records(schema, known, NAMESPACE)
    for record in order:
        yield from _wire_names(known.types[record.name], [f.name for f in record.fields])
        yield ""
    for enum in schema.enums:
        yield from _wire_names(known.types[enum.name], enum.symbols)
        yield ""
    yield "// clang-format on"
    yield ""
    yield "}  // namespace serbench"


def _views(schema: Schema) -> Iterator[str]:
    known = names(schema)
    order = _definition_order(schema)
    yield from _opening(
        (
            "cstdint",
            *["functional"] * _has_text_keys(known),
            *("map", "optional", "string_view"),
            *["variant"] * bool(schema.unions),
            "vector",
        ),
        ("schema/types.hpp", "serbench/box.hpp", "serbench/describe.hpp"),
    )
    yield f"namespace {NAMESPACE}::{VIEWS_NAMESPACE} {{"
    yield from _forward_declarations(known, order)
    for record in order:
        yield ""
        yield from _struct(schema, known, record, VIEWS)
    yield ""
    yield f"}}  // namespace {NAMESPACE}::{VIEWS_NAMESPACE}"
    yield ""
    yield "namespace serbench {"
    yield ""
    yield "// clang-format off"
    for record in order:
        name = known.types[record.name]
        yield "template <>"
        yield (
            f"inline constexpr const auto& wire_names<{NAMESPACE}::{VIEWS_NAMESPACE}::{name}> = "
            f"wire_names<{NAMESPACE}::{name}>;"
        )
    yield from _telling_records(schema, known, f"{NAMESPACE}::{VIEWS_NAMESPACE}")
    yield "// clang-format on"
    yield ""
    yield "}  // namespace serbench"


def _opening(standard: Sequence[str], own: Sequence[str]) -> Iterator[str]:
    yield "// Generated by serbench from a schema; changes will be lost."
    yield "#pragma once"
    yield ""
    yield from (f"#include <{name}>" for name in standard)
    yield ""
    yield from (f'#include "{name}"' for name in own)
    yield ""


def _access_path(schema: Schema) -> str:
    """The steps to the access leaf as a type; that of no steps if there is no such leaf."""
    access = access_of(schema)
    steps = [
        f"FieldStep<{step.index}>" if isinstance(step, FieldOf) else type(step).__name__
        for step in (access.steps if access else ())
    ]
    return f"Path<{', '.join(steps)}>"


def _definition_order(schema: Schema) -> list[Record]:
    return [r for r in schema.in_definition_order() if r.name not in schema.map_entries]


def _has_text_keys(known: Names) -> bool:
    return any(key == Scalar(Kind.STRING) for key, _ in known.entries.values())


def _listed_entries(schema: Schema, known: Names) -> Iterator[str]:
    """Lines that say of which keys the codec takes no maps, but lists of their entries."""
    listed = {
        spelling.text(known.entries[type_.item.name][0], known, f"{NAMESPACE}::"): None
        for type_ in schema.types_of_fields()
        if isinstance(type_, ListOf) and type_.is_map and not type_.native
        if isinstance(type_.item, RecordRef)
        for spelling in (PLAIN, VIEWS)
    }
    for key in listed:
        yield "template <>"
        yield f"inline constexpr bool lists_entries<{key}> = true;"
    yield from [""] * bool(listed)


def _telling_records(schema: Schema, known: Names, scope: str) -> Iterator[str]:
    """Lines that say which records the codec does not write, since they only tell absent from
    null."""
    told = sorted(left_out(schema))
    for name in told:
        yield "template <>"
        yield f"inline constexpr bool tells_absent<{scope}::{known.types[name]}> = true;"
    yield from [""] * bool(told)


def _forward_declarations(known: Names, order: Sequence[Record]) -> Iterator[str]:
    if forward := _forward(known, order):
        yield ""
        yield from (f"struct {known.types[r.name]};" for r in order if r.name in forward)


def _forward(known: Names, order: Sequence[Record]) -> set[str]:
    """Records that are named before they are defined, also in the entries of maps."""
    place = {record.name: i for i, record in enumerate(order)}
    return {
        t.name
        for i, record in enumerate(order)
        for f in record.fields
        for t in nested_in_maps(f.type, known)
        if isinstance(t, RecordRef) and t.name not in known.entries and place[t.name] > i
    }


def _enum(name: str, symbols: list[str]) -> Iterator[str]:
    yield f"enum class {name} : std::uint32_t {{"
    yield from (f"  {symbol}," for symbol in symbols)
    yield "};"
    if len(symbols) <= _DESCRIBE_LIMIT:
        yield from _macro(f"BOOST_DESCRIBE_ENUM({name}, ", symbols, ")")
        return
    yield f"SERBENCH_DESCRIBE_ENUM_BEGIN({name})"
    for chunk in _chunks(symbols):
        yield from _macro(f"SERBENCH_DESCRIBE_SYMBOLS({name}, ", chunk, ")")
    yield f"SERBENCH_DESCRIBE_ENUM_END({name})"


def _struct(
    schema: Schema, known: Names, record: Record, spelling: Spelling, equality: str = ""
) -> Iterator[str]:
    name, members = known.types[record.name], known.fields[record.name]
    lines = [
        line
        for f in record.fields
        for line in _member(_member_type(schema, known, record, f, spelling), members[f.name], f)
    ]
    if spelling is not VIEWS:  # a span knows no ==
        lines += [""] * bool(lines) + [f"  bool operator==(const {name}&) const{equality};"]
    yield from (f"struct {name} {{", *lines, "};") if lines else (f"struct {name} {{}};",)
    fields = list(members.values())
    if len(fields) <= _DESCRIBE_LIMIT:
        yield from _struct_macro(name, fields)
        return
    yield f"SERBENCH_DESCRIBE_BEGIN({name})"
    for chunk in _chunks(fields):
        yield from _macro(f"SERBENCH_DESCRIBE_MEMBERS({name}, ", chunk, ")")
    yield f"SERBENCH_DESCRIBE_END({name})"


def _member_type(schema: Schema, known: Names, record: Record, f: Field, spelling: Spelling) -> str:
    if schema.is_boxed(record.name, f.type):
        assert isinstance(f.type, OptionalOf)
        return f"serbench::Box<{spelling.text(f.type.item, known)}>"
    return spelling.text(f.type, known)


def _member(type_: str, name: str, f: Field) -> Iterator[str]:
    trivial = isinstance(f.type, EnumRef) or (
        isinstance(f.type, Scalar)
        and (bool(f.type.logical) or f.type.kind not in (Kind.STRING, Kind.BYTES))
    )
    line = f"  {type_} {name}{'{}' if trivial else ''};"
    yield from fitted(line)


def _wire_names(type_: str, wire: Sequence[str]) -> Iterator[str]:
    yield "template <>"
    head = f"inline constexpr WireNames<{len(wire)}> wire_names<{NAMESPACE}::{type_}> = {{"
    if not wire:
        yield head + "};"
        return
    yield head
    yield from (f"    {literal(name)}sv," for name in wire)
    yield "};"


def _chunks(names: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(names), _DESCRIBE_LIMIT):
        yield names[start : start + _DESCRIBE_LIMIT]


def _struct_macro(name: str, members: list[str]) -> Iterator[str]:
    head = f"BOOST_DESCRIBE_STRUCT({name}, (),"
    one_line = f"{head} ({', '.join(members)}))"
    if len(one_line) <= COLUMNS:
        yield one_line
        return
    yield head
    yield from _macro(" " * head.index("(") + " (", members, "))")


def _macro(head: str, arguments: list[str], tail: str) -> Iterator[str]:
    """A macro's use, its arguments filling the lines and aligned, as clang-format has it."""
    indent = " " * (head.rindex("(") + 1)
    line = head
    for i, argument in enumerate(arguments):
        last = i == len(arguments) - 1
        end = tail if last else ","
        if not line.endswith("(") and line.strip():
            room = line.rstrip() + " " + argument + end
            if len(room) > COLUMNS:
                yield line.rstrip()
                line = indent + argument + end
                continue
            line = room
        else:
            line += argument + end
    yield line
