"""Schemas fitted to codecs."""

from __future__ import annotations

import pytest

from serbench.schema.conventions import fitted, keys_of, logical_scalars, typed_maps
from serbench.schema.kinds import Kind
from serbench.schema.logical import (
    BY_WORD,
    Convention,
    Keys,
    Uuid,
    logical_of,
    names_of,
    wire_kind,
)
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    lowered,
    scalar_of,
)

PLAIN = Scalar(Kind.I64)


def schema_of(*words: str) -> Schema:
    fields = [Field(f"f{n}", scalar_of(logical_of(word))) for n, word in enumerate(words)]
    return Schema("t", "R", (Record("R", (Field("plain", PLAIN), *fields)),))


def kinds(schema: Schema) -> list[Kind]:
    return [scalar.kind for scalar in logical_scalars(schema)]


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("date", Kind.I32),
        ("time_ms", Kind.I32),
        ("timestamp_ns_utc", Kind.I64),
        ("timestamp_ms_offset", Kind.STRING),
        ("duration_us", Kind.I64),
        ("decimal(18, 2)", Kind.I64),
        ("decimal(19, 2)", Kind.BYTES),
        ("decimal(18, 0)", Kind.I64),
        ("uuid", Kind.BYTES),
        ("bigint", Kind.BYTES),
    ],
)
def test_binary_format_writes_the_kind_of_its_convention(word, kind):
    assert wire_kind(logical_of(word), Convention.BINARY) == kind
    assert kinds(fitted(schema_of(word), Convention.BINARY, lambda logical: False)) == [kind]


def test_text_format_writes_every_logical_type_as_text():
    schema = schema_of(*BY_WORD, "decimal(12, 0)")
    assert set(kinds(fitted(schema, Convention.TEXT, lambda logical: False))) == {Kind.STRING}


def test_native_type_keeps_its_kind_and_says_so():
    schema = schema_of("uuid", "date")
    made = fitted(schema, Convention.BINARY, lambda logical: logical == Uuid())
    assert [(s.kind, s.native) for s in logical_scalars(made)] == [
        (Kind.STRING, True),
        (Kind.I32, False),
    ]


def test_scalars_within_lists_maps_and_optionals_are_fitted():
    uuid = scalar_of(Uuid())
    types = [ListOf(OptionalOf(uuid)), MapOf(ListOf(uuid)), OptionalOf(MapOf(uuid))]
    fields = tuple(Field(f"f{n}", type_) for n, type_ in enumerate(types))
    made = fitted(Schema("t", "R", (Record("R", fields),)), Convention.BINARY, lambda _: False)
    assert kinds(made) == [Kind.BYTES] * 3


def test_map_of_other_keys_is_native_or_the_list_of_its_entries():
    uuid = scalar_of(Uuid())
    entries = [
        Record(f"E{n}", (Field("key", key), Field("value", uuid)))
        for n, key in enumerate([PLAIN, uuid])
    ]
    fields = tuple(Field(f"f{n}", ListOf(RecordRef(f"E{n}"), is_map=True)) for n in range(2))
    schema = Schema("t", "R", (Record("R", fields), *entries))
    made = fitted(schema, Convention.BINARY, lambda part: part == Keys.UUID)
    assert list(typed_maps(made)) == [(Keys.INTEGER, False), (Keys.UUID, True)]
    assert kinds(made) == [Kind.BYTES] * 3
    assert Schema.from_dict(made.to_dict()) == made
    assert made.fingerprint != schema.fingerprint


@pytest.mark.parametrize(
    ("unsupported", "native"),
    [
        ("map<optional>", [False, False]),
        ("optional<map>", [True, False]),
        ("list<map>", [True, True]),
        ("map", [False, False]),
        ("map<string>", [True, True]),
    ],
)
def test_map_is_not_native_where_the_codec_lacks_such_maps(unsupported, native):
    entries = [
        Record(f"E{n}", (Field("key", PLAIN), Field("value", OptionalOf(PLAIN)))) for n in range(2)
    ]
    maps = [ListOf(RecordRef(f"E{n}"), is_map=True) for n in range(2)]
    fields = (Field("a", maps[0]), Field("b", OptionalOf(maps[1])))
    schema = Schema("t", "R", (Record("R", fields), *entries))
    made = fitted(schema, Convention.TEXT, lambda _: True, (unsupported,))
    assert [is_native for _, is_native in typed_maps(made)] == native


@pytest.mark.parametrize(
    ("key", "keys"),
    [
        (Scalar(Kind.U8), Keys.INTEGER),
        (Scalar(Kind.BOOL), Keys.BOOLEAN),
        (Scalar(Kind.STRING), Keys.TEXT),
        (EnumRef("E"), Keys.ENUM),
        (scalar_of(Uuid()), Keys.UUID),
    ],
    ids=str,
)
def test_keys_of_a_map_are_called_by_their_type(key, keys):
    entry = Record("Entry", (Field("key", key), Field("value", PLAIN)))
    root = Record("R", (Field("x", ListOf(RecordRef("Entry"), is_map=True)),))
    schema = Schema("t", "R", (root, entry), (Enum("E", ("a",)),))
    assert keys_of(schema, RecordRef("Entry")) == keys
    assert names_of(keys) == (keys.value, "keys")


def test_schema_without_logical_types_is_returned_as_it_is():
    schema = schema_of()
    assert fitted(schema, Convention.TEXT, lambda _: True) is schema


def test_fitted_schema_survives_its_json_form_and_has_a_fingerprint_of_its_own():
    schema = schema_of("uuid", "date", "decimal(12, 2)")
    made = [
        fitted(schema, Convention.BINARY, lambda _: False),
        fitted(schema, Convention.TEXT, lambda _: False),
        fitted(schema, Convention.TEXT, lambda _: True),
        lowered(schema),
    ]
    for each in made:
        assert Schema.from_dict(each.to_dict()) == each
    assert len({schema.fingerprint, *(each.fingerprint for each in made)}) == 5


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("timestamp_ms_utc", ("timestamp_ms_utc", "timestamp_ms", "timestamp_utc", "timestamp")),
        ("timestamp_ms", ("timestamp_ms", "timestamp_ms", "timestamp")),
        ("timestamp_ms_offset", ("timestamp_ms_offset", "timestamp_offset")),
        ("time_s", ("time_s", "time")),
        ("decimal(12, 2)", ("decimal(12, 2)", "decimal")),
        ("uuid", ("uuid",)),
    ],
)
def test_front_matter_may_call_a_type_by_wider_and_narrower_names(word, names):
    assert names_of(logical_of(word)) == names
