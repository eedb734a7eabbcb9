"""Python: `.thrift` text, and plain values as the objects of Apache Thrift's compiler.

    generate(schema) -> {"apache.thrift": ..., "of_apache_thrift.py": ...}

The compiler makes a package by the name of the text's namespace. Names are numbers here, which no
bytes of the binary protocols hold: it refuses those that are words of Python.
https://thrift.apache.org/lib/py
"""

from __future__ import annotations

from serbench.codegen.idl import thrift
from serbench.codegen.python.thrift import conversions
from serbench.schema.model import Schema

_IMPORTS = f"""from serbench_schema import types
from serbench_schema.{thrift.NAMESPACE} import ttypes as data
"""


def generate(schema: Schema) -> dict[str, str]:
    file = thrift.lower(schema).numbered()
    return {
        "apache.thrift": thrift.render(file),
        "of_apache_thrift.py": conversions(schema, file, _IMPORTS),
    }
