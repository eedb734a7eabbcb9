"""Python's generated modules, run: types, conversions, and what the driver does with values."""

import ctypes
import dataclasses
import importlib
import json
import sys
import types as kinds
from contextlib import contextmanager

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from serbench.builders.codec import DRIVERS
from serbench.builders.python.builder import GENERATORS
from serbench.codegen.idl.thrift import NAMESPACE
from serbench.codegen.python import (
    apache_thrift,
    attrs,
    avro,
    betterproto,
    construct,
    copies,
    decorated,
    lookups,
    marshmallow,
    packed,
    plain,
    proto,
    slotted,
)
from serbench.codegen.python import json as python_json
from serbench.codegen.python import msgspec as python_msgspec
from serbench.codegen.python import pydantic as python_pydantic
from serbench.codegen.python import thrift as python_thrift
from serbench.codegen.python import types as python
from serbench.schema.absence import telling_absent
from serbench.schema.access import access_of, accessor
from serbench.schema.conventions import fitted
from serbench.schema.digest import Digester
from serbench.schema.features import ESCAPES, NAMES, first_use
from serbench.schema.logical import Convention
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    UnionRef,
)
from serbench.schema.model import Union as UnionOf
from tests.codegen.rust.schemas import values
from tests.strategies import HOSTILE_NAMES, examples, schemas, schemas_with_unions

TEXT, NUMBER = Scalar(Kind.STRING), Scalar(Kind.I64)
RUN = (copies, python_json, plain, packed, avro, slotted)
TWO_WAYS = ("json", "mappings", "sequences", "sparse", "bare", "avro", "of_slotted")


def schema_of(*fields, **more):
    return Schema("s", "Thing", (Record("Thing", fields),), **more)


@contextmanager
def package(schema, modules=RUN):
    """The generated package, as a driver imports it."""
    made = {"serbench_schema": kinds.ModuleType("serbench_schema")}
    texts = {}
    for module in (python, *modules):
        texts |= module.generate(schema)
    try:
        sys.modules |= made
        for name, text in ((n, t) for n, t in texts.items() if n.endswith(".py")):
            full = f"serbench_schema.{name.removesuffix('.py')}"
            new_module = kinds.ModuleType(full)
            new_module.__file__ = name
            sys.modules[full] = made[full] = new_module
            setattr(made["serbench_schema"], name.removesuffix(".py"), new_module)
            exec(compile(text, name, "exec"), vars(new_module))
        yield made["serbench_schema"]
    finally:
        for name in made:
            sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def driver():
    """The driver's module of values."""
    sys.path.insert(0, str(DRIVERS / "python"))
    yield importlib.import_module("serbench_driver.values")
    sys.path.remove(str(DRIVERS / "python"))


def loaded(driver, schema, generated):
    known = python.names(schema)
    classes = {wire: getattr(generated.types, name) for wire, name in known.types.items()}
    return driver.Values(schema.to_dict(), classes, known.fields, None)


def test_types_are_idiomatic_dataclasses():
    text = python.generate(
        schema_of(
            Field("created_at", TEXT),
            Field("ids", ListOf(NUMBER)),
            Field("raw", OptionalOf(Scalar(Kind.BYTES))),
            Field("byName", MapOf(RecordRef("Thing"))),
            Field("level", EnumRef("log level")),
            Field("class", TEXT),
            Field("list", TEXT),
            Field("mro", TEXT),
            enums=(Enum("log level", ("info", "not found")),),
        )
    )["types.py"]
    assert "@dataclass\nclass Thing:\n    created_at: str\n    ids: list[int]\n" in text
    assert "    raw: Optional[bytes]\n    byName: dict[str, Thing]\n    level: LogLevel\n" in text
    assert "    class_: str\n    list_: str\n    mro_: str\n" in text
    assert "class LogLevel(StrEnum):\n    INFO = 'info'\n    NOT_FOUND = 'not found'\n" in text


def test_union_becomes_union_of_variant_types():
    union = UnionOf("number or text", (NUMBER, TEXT))
    text = python.generate(schema_of(Field("x", UnionRef(union.name)), unions=(union,)))["types.py"]
    assert "    x: NumberOrText\n" in text or "    x: Union[int, str]\n" in text


@examples(40)
@given(schemas(), st.integers(0, 1000))
def test_values_survive_every_conversion(driver, schema, seed):
    digester = Digester(schema)
    with package(schema) as generated:
        works = loaded(driver, schema, generated)
        for value in values(schema, 3, depth=3):
            line = json.dumps(value).encode()
            plain_value = works.load(driver.canonical_json(line))
            digest, visit = digester.one(value)
            assert (works.digest(plain_value), works.visit(plain_value) % 2**64) == (
                digest, visit % 2**64,
            )  # fmt: skip
            copied = generated.copies.copy(plain_value)
            assert copied == plain_value
            assert copied is not plain_value
            assert works.digest(generated.renewals.renewed(plain_value)) == digest
            for name in TWO_WAYS:
                module = getattr(generated, name)
                assert works.digest(module.back(module.to(plain_value))) == digest
            out = bytearray()
            generated.packed.write(plain_value, out)
            assert works.digest(generated.packed.read(bytes(out), 0)[0]) == digest


def test_renewed_text_has_no_cached_utf8(driver):
    schema = schema_of(Field("text", TEXT), Field("by_key", MapOf(TEXT)))
    words = ["только", "naïve", "日本語", "plain"]
    with package(schema) as generated:
        works = loaded(driver, schema, generated)
        value = works.load({"text": words[0], "by_key": dict.fromkeys(words, words[0])})
        for text in texts_of(value):
            ctypes.pythonapi.PyUnicode_AsUTF8(ctypes.py_object(text))
        renewed = generated.renewals.renewed(value)
    assert renewed == value
    for before, after in zip(texts_of(value), texts_of(renewed), strict=True):
        kept_bytes = 0 if before.isascii() else len(before.encode()) + 1
        assert sys.getsizeof(before) - sys.getsizeof(after) == kept_bytes


def texts_of(value):
    return [value.text, *value.by_key, *value.by_key.values()]


class AnyStructs:
    """What thriftpy2, or Thrift's compiler, makes of a file, as far as conversions know."""

    def __getattr__(self, name):
        return kinds.SimpleNamespace


@examples(40)
@given(schemas(), st.integers(0, 1000))
def test_values_survive_as_structs_of_thrift(driver, schema, seed):
    digester = Digester(schema)
    sys.modules["thriftpy2"] = library = kinds.ModuleType("thriftpy2")
    library.load = lambda path, name: AnyStructs()
    try:
        with package(schema, (python_thrift,)) as generated:
            works = loaded(driver, schema, generated)
            for value in values(schema, 3, depth=3):
                plain_value = works.load(driver.canonical_json(json.dumps(value).encode()))
                again = generated.of_thrift.back(generated.of_thrift.to(plain_value))
                assert works.digest(again) == digester.one(value)[0]
    finally:
        del sys.modules["thriftpy2"]


@examples(20)
@given(schemas(), st.integers(0, 1000))
def test_values_survive_as_structs_of_apache_thrift(driver, schema, seed):
    digester = Digester(schema)
    name = f"serbench_schema.{NAMESPACE}"
    sys.modules[name] = compiled = kinds.ModuleType(name)
    compiled.ttypes = AnyStructs()
    try:
        with package(schema, (apache_thrift,)) as generated:
            works = loaded(driver, schema, generated)
            for value in values(schema, 3, depth=3):
                plain_value = works.load(driver.canonical_json(json.dumps(value).encode()))
                again = generated.of_apache_thrift.back(generated.of_apache_thrift.to(plain_value))
                assert works.digest(again) == digester.one(value)[0]
    finally:
        del sys.modules[name]


@given(st.one_of(schemas(), schemas_with_unions()))
def test_every_module_is_python(schema):
    modules = [python] + [g.module for g in GENERATORS.values() if not schema.unions]
    for module in modules:
        for name, text in module.generate(schema).items():
            if name.endswith(".py"):
                compile(text, name, "exec")


def test_only_plain_names_and_values_are_written_as_they_are():
    for name in ("id", "created_at"):
        with package(schema_of(Field(name, TEXT)), (python_json, plain)) as generated:
            assert generated.json.AS_THEY_ARE
            assert generated.mappings.AS_THEY_ARE
    for name in ("Id", "class", "list", "created-at", "", *HOSTILE_NAMES):
        with package(schema_of(Field(name, TEXT)), (python_json, plain)) as generated:
            assert (python.names(schema_of(Field(name, TEXT))).fields[
                "Thing"][name] == name) == generated.json.AS_THEY_ARE  # fmt: skip
    with package(schema_of(Field("raw", Scalar(Kind.BYTES))), (python_json, plain)) as generated:
        assert not generated.json.AS_THEY_ARE
        assert generated.mappings.AS_THEY_ARE


def test_first_use_of_name_features_has_path():
    assert first_use(schema_of(Field("fine", TEXT)), NAMES) is None
    assert first_use(schema_of(Field("Not fine", TEXT)), NAMES) == '$["Not fine"]'
    assert first_use(schema_of(Field("Not fine", TEXT)), ESCAPES) is None
    assert first_use(schema_of(Field('a"b', TEXT)), ESCAPES) is not None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"x": 1}', r"\$: the field 'y' is missing"),
        ('{"x": 1, "y": [], "z": 0}', r"\$: the field 'z' is unknown"),
        ('{"x": 1.5, "y": []}', r"\$.x: an integer is wanted, not 1.5"),
        ('{"x": 9223372036854775808, "y": []}', r"\$.x: 9223372036854775808 is not a i64"),
        ('{"x": 1, "y": ["a", null]}', r"\$.y\[1\]: text is wanted, not null"),
        ('{"x": 1, "y": ["\\ud800"]}', "lone surrogate"),
        ('{"x": 1, "x": 2, "y": []}', "stands twice"),
        ('{"x": NaN, "y": []}', "no number of JSON"),
        ("[]", "an object is wanted"),
    ],
)
def test_unfit_value_error_names_path(driver, line, said):
    schema = schema_of(Field("x", NUMBER), Field("y", ListOf(TEXT)))
    with package(schema) as generated, pytest.raises((driver.Misfit, ValueError), match=said):
        loaded(driver, schema, generated).load(driver.canonical_json(line.encode()))


def test_access_reaches_last_item_or_returns_zero(driver):
    inner = Record("Inner", (Field("a", NUMBER), Field("last", ListOf(NUMBER))))
    schema = Schema("s", "Thing", (Record("Thing", (Field("i", RecordRef("Inner")),)), inner))
    assert access_of(schema) is not None
    with package(schema) as generated:
        known = python.names(schema)
        classes = {wire: getattr(generated.types, name) for wire, name in known.types.items()}
        leaf = {"steps": [["Thing", "i"], ["Inner", "last"], "last"], "leaf": "i64"}
        works = driver.Values(schema.to_dict(), classes, known.fields, leaf)
        assert works.access(works.load({"i": {"a": 1, "last": [3, 4]}})) == 4
        assert works.access(works.load({"i": {"a": 1, "last": []}})) == 0


@examples(40)
@given(schemas(), st.integers(0, 1000))
def test_a_leaf_is_looked_up_by_wire_names(driver, schema, seed):
    wanted = accessor(schema)
    with package(schema, (python_json, lookups)) as generated:
        if wanted is None:
            assert generated.lookups.access is None
            return
        works = loaded(driver, schema, generated)
        for value in values(schema, 3, depth=3):
            document = generated.json.to(
                works.load(driver.canonical_json(json.dumps(value).encode()))
            )
            assert (generated.lookups.access(document) - wanted(value)) % 2**64 == 0


def test_access_of_absent_leaf_returns_zero():
    schema = schema_of(Field("deep", OptionalOf(NUMBER)))
    with package(schema, (lookups,)) as generated:
        assert generated.lookups.access({"deep": 3}) == 3
        assert generated.lookups.access({"deep": None}) == 0
        assert generated.lookups.access({}) == 0


@pytest.fixture
def decorating(monkeypatch):
    """Libraries on top of dataclasses, as far as generated modules know them; it lists what was
    decorated."""
    done = []

    def named(wire):
        return dataclasses.field(metadata={"wire": wire})

    for name, members in {
        "dataclass_wizard": {"Alias": named},
        "dataclasses_json": {
            "config": lambda field_name: {"wire": field_name},
            "dataclass_json": done.append,
        },
        "serde": {"field": lambda rename: named(rename), "serde": done.append},
    }.items():
        library = kinds.ModuleType(name)
        vars(library).update(members)
        monkeypatch.setitem(sys.modules, name, library)
    return done


FOR = ("for_dataclass_wizard", "for_dataclasses_json", "for_pyserde")


@examples(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(schemas(), st.integers(0, 1000))
def test_values_survive_as_decorated_classes(driver, decorating, schema, seed):
    digester, known = Digester(schema), python.names(schema)
    with package(schema, (decorated,)) as generated:
        works = loaded(driver, schema, generated)
        plain_values = [
            (works.load(driver.canonical_json(json.dumps(value).encode())), value)
            for value in values(schema, 3, depth=3)
        ]
        for module in (getattr(generated, name) for name in FOR):
            if module.to is None:
                assert module.Root is generated.types.Root
                continue
            for plain_value, value in plain_values:
                made = module.to(plain_value)
                assert isinstance(made, module.Root)
                assert works.digest(module.back(made)) == digester.one(value)[0]
            for record in schema.records:
                parts = dataclasses.fields(getattr(module, known.types[record.name]))
                wires = [part.metadata.get("wire", part.name) for part in parts]
                assert wires == [f.name for f in record.fields]


def test_each_class_is_decorated_once(decorating):
    inner = Record("Inner", (Field("a", NUMBER),))
    for field in (Field("inner", RecordRef("Inner")), Field("Inner!", RecordRef("Inner"))):
        decorating.clear()
        schema = Schema("s", "Thing", (Record("Thing", (field,)), inner))
        with package(schema, (decorated,)):
            assert [decorated_class.__name__ for decorated_class in decorating] == [
                "Thing",
                "Inner",
            ] * 2


def test_construct_format_is_lazily_bound_only_for_recursive_record():
    inner = Record("Inner", (Field("again", OptionalOf(RecordRef("Thing"))),))
    thing = Record("Thing", (Field("a", RecordRef("Inner")), Field("b", MapOf(RecordRef("Last")))))
    last = Record("Last", (Field("x", ListOf(Scalar(Kind.U16))),))
    text = construct.generate(Schema("s", "Thing", (thing, inner, last)))["of_construct.py"]
    assert '"f0" / optional(c.LazyBound(lambda: FORMAT_Thing))' in text
    assert '    "f0" / FORMAT_Inner,\n    "f1" / mapping(FORMAT_Last),\n' in text
    assert '"f0" / c.PrefixedArray(c.VarInt, c.Int16ul)' in text


def test_marshmallow_schema_is_idiomatic():
    schema = schema_of(
        Field("class", TEXT),
        Field("on", OptionalOf(Scalar(Kind.BOOL))),
        Field("levels", ListOf(OptionalOf(EnumRef("level")))),
        Field("by_name", MapOf(RecordRef("Thing"))),
        enums=(Enum("level", ("info", "not found")),),
    )
    text = marshmallow.generate(schema)["schemas.py"]
    assert "class ThingSchema(_Record):\n    _MADE = _types.Thing\n" in text
    assert "    class_ = _f.String(required=True, data_key='class')\n" in text
    assert "    on = _f.Boolean(load_default=None, allow_none=True)\n" in text
    assert "_f.List(_f.Enum(_types.Level, by_value=True, allow_none=True), required=True)" in text
    nested = "values=_f.Nested(lambda: ThingSchema)"
    assert f"    by_name = _f.Dict(keys=_f.String(), {nested}, required=True)\n" in text
    assert text.endswith("ROOT = ThingSchema()\n")


def test_python_reserved_names_are_renamed_in_messages_and_models():
    schema = schema_of(Field("class", TEXT), Field("copy", TEXT), Field("json", TEXT))
    assert "class_: str = _Field(alias='class')" in python_pydantic.generate(schema)["models.py"]
    assert "copy_of_value: str" in python_pydantic.generate(schema)["models.py"]
    assert "class_: str = _field(name='class')" in python_msgspec.generate(schema)["structs.py"]
    assert '{"class": value.class_, ' in proto.generate(schema)["of_messages.py"]


def test_messages_within_a_message_are_dicts():
    schema = Schema(
        "s", "Thing",
        (Record("Thing", (Field("inner", RecordRef("Inner")),)), Record("Inner", ())),
    )  # fmt: skip
    text = proto.generate(schema)["of_messages.py"]
    assert 'def to_Thing(value):\n    return {"inner": to_Inner(value.inner)}\n' in text
    assert "def to_Inner(value):\n    return {}\n" in text
    assert "def to(value):\n    return Root(**to_Thing(value))\n" in text
    text = betterproto.generate(schema)["of_betterproto.py"]
    assert "return serbench_proto.Type0(part1=to_Type1(value.inner))" in text
    assert "to = to_Type0\n" in text


def test_slotted_and_attrs_classes_hold_same_fields():
    schema = schema_of(Field("id", NUMBER), Field("next", OptionalOf(RecordRef("Thing"))))
    with package(schema, (slotted,)) as generated:
        made = generated.of_slotted.to(generated.types.Thing(1, generated.types.Thing(2, None)))
        assert made == generated.slotted.Thing(1, generated.slotted.Thing(2, None))
        assert generated.slotted.Thing.__slots__ == ("id", "next")
    text = attrs.generate(schema)["attrs.py"]
    assert (
        "@define\nclass Thing:\n    id: int = _field(alias='id')\n    next: Optional[Thing]" in text
    )
    text = attrs.generate(schema_of(Field("self", TEXT)))["attrs.py"]
    assert "    self: str = _field(alias='self_of_value')\n" in text


def test_msgspec_structs_are_untracked_by_garbage_collector():
    texts = python_msgspec.generate(schema_of(Field("id", NUMBER)))
    assert "class Thing(Struct, gc=False):\n" in texts["structs.py"]
    assert "class Thing(Struct, gc=False, array_like=True):\n" in texts["arrays.py"]


def told(*names, convention=Convention.TEXT):
    """A schema of such fields, which tell absent from null, as a library has it that leaves them
    out; and of one that holds itself."""
    fields = [Field(name, OptionalOf(TEXT)) for name in names]
    schema = schema_of(
        Field("id", NUMBER), *fields, Field("the next", OptionalOf(RecordRef("Thing")))
    )
    asked = [("Thing", name) for name in (*names, "the next")]
    return fitted(telling_absent(schema, asked), convention, lambda _: True)


@pytest.mark.parametrize("name", ["memo", "value", *HOSTILE_NAMES])
def test_absent_field_is_left_out_of_dicts(name):
    some = [{}, {name: None}, {name: "a"}, {"the next": None}, {"the next": {"id": 2, name: None}}]
    with package(told(name), (python_json, plain)) as generated:
        assert not generated.json.AS_THEY_ARE
        for module in (generated.json, generated.mappings, generated.bare):
            for document in ({"id": 1} | each for each in some):
                assert module.to(module.back(document)) == document


def test_absent_field_is_unset_in_structs():
    with package(told("memo", "not-a-name"), (python_msgspec,)) as generated:
        struct, conversions = generated.structs.Root, generated.of_structs
        for text in (
            '{"id":1}',
            '{"id":1,"memo":null,"the next":null}',
            '{"id":1,"not-a-name":"a","the next":{"id":2,"memo":""}}',
        ):
            made = conversions.back(msgspec.json.decode(text, type=struct))
            assert msgspec.json.encode(conversions.to(made)).decode() == text
        assert generated.types.Thing(1, None, None, None) == conversions.back(struct(1))
        again = generated.of_arrays.back(generated.of_arrays.to(made))
        assert again == made


def test_absent_field_is_missing_in_models():
    texts = python_pydantic.generate(told("memo", "copy"))
    assert "    memo: Union[Optional[str], _MISSING] = _MISSING\n" in texts["models.py"]
    assert (
        "_of_value: Union[Optional[str], _MISSING] = _Field(default=_MISSING, alias='copy')"
        in (texts["models.py"])
    )
    assert "validate_assignment=True" in texts["models.py"]
    assert "class ThingMemo" not in texts["models.py"]
    assert "        made.copy_of_value = value.copy.value\n" in texts["of_models.py"]
    assert "if value.copy_of_value is not models._MISSING else None" in texts["of_models.py"]


def test_access_of_field_that_is_left_out_reads_its_value():
    with package(told("memo"), (lookups,)) as generated:
        assert generated.lookups.access({"id": 7}) == 7
    schema = schema_of(Field("deep", OptionalOf(NUMBER)))
    native = fitted(telling_absent(schema, [("Thing", "deep")]), Convention.TEXT, lambda _: True)
    with package(native, (lookups,)) as generated:
        for document, leaf in (({"deep": 3}, 3), ({"deep": None}, 0), ({}, 0)):
            assert generated.lookups.access(document) == leaf


def test_absent_field_is_no_attribute_for_marshmallow():
    text = marshmallow.generate(told("memo", "class"))["schemas.py"]
    holders = "'memo': _types.ThingMemo, 'class_': _types.ThingClass"
    assert (
        f"class ThingSchema(_Telling):\n    _MADE = _types.Thing\n    _TOLD = {{{holders}" in text
    )
    assert "    memo = _f.String(allow_none=True)\n" in text
    assert "    class_ = _f.String(data_key='class', allow_none=True)\n" in text
    assert "class ThingMemoSchema" not in text
