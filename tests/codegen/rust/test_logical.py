"""Generated text alone: nothing is compiled here."""

import pytest

from serbench.codegen.rust import (
    bincode,
    bson,
    buffa,
    capnp,
    derives,
    flatbuffers,
    held,
    logical,
    prost,
    protobuf,
    rkyv,
    rustc_serialize,
    simd_json,
)
from serbench.codegen.rust import types as rust
from serbench.schema.conventions import fitted
from serbench.schema.logical import (
    BigInt,
    Convention,
    Date,
    Decimal,
    Duration,
    Time,
    Timestamp,
    Unit,
    Uuid,
    Zone,
)
from serbench.schema.model import (
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    Scalar,
    Schema,
    lowered,
)

MOMENT = Timestamp(Unit.US, Zone.UTC)
GENERATORS = {
    **{name: derives.DERIVES[name] for name in derives.DERIVES if name in held.TRAITS},
    "bincode": bincode,
    "rkyv": rkyv,
    "simd_json": simd_json,
}


def of(meant):
    return Scalar(meant.kind, logical=meant)


def schema_of(*types):
    fields = tuple(Field(f"f{number}", type_) for number, type_ in enumerate(types))
    return Schema("logical", "Entry", (Record("Entry", fields),))


def binary(*types):
    return fitted(schema_of(*types), Convention.BINARY, lambda meant: False)


def native(*types):
    return fitted(schema_of(*types), Convention.TEXT, lambda meant: True)


def text(*types):
    return fitted(schema_of(*types), Convention.TEXT, lambda meant: False)


@pytest.mark.parametrize(
    ("meant", "marker"),
    [
        (Date(), "Date"),
        (Time(Unit.S), "Time<serbench_logical::S, i32>"),
        (Time(Unit.US), "Time<serbench_logical::Us, i64>"),
        (Timestamp(Unit.NS), "Timestamp<serbench_logical::Ns>"),
        (MOMENT, "TimestampUtc<serbench_logical::Us>"),
        (Timestamp(Unit.MS, Zone.OFFSET), "TimestampOffset<serbench_logical::Ms>"),
        (Duration(Unit.S), "Duration<serbench_logical::S>"),
        (Decimal(18, 0), "Whole<18>"),
        (Decimal(19, 0), "Decimal<19, 0>"),
        (Decimal(28, 2), "Decimal<28, 2>"),
        (Decimal(29, 2), "BigDecimal<29, 2>"),
        (Uuid(), "Uuid"),
        (BigInt(), "BigInt"),
    ],
    ids=str,
)
def test_logical_type_has_its_marker(meant, marker):
    assert logical.marker(meant) == f"serbench_logical::{marker}"


def test_field_is_held_over_what_the_convention_writes():
    files = rust.generate(binary(of(MOMENT), of(Uuid()), of(Decimal(12, 2)), of(BigInt())))
    moment = "serbench_logical::TimestampUtc<serbench_logical::Us>"
    assert f"f0: serbench_logical::Held<{moment}, i64>" in files["src/types.rs"]
    assert "f1: serbench_logical::Held<serbench_logical::Uuid, Bytes>" in files["src/types.rs"]
    assert "Held<serbench_logical::Decimal<12, 2>, i64>" in files["src/types.rs"]
    assert "Held<serbench_logical::BigInt, Bytes>" in files["src/types.rs"]


def test_field_of_text_format_is_held_over_text():
    found = rust.generate(text(of(Date()), of(Decimal(9, 0)), of(Uuid())))["src/types.rs"]
    assert found.count(", String>,") == 3


def test_native_field_is_held_as_it_is():
    schema = native(of(MOMENT), OptionalOf(of(Uuid())), Scalar(Kind.STRING))
    moment = "serbench_logical::TimestampUtc<serbench_logical::Us>"
    for found in (
        rust.generate(schema)["src/types.rs"],
        rust.generate_borrowed(schema)["src/lib.rs"],
    ):
        assert f"f0: serbench_logical::Held<{moment}, serbench_logical::Native>" in found
        assert "Held<serbench_logical::Uuid, serbench_logical::Native>" in found


def test_native_field_of_bson_is_held_by_its_own_crate():
    dates = [of(Timestamp(unit, Zone.UTC)) for unit in (Unit.S, Unit.MS)]
    schema = native(*dates, OptionalOf(ListOf(of(Uuid()))), Scalar(Kind.STRING))
    files = bson.generate(schema)
    assert held.TRAITS["bson"] in files["src/logical.rs"]
    assert "pub mod logical;\npub mod types;" in files["src/lib.rs"]
    borrowed = bson.generate_borrowed(schema)["src/lib.rs"]
    for found, where in ((files["src/types.rs"], "crate"), (borrowed, "schema")):
        uuid = f"{where}::logical::Held<serbench_logical::Uuid, serbench_logical::Native>"
        assert uuid in found
        assert found.count(f"{where}::logical::Held<") == 3
        assert " serbench_logical::Held<" not in found


def test_field_that_bson_does_not_take_is_held_over_what_the_convention_writes():
    found = bson.generate(binary(of(MOMENT), of(Decimal(30, 2))))["src/types.rs"]
    moment = "serbench_logical::TimestampUtc<serbench_logical::Us>"
    assert f"f0: crate::logical::Held<{moment}, i64>" in found
    assert "Held<serbench_logical::BigDecimal<30, 2>, Bytes>" in found
    for wire in ("i64", "Bytes"):
        assert f" {wire} " in held.TRAITS["bson"].partition("converted! {")[2]


def test_bson_has_the_usual_types_of_a_schema_without_logical_ones():
    schema = lowered(schema_of(of(MOMENT), of(Uuid())))
    assert bson.generate(schema) == rust.generate(schema)
    assert bson.generate_borrowed(schema) == rust.generate_borrowed(schema)


def test_borrowed_types_own_logical_values():
    found = rust.generate_borrowed(binary(of(Uuid()), Scalar(of(Uuid()).kind)))["src/lib.rs"]
    assert "f0: serbench_logical::Held<serbench_logical::Uuid, serbench_driver::Bytes>" in found
    assert "f1: TextRef<'a>" in found


@pytest.mark.parametrize("name", GENERATORS)
def test_own_derives_have_the_module_of_logical_types(name):
    schema = text(of(MOMENT)) if name == "simd_json" else binary(of(MOMENT))
    files = GENERATORS[name].generate(schema)
    assert held.TRAITS[name] in files["src/logical.rs"]
    assert "pub mod logical;\npub mod types;" in files["src/lib.rs"]
    if name == "nanoserde":  # its derive reads no generics in generics
        assert "pub f0: Held0," in files["src/types.rs"]
    else:
        assert "crate::logical::Held<serbench_logical::TimestampUtc" in files["src/types.rs"]


@pytest.mark.parametrize("name", GENERATORS)
def test_schema_without_logical_types_has_no_such_module(name):
    files = GENERATORS[name].generate(lowered(schema_of(of(MOMENT), of(Uuid()))))
    assert "src/logical.rs" not in files
    assert not any("logical" in content for content in files.values())


@pytest.mark.parametrize("generator", [buffa, prost, protobuf], ids=["buffa", "prost", "protobuf"])
def test_protobuf_has_what_stands_for_values(generator):
    schema = binary(of(MOMENT), OptionalOf(of(Uuid())), ListOf(of(Uuid())), MapOf(of(MOMENT)))
    found = generator.generate(schema)["src/lib.rs"]
    assert "f0: value.f0.put()," in found
    assert "f0: serbench_logical::Held::take(message.f0)?," in found
    assert "value.f1.as_ref().map(|item| item.put().0)" in found
    assert "list(message.f2, |item| serbench_logical::Held::take(Bytes(item)))?" in found
    assert "map(message.f3, |item| serbench_logical::Held::take(item))?" in found


def test_visit_of_messages_is_that_of_lowered_values():
    found = prost.generate(binary(of(MOMENT), of(Uuid()), of(Decimal(12, 2))))["src/lib.rs"]
    assert "self.f0.visit()" in found
    assert "see_bytes::<serbench_logical::Uuid>(&self.f1)" in found
    assert "see_count::<serbench_logical::Decimal<12, 2>>(self.f2)" in found


def test_capnp_lists_of_logical_types_are_no_lists_of_numbers():
    found = capnp.generate(binary(ListOf(of(MOMENT))))["src/lib.rs"]
    assert ".put());" in found
    assert "copy_numbers(to" not in found


@pytest.mark.parametrize(
    ("type_", "written", "read", "visited"),
    [
        (of(MOMENT), "from.f0.put()", "Held::take(at.part0())?", "at.part0().visit()"),
        (
            of(Decimal(12, 2)),
            "from.f0.put()",
            "Held::take(at.part0())?",
            "see_count::<serbench_logical::Decimal<12, 2>>(at.part0())",
        ),
        (
            OptionalOf(of(MOMENT)),
            "from.f0.as_ref().map(|item| item.put())",
            "optional(at.part0(), |item| serbench_logical::Held::take(item))?",
            "at.part0().map_or(0, |item| item.visit().wrapping_add(1))",
        ),
        (
            of(Uuid()),
            "Some(to.create_vector(&(&from.f0).put().0[..]))",
            "Held::take(at.part0().map(|item| Bytes(item.bytes().to_vec())).unwrap_or_default())?",
            "see_bytes::<serbench_logical::Uuid>(item.bytes())",
        ),
        (
            ListOf(of(MOMENT)),
            "to.create_vector_from_iter(from.f0.iter().map(|item| item.put()))",
            "|list| items(list, |item| serbench_logical::Held::take(item))",
            "visit_each(item, |item| item.visit())",
        ),
        (
            ListOf(of(Timestamp(Unit.MS, Zone.OFFSET))),
            "map(|item| to.create_string(&(item).put())).collect()",
            "items(list, |item| serbench_logical::Held::take(item.to_owned()))",
            "visit_bytes(item.as_bytes())",
        ),
        (
            MapOf(of(MOMENT)),
            "let part1 = (*from).put();",
            "serbench_logical::Held::take(at.part1())?",
            "at.part1().visit()",
        ),
    ],
)
def test_flatbuffers_has_what_stands_for_values(type_, written, read, visited):
    found = flatbuffers.generate(binary(type_))["src/lib.rs"]
    assert written in found
    assert read in found
    assert visited in found


def test_rkyv_sees_lowered_values():
    found = rkyv.generate(binary(ListOf(of(Uuid())), of(MOMENT)))["src/archived.rs"]
    assert "see_bytes::<serbench_logical::Uuid>(item.as_slice())" in found
    assert "self.f1.see()" in found


def test_bilrost_has_bytes_as_bytes():
    found = derives.DERIVES["bilrost"].generate(binary(of(Uuid()), ListOf(of(MOMENT))))
    assert "tag(1), encoding(plainbytes)" in found["src/types.rs"]
    assert "tag(2), encoding(packed<general>)" in found["src/types.rs"]


def test_rustc_serialize_writes_text():
    found = rustc_serialize.generate(text(of(MOMENT)))["src/lib.rs"]
    assert "Part::put(&self.$field, s)" in found  # `Held` has another `put`
    assert "Part for serbench_logical::Held<L, String>" in found


@pytest.mark.parametrize(
    ("generator", "message"),
    [
        (buffa, "buffa_types::google::protobuf::Timestamp"),
        (prost, "prost_types::Timestamp"),
        (protobuf, "protobuf::well_known_types::timestamp::Timestamp"),
    ],
)
def test_native_times_of_protobuf_are_the_librarys_messages(generator, message):
    times = native(ListOf(of(Timestamp(Unit.US, Zone.UTC))))
    text = generator.generate(times)["src/lib.rs"]
    assert f"fn parts_of_timestamp(message: &{message}) -> (i64, i32)" in text
    assert "map(|item| timestamp(item.parts())).collect()" in text
    assert "serbench_logical::Held::of_parts(parts_of_timestamp(&item))" in text
