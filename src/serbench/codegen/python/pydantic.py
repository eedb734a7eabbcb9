"""Python: pydantic's models, and conversions.

    generate(schema) -> {"models.py": ..., "of_models.py": ...}

https://docs.pydantic.dev/latest/concepts/models/
"""

from __future__ import annotations

from serbench.codegen.names import Names
from serbench.codegen.python.conversions import Shape, module
from serbench.codegen.python.types import FITTED, HEADER, TYPING, enum_imports, literal, names
from serbench.schema.model import Record, Schema

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


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    typing = f"{TYPING}{FITTED.imports(schema)}"
    imports = "from pydantic import BaseModel, ConfigDict, Field as _Field\n"
    parts = [f"{HEADER}\n{typing}\n{imports}"]
    parts += filter(None, [enum_imports(schema, known)])
    parts += [_model(record, known) for record in schema.records]
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
    return {"models.py": "\n\n".join(parts), "of_models.py": module(schema, shape)}


def attribute(known: Names, record: str, wire: str) -> str:
    """What a model calls a field: names of pydantic's own are taken."""
    name = known.fields[record][wire]
    # No name of the schema's ends so beside one without.
    return f"{name}_of_value" if name in _TAKEN else name


def _model(record: Record, known: Names) -> str:
    config = "ConfigDict(protected_namespaces=(), serialize_by_alias=True)"
    lines = [f"    model_config = {config}"]
    for f in record.fields:
        name = attribute(known, record.name, f.name)
        alias = "" if name == f.name else f" = _Field(alias={literal(f.name)})"
        lines.append(f"    {name}: {FITTED.text(f.type, known)}{alias}")
    return f"class {known.types[record.name]}(BaseModel):\n" + "\n".join(lines) + "\n"
