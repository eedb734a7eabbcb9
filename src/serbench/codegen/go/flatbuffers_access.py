"""Go: the steps to the access leaf by the accessors of FlatBuffers' tables.

generate(schema, file, data) -> {"access.go": ...}
"""

from __future__ import annotations

from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import types as go
from serbench.codegen.go.values import visit_converted
from serbench.codegen.idl.flatbuffers import FlatField, FlatFile
from serbench.schema.access import FieldOf, LastItem, access_of
from serbench.schema.model import ListOf, OptionalOf, Scalar, Schema, Type


def generate(schema: Schema, file: FlatFile, data: str) -> dict[str, str]:
    """A file of the package `schema_flatbuffers`; `data` is the path of flatc's."""
    lines = _lines(schema, file)
    body = "\n".join(
        [
            "// Access is the access leaf, by accessors; 0 where there is none.",
            "func Access(t *Root) uint64 {",
            *lines,
            "}",
        ]
    )
    standard, modules = go_logical.imports(body)
    own = [*go.used(body, "conventions", "driver", "logical", prefix="serbench/")]
    own += [f'data "{data}"'] * ("data." in body)
    imports = [go.import_block(standard, modules, own)] if own else []
    head = [go.HEADER, "package schema_flatbuffers\n", *imports]
    return {"access.go": "\n".join([*head, body, ""])}


def _lines(schema: Schema, file: FlatFile) -> list[str]:
    found = access_of(schema)
    if found is None:
        return ["\treturn 0"]
    at, table = "t", next(struct for struct in file.structs if struct.name == file.root)
    field = table.fields[0]
    lines: list[str] = []
    for number, step in enumerate(found.steps):
        inner = f"inner{number}"
        if isinstance(step, FieldOf):
            field = table.fields[step.index]
            if field.is_vector or field.held != "table":
                continue
        elif isinstance(step, LastItem):
            size = f"size{number}"
            got = f"{at}.{field.name.capitalize()}"
            lines += [f"\t{size} := {got}Length()", f"\tif {size} == 0 {{", "\t\treturn 0", "\t}"]
            if field.held != "table":
                return [*lines, f"\treturn {_visited(field, f'{got}({size} - 1)')}"]
            lines += [f"\tvar {inner} data.{field.name_of_held}"]
            lines += [f"\t{got}(&{inner}, {size}-1)"]
            at, table = inner, file.table_of(field)
            field = table.fields[0] if table.wraps is not None else field
            continue
        elif table.wraps is None or field.held != "table" or field.is_vector:
            continue
        # Into the table, which may be that of a wrapper.
        lines += [
            f"\tvar {inner} data.{field.name_of_held}",
            f"\tif {at}.{field.name.capitalize()}(&{inner}) == nil {{",
            "\t\treturn 0",
            "\t}",
        ]
        at, table = inner, file.table_of(field)
        field = table.fields[0] if table.wraps is not None else field
    got = f"{at}.{field.name.capitalize()}{'Bytes' * (field.held == 'bytes')}()"
    if not field.has_presence:
        return [*lines, f"\treturn {_visited(field, got)}"]
    leaf = [f"\tif leaf := {got}; leaf != nil {{", f"\t\treturn {_visited(field, '*leaf')}", "\t}"]
    return [*lines, *leaf, "\treturn 0"]


def _visited(field: FlatField, value: str) -> str:
    leaf = _innermost(field.type)
    match field.held:
        case "bytes" if isinstance(leaf, Scalar) and leaf.logical:
            return visit_converted(leaf, value)
        case "string" | "bytes":
            return f"driver.VisitBytes({value})"
        case "enum":
            return f"uint64({value})"
        case _:
            assert isinstance(leaf, Scalar)
            return visit_converted(leaf, value)


def _innermost(type_: Type) -> Type:
    while isinstance(type_, ListOf | OptionalOf):
        type_ = type_.item
    return type_
