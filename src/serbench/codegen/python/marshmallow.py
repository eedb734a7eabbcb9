"""Python: marshmallow's schemas of the plain types.

    generate(schema) -> {"schemas.py": ...}

`ROOT` of the module is an instance of the root's. What a field is called in JSON is its `data_key`,
and `post_load` makes a dataclass of what was loaded, as marshmallow's documentation has both:
https://marshmallow.readthedocs.io/en/latest/quickstart.html
Logical types that it has no field for have a field class of their own, as its page on these says:
https://marshmallow.readthedocs.io/en/latest/custom_fields.html
What tells absent from null is no attribute where it is absent, which marshmallow leaves out:
https://marshmallow.readthedocs.io/en/latest/extending/overriding_attribute_access.html
"""

from __future__ import annotations

from serbench.codegen.names import Names
from serbench.codegen.python import logical
from serbench.codegen.python.types import HEADER, literal, names
from serbench.schema.conventions import left_out, written_records
from serbench.schema.logical import Date, Decimal, Logical, Time, Timestamp, Unit, Uuid, Zone
from serbench.schema.model import (
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
)

# No name of a schema's own type or field begins so.
_BASE = """from binascii import a2b_base64 as _a2b, b2a_base64 as _b2a

import marshmallow as _m
import orjson as _orjson
from marshmallow import fields as _f
from serbench_schema import types as _types


class _Bytes(_f.Field):
    def _serialize(self, value, attr, obj, **kwargs):
        return None if value is None else _b2a(value, newline=False).decode()

    def _deserialize(self, value, attr, data, **kwargs):
        return _a2b(value)


class _Record(_m.Schema):
    class Meta:
        render_module = _orjson

    @_m.post_load
    def _make(self, data, **kwargs):
        return self._MADE(**data)
"""
_ENTRIES = """class _Entries(_f.List):
    def __init__(self, made, item, **kwargs):
        super().__init__(item, **kwargs)
        self._made = made

    def _serialize(self, value, *args, **kwargs):
        made = value and [self._made(*entry) for entry in value.items()]
        return super()._serialize(made, *args, **kwargs)

    def _deserialize(self, value, *args, **kwargs):
        return {made.key: made.value for made in super()._deserialize(value, *args, **kwargs)}
"""
_CONVERTED = """class _Converted(_f.Field):
    def __init__(self, to, back, **kwargs):
        super().__init__(**kwargs)
        self._to, self._back = to, back

    def _serialize(self, value, attr, obj, **kwargs):
        return None if value is None else self._to(value)

    def _deserialize(self, value, attr, data, **kwargs):
        return self._back(value)
"""
_TELLING = """class _Telling(_Record):
    def get_attribute(self, obj, attr, default):
        value = super().get_attribute(obj, attr, default)
        if attr not in self._TOLD:
            return value
        return default if value is None else value.value

    @_m.post_load
    def _make(self, data, **kwargs):
        for attr, told in self._TOLD.items():
            data[attr] = told(data[attr]) if attr in data else None
        return self._MADE(**data)
"""
_SCALARS = {
    Kind.BOOL: "_f.Boolean",
    Kind.F32: "_f.Float",
    Kind.F64: "_f.Float",
    Kind.STRING: "_f.String",
    Kind.BYTES: "_Bytes",
}


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    parts = [_CONVERTED] * logical.converts(schema)
    parts += [_ENTRIES] * bool(known.entries)
    parts += [_TELLING] * bool(left_out(schema))
    parts += [_schema(schema, record, known) for record in written_records(schema)]
    parts.append(f"ROOT = {known.types[schema.root]}Schema()\n")
    body = "\n\n".join(parts)
    names_of_logical = logical.import_line(schema, body)
    return {"schemas.py": f"{HEADER}\n{names_of_logical}{_BASE}\n\n{body}"}


def _schema(schema: Schema, record: Record, known: Names) -> str:
    name, told, lines = known.types[record.name], {}, []
    for f in record.fields:
        attribute = known.fields[record.name][f.name]
        named = [f"data_key={literal(f.name)}"] * (attribute != f.name)
        match f.type:
            case OptionalOf(RecordRef(holder), native=True):
                told[attribute] = f"_types.{known.types[holder]}"
                field = _field(schema.told_type(f.type), known, named)
            case OptionalOf():
                field = _field(f.type, known, ["load_default=None", *named])
            case _:
                field = _field(f.type, known, ["required=True", *named])
        lines.append(f"    {attribute} = {field}")
    head = [f"class {name}Schema(_Record):", f"    _MADE = _types.{name}"]
    if told:
        types = ", ".join(f"{literal(attribute)}: {type_}" for attribute, type_ in told.items())
        head = [f"class {name}Schema(_Telling):", head[1], f"    _TOLD = {{{types}}}"]
    return "\n".join([*head, *lines, ""])


def _field(type_: Type, known: Names, options: list[str]) -> str:
    match type_:
        case OptionalOf(item):
            return _field(item, known, [*options, "allow_none=True"])
        case Scalar(logical=found, native=True) if found:
            function, arguments = _native(found)
        case Scalar() if (both := logical.conversion(type_)) != logical.SAME:
            function, arguments = "_Converted", [f"lambda value: {x.format('value')}" for x in both]
        case Scalar(kind):
            function, arguments = _SCALARS.get(kind, "_f.Integer"), []
        case EnumRef(name):
            function, arguments = "_f.Enum", [f"_types.{known.types[name]}", "by_value=True"]
        case RecordRef(name):
            # By a function, since the schema may come later, or be this one.
            function, arguments = "_f.Nested", [f"lambda: {known.types[name]}Schema"]
        case ListOf(RecordRef(name) as item, is_map=True):
            function = "_Entries"
            arguments = [f"_types.{known.types[name]}", _field(item, known, [])]
        case ListOf(item):
            function, arguments = "_f.List", [_field(item, known, [])]
        case MapOf(value):
            function = "_f.Dict"
            arguments = ["keys=_f.String()", f"values={_field(value, known, [])}"]
        case _:
            raise NotImplementedError("marshmallow has no unions")
    return f"{function}({', '.join([*arguments, *options])})"


def _native(found: Logical) -> tuple[str, list[str]]:
    """The field of a type, and its arguments."""
    match found:
        case Date():
            return "_f.Date", []
        case Timestamp(Unit.NS, Zone.OFFSET):
            return "_f.String", []
        case Timestamp(Unit.NS) | Time(Unit.NS):
            return "_f.Integer", []
        case Time():
            return "_f.Time", []
        case Timestamp(_, Zone.LOCAL):
            return "_f.NaiveDateTime", []
        case Timestamp():
            return "_f.AwareDateTime", []
        case Decimal():
            return "_f.Decimal", ["as_string=True"]
        case Uuid():
            return "_f.UUID", []
        case _:
            return "_f.Integer", []
