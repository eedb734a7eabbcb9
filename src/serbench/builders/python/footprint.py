"""What Python codecs add to a process: see `serbench.builders.interpreted_footprint`.

A value of the schema is written as source, so that the process itself imports no reader of JSON or
of anything else that libraries import too."""

from __future__ import annotations

import base64
import json
import shutil
from importlib.metadata import distributions
from typing import Any

from serbench.builders.codec import DRIVERS, Codec
from serbench.builders.interpreted import Interpreted, paths, wanted
from serbench.builders.interpreted_footprint import InterpretedMeasurer
from serbench.builders.python.builder import BUILDER
from serbench.codegen.python import types
from serbench.schema.example import example
from serbench.schema.model import (
    EnumRef,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
    UnionRef,
)

_IMPORTING = DRIVERS / "python" / "footprint" / "importing.py"


class PythonMeasurer(InterpretedMeasurer):
    builder = BUILDER
    none = "none.py"

    def command(self, schema: Schema, codec: Codec, work: Interpreted) -> list[str]:
        sources = work.home / "sources"
        shutil.copyfile(codec.path, sources / "codec.py")
        (sources / "serbench_example.py").write_text(value_text(schema))
        folders = json.loads(work.binary(codec).read_text())["paths"]
        # Some libraries import what they find: pyfory, NumPy and PyArrow. No codec
        # counts on what is installed beside serbench, but a user's own that names no package.
        counts_on_it = codec.is_own and not (wanted(codec) or paths(codec))
        site = () if counts_on_it else ("-S",)
        return [*work.runtime, *site, str(_IMPORTING), *folders]

    def dependencies(self, codec: Codec, work: Interpreted) -> int:
        found = distributions(path=[str(work.home_of(wanted(codec)))])
        return len({distribution.name for distribution in found}) + len(paths(codec))


def value_text(schema: Schema) -> str:
    """A module whose VALUE is plain: that of `serbench.schema.example`."""
    known = types.names(schema)

    def expression(type_: Type, value: Any) -> str:
        match type_:
            case OptionalOf(item):
                return "None" if value is None else expression(item, value)
            case ListOf(item):
                return f"[{', '.join(expression(item, each) for each in value)}]"
            case MapOf(item):
                items = (f"{key!r}: {expression(item, each)}" for key, each in value.items())
                return f"{{{', '.join(items)}}}"
            case RecordRef(name):
                fields = schema.record(name).fields
                parts = (expression(field.type, value[field.name]) for field in fields)
                return f"types.{known.types[name]}({', '.join(parts)})"
            case EnumRef(name):
                return f"types.{known.types[name]}.{known.symbols[name][value]}"
            case UnionRef(name):
                return expression(schema.union(name).variants[0], value)
            case Scalar(Kind.BYTES):
                return repr(base64.b64decode(value))
            case _:
                return repr(value)

    root = expression(RecordRef(schema.root), example(schema))
    return f"from serbench_schema import types\n\nVALUE = {root}\n"


MEASURER = PythonMeasurer()
