"""Parts of values as reports tell of them."""

from math import inf

import pytest

from serbench.proof.excerpt import SAID_CHARACTERS, shown
from serbench.schema.canonical import CanonicalReader
from serbench.schema.digest import Digester
from serbench.schema.model import Field, Kind, Record, Scalar, Schema


@pytest.mark.parametrize("value", ["NaN", "Infinity", -inf])
def test_nan_and_infinities_are_words_and_texts_are_in_quotes(value):
    fields = (Field("number", Scalar(Kind.F64)), Field("text", Scalar(Kind.STRING)))
    schema = Schema("t", "R", (Record("R", fields),))
    raw = Digester(schema).canonical_bytes({"number": value, "text": "NaN"})
    found = CanonicalReader(schema).value(raw)
    assert shown(found["number"]) == {-inf: "-Infinity"}.get(value, value)
    assert shown(found["text"]) == '"NaN"'


def test_long_text_is_shortened():
    assert shown("x" * 1000) == '"' + "x" * (SAID_CHARACTERS - 1) + "…"
