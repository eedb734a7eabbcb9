"""Python: dataclasses with slots, as many programs have them, and conversions.

    generate(schema) -> {"slotted.py": ..., "of_slotted.py": ...}

https://docs.python.org/3/library/dataclasses.html#dataclasses.dataclass
"""

from __future__ import annotations

from collections.abc import Callable

from serbench.codegen.python import conversions
from serbench.codegen.python.types import (
    FITTED,
    HEADER,
    TYPING,
    enum_imports,
    names,
    record_text,
)
from serbench.schema.model import Schema


def generate(schema: Schema) -> dict[str, str]:
    imports = "from dataclasses import dataclass\n"
    return classes(schema, "slotted", imports, "@dataclass(slots=True)")


def classes(
    schema: Schema,
    name: str,
    imports: str,
    decorator: str,
    assigned: Callable[[str], str] = lambda _: "",
) -> dict[str, str]:
    """A module `name` of the classes, which take their fields in order, and one that converts.
    `assigned` is what follows the type of an attribute."""
    known = names(schema)
    imports += f"{TYPING}{FITTED.imports(schema)}"
    parts = [f"{HEADER}\n{imports}", *filter(None, [enum_imports(schema, known)])]
    parts += [record_text(record, known, decorator, assigned, FITTED) for record in schema.records]
    parts.append(f"Root = {known.types[schema.root]}\n")
    shape = conversions.classes(known, f"{name}.", f"from serbench_schema import {name}\n")
    return {f"{name}.py": "\n\n".join(parts), f"of_{name}.py": conversions.module(schema, shape)}
