"""Python: pydantic's models, and conversions.

    generate(schema) -> {"models.py": ..., "of_models.py": ...}

https://docs.pydantic.dev/latest/concepts/models/
A field that is left out is MISSING; what it is set to is checked as well.
https://docs.pydantic.dev/latest/concepts/types/#missing-sentinel
"""

from __future__ import annotations

from serbench.codegen.names import Names
from serbench.codegen.python.conversions import Shape, module, with_absent
from serbench.codegen.python.types import FITTED, HEADER, TYPING, enum_imports, literal, names
from serbench.schema.conventions import left_out, written_records
from serbench.schema.model import OptionalOf, Record, Schema

# What `BaseModel` has itself.
_TAKEN = frozenset(
    [
        "construct",
        "copy",
        "dict",
        "fields_set",
        "from_orm",
        "json",
        "model_computed_fields",
        "model_config",
        "model_construct",
        "model_copy",
        "model_dump",
        "model_dump_json",
        "model_extra",
        "model_fields",
        "model_fields_set",
        "model_json_schema",
        "model_parametrized_name",
        "model_post_init",
        "model_rebuild",
        "model_validate",
        "model_validate_json",
        "model_validate_strings",
        "parse_file",
        "parse_obj",
        "parse_raw",
        "schema",
        "schema_json",
        "update_forward_refs",
        "validate",
    ]
)
_CONFIG = "protected_namespaces=(), serialize_by_alias=True"


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    typing = f"{TYPING}{FITTED.imports(schema)}"
    imports = "from pydantic import BaseModel, ConfigDict, Field as _Field\n"
    imports += "from pydantic import MISSING as _MISSING\n" * bool(left_out(schema))
    parts = [f"{HEADER}\n{typing}\n{imports}"]
    parts += filter(None, [enum_imports(schema, known)])
    parts += [_model(schema, record, known) for record in written_records(schema)]
    parts.append(f"Root = {known.types[schema.root]}\n")
    shape = Shape(
        record=lambda record, members: (
            f"models.{known.types[record]}(**{{"
            + ", ".join(f"{literal(wire)}: {part}" for wire, part in members.items())
            + "})"
        ),
        part=lambda expression, record, wire, place: (
            f"{expression}.{attribute(known, record, wire)}"
        ),
        enum=("{}", "{}"),
        imports="from serbench_schema import models\n",
    )
    return {
        "models.py": "\n\n".join(parts),
        "of_models.py": module(schema, with_absent(shape, "models._MISSING")),
    }


def attribute(known: Names, record: str, wire: str) -> str:
    """What a model calls a field: names of pydantic's own are taken."""
    name = known.fields[record][wire]
    # No name of the schema's ends so beside one without.
    return f"{name}_of_value" if name in _TAKEN else name


def _model(schema: Schema, record: Record, known: Names) -> str:
    config = _CONFIG
    lines = []
    for f in record.fields:
        name = attribute(known, record.name, f.name)
        match f.type:
            case OptionalOf(native=True):
                type_ = FITTED.text(schema.told_type(f.type), known)
                named = f"_Field(default=_MISSING, alias={literal(f.name)})"
                value = "_MISSING" if name == f.name else named
                lines.append(f"    {name}: Union[{type_}, _MISSING] = {value}")
                config = f"{_CONFIG}, validate_assignment=True"
            case _:
                alias = "" if name == f.name else f" = _Field(alias={literal(f.name)})"
                lines.append(f"    {name}: {FITTED.text(f.type, known)}{alias}")
    lines.insert(0, f"    model_config = ConfigDict({config})")
    return f"class {known.types[record.name]}(BaseModel):\n" + "\n".join(lines) + "\n"
