"""Go's own types for logical ones: what is generated for each, plain, native and converted."""

import re
import shutil
import subprocess

import pytest

from serbench.codegen.go import fitted as go_fitted
from serbench.codegen.go import gogo as go_gogo
from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import protobuf as go_protobuf
from serbench.codegen.go import types as go
from serbench.codegen.go import values as go_values
from serbench.schema.conventions import fitted
from serbench.schema.logical import BY_WORD, Convention, Decimal, logical_of
from serbench.schema.model import (
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    Union,
    UnionRef,
    scalar_of,
)
from tests.codegen.go.test_types import ALL

CLASSES = {
    "date": "time.Time",
    "time_s": "time.Duration",
    "timestamp_us": "time.Time",
    "timestamp_ns_utc": "time.Time",
    "timestamp_ms_offset": "time.Time",
    "duration_ns": "time.Duration",
    "decimal(12, 2)": "decimal.Decimal",
    "uuid": "uuid.UUID",
    "bigint": "*big.Int",
}
LOGICAL = (*BY_WORD.values(), Decimal(12, 2), Decimal(18, 0), Decimal(38, 10))


def schema_of(*logical):
    fields = []
    for number, each in enumerate(logical):
        leaf = scalar_of(each)
        fields += [Field(f"f{number}", leaf), Field(f"o{number}", OptionalOf(leaf))]
        fields += [Field(f"l{number}", ListOf(leaf)), Field(f"m{number}", MapOf(OptionalOf(leaf)))]
        fields += [Field(f"n{number}", OptionalOf(ListOf(leaf)))]
    return Schema("s", "Thing", (Record("Thing", tuple(fields)),))


def native(schema, *words):
    return fitted(schema, Convention.BINARY, lambda logical: str(logical) in words)


def binary(schema):
    return fitted(schema, Convention.BINARY, lambda logical: False)


def text(schema):
    return fitted(schema, Convention.TEXT, lambda logical: False)


def flat(source):
    return re.sub(r"[ \t]+", " ", source)


@pytest.mark.parametrize(("word", "class_"), CLASSES.items())
def test_plain_field_has_gos_own_type_in_every_convention(word, class_):
    schema = schema_of(logical_of(word))
    for convention in (schema, binary(schema), text(schema)):
        source = flat(go.generate(convention)["types.go"])
        assert f' F0 {class_} `json:"f0"`\n' in source
        pointer = class_ if class_.startswith("*") else f"*{class_}"
        assert f' O0 {pointer} `json:"o0"`\n' in source
        assert f' L0 []{class_} `json:"l0"`\n' in source


@pytest.mark.parametrize("logical", LOGICAL, ids=str)
def test_digest_is_that_of_the_lowered_kind_in_every_convention(logical):
    schema = schema_of(logical)
    kind = logical.kind.value.capitalize()
    sources = [go_values.generate(s)["values.go"] for s in (schema, binary(schema), text(schema))]
    assert len(set(sources)) == 1
    assert (
        f"\tout = driver.Append{kind}(out, {go_logical.lowered(logical, 'v.F0')})\n" in sources[0]
    )
    assert f"v.F0 = {go_logical.load(logical)}\n" in sources[0]


def test_deep_copy_copies_big_integers_and_shares_decimals():
    values = go_values.generate(schema_of(logical_of("bigint"), Decimal(5, 2)))["values.go"]
    clone = values.split(") Clone() Thing {")[1].split("\n}\n")[0]
    assert "\tout.F0 = new(big.Int).Set(v.F0)\n" in clone
    assert "\tif v.O0 != nil {\n\t\tout.O0 = new(big.Int).Set(v.O0)\n\t}\n" in clone
    assert "out.F1" not in clone
    assert "*v.O1" in clone


def test_schema_without_logical_types_has_an_alias_and_no_conversions():
    schema = Schema("s", "Thing", (Record("Thing", (Field("a", Scalar(Kind.I64)),)),))
    made = go_fitted.generate(schema)
    assert list(made) == ["types.go"]
    assert "\ntype Root = schema.Root\n" in made["types.go"]
    assert go_logical.kinds_of(schema) is schema


def test_fitted_struct_has_the_kinds_of_the_convention_and_native_classes():
    schema = native(
        schema_of(logical_of("uuid"), logical_of("timestamp_ms"), Decimal(5, 2)), "uuid"
    )
    source = flat(go_fitted.generate(schema)["types.go"])
    assert " F0 uuid.UUID `" in source
    assert " F1 int64 `" in source
    assert " O1 *int64 `" in source
    assert " F2 int64 `" in source
    assert "time" not in source


def test_conversions_go_field_by_field_and_hand_native_types_over():
    schema = native(schema_of(logical_of("uuid"), logical_of("timestamp_ms")), "uuid")
    source = go_fitted.generate(schema)["convert.go"]
    assert "\tm.F0 = v.F0\n" in source
    assert "\tm.L0 = v.L0\n" in source
    assert "\tm.F1 = v.F1.UnixMilli()\n" in source
    assert "\tv.F1 = time.UnixMilli(m.F1).UTC()\n" in source
    assert (
        "\tif v.O1 != nil {\n\t\tmade1 := (*v.O1).UnixMilli()\n\t\tm.O1 = &made1\n\t}\n" in source
    )


def test_optional_big_integer_is_a_pointer_by_itself():
    source = go_fitted.generate(binary(schema_of(logical_of("bigint"))))["convert.go"]
    assert "\t\tmade1 := conventions.IntegerBytes(v.O0)\n\t\tm.O0 = &made1\n" in source
    assert "\t\tmade1 := conventions.IntegerOf(*m.O0)\n\t\tv.O0 = made1\n" in source


def test_schema_whose_types_are_all_native_has_no_conversions():
    schema = native(schema_of(logical_of("uuid")), "uuid")
    assert "convert.go" not in go_fitted.generate(schema)


def test_unions_of_records_with_logical_types_are_converted_by_variant():
    item = Record("Item", (Field("at", scalar_of(logical_of("date"))),))
    union = Union("Choice", (Scalar(Kind.I64), RecordRef("Item")))
    root = Record("Thing", (Field("choice", UnionRef("Choice")),))
    schema = Schema("s", "Thing", (root, item), unions=(union,))
    source = go_fitted.generate(text(schema))["convert.go"]
    assert "\tcase schema.Choice_Record:\n\t\tvar made Choice_Record\n" in source
    assert "\t\tpopulateItem(&made.Value, &variant.Value)\n\t\tm.Variant = made\n" in source


def test_what_literals_tags_and_comments_say_imports_nothing():
    body = 'x := "time.Now"\ny `json:"uuid.UUID"`\n// the next time. Decimal: decimal.Decimal\n'
    assert go_logical.imports(body) == ([], [])
    assert go_logical.imports("var t time.Time\n") == (['"time"'], [])


def test_statements_that_note_an_error_return_it():
    assert go_logical.noting(["\tv.A = 1"])[-1] == "\treturn nil"
    noting = go_logical.noting(["\tv.A = conventions.DecimalOf(m.A, &wrong)"])
    assert noting[0] == "\tvar wrong error"
    assert noting[-1] == "\treturn wrong"


@pytest.mark.skipif(not shutil.which("gofmt"), reason="go is not installed")
@pytest.mark.parametrize("convention", Convention)
def test_generated_code_is_formatted(convention, tmp_path):
    schema = fitted(schema_of(*LOGICAL), convention, lambda logical: False)
    for number, module in enumerate((*ALL, go_fitted)):
        for name, source in module.generate(schema).items():
            if name.endswith(".go"):
                (tmp_path / f"{number}_{name}").write_text(source)
    done = subprocess.run(["gofmt", "-l", tmp_path], capture_output=True, text=True, check=True)
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("generator", "lines"),
    [
        (
            go_protobuf,
            (
                "m.F0 = timestamppb.New(v.F0)",
                "m.L0 = make([]*timestamppb.Timestamp, len(v.L0))",
                "v.F0 = m.F0.AsTime()",
                "m.F1 = durationpb.New(v.F1)",
                "item := m.O1.AsDuration()",
            ),
        ),
        (
            go_gogo,
            (
                "m.F0 = v.F0",
                "m.L0 = make([]time.Time, len(v.L0))",
                "m.L1 = make([]time.Duration, len(v.L1))",
            ),
        ),
    ],
)
def test_native_times_of_protobuf_are_its_messages_or_the_standard_types(generator, lines):
    words = ("timestamp_us_utc", "duration_ms")
    schema = native(schema_of(*map(logical_of, words)), *words)
    source = generator.generate(schema)["convert.go"]
    assert not [line for line in lines if f"\t{line}\n" not in source]
