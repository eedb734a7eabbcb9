"""Python: a deep copy of a plain value, written out: `copy.deepcopy` keeps books of what it met.

generate(schema) -> {"copies.py": ..., "renewals.py": ...}

A renewal is a copy that no library has seen, its texts included. CPython keeps the UTF-8 of a text
beyond ASCII once a library has asked for it, and the `__dict__` of an object, so that the next time
costs nothing: https://docs.python.org/3/c-api/unicode.html#c.PyUnicode_AsUTF8AndSize
"""

from __future__ import annotations

from dataclasses import replace

from serbench.codegen.python.conversions import classes, module
from serbench.codegen.python.types import names
from serbench.schema.model import Kind, Schema

_RENEW = """\
def renew(text):
    return text if text.isascii() else text.encode().decode()


"""


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    copies = replace(classes(known, "types."), copies=True)
    renewals = replace(
        copies,
        scalars={Kind.STRING: ("renew({})", "renew({})")},
        key="renew({})",
        imports=_RENEW,
    )
    return {
        "copies.py": module(schema, copies) + "copy = to\n",
        "renewals.py": module(schema, renewals) + "renewed = to\n",
    }
