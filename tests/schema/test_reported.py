"""Files modelled on public reports: each is read with the right values, or refused with the reason.

All contents are invented; each file carries the difficulty of the report that its row names.
"""

import json
from pathlib import Path

import pytest

from serbench.schema.errors import InputError
from serbench.schema.infer import infer
from serbench.schema.sources import values_of
from serbench.schema.values import prepare

FILES = Path(__file__).parent / "reported"

_LINES = [{"n": n, "t": f"väl {n}", "ok": n % 2 == 0} for n in range(5)]
_LOGICAL = {
    "rate": "0.000000001", "day": -1, "at_ms": 1767225600000, "local": 253402300799999999,
    "time": 86399999999, "period": "AQAAAAIAAAD/////", "grade": "B", "unknown": "u",
    "jstring": "j", "nothing": None,
}  # fmt: skip
_CODES = [
    ("01234", "34042345678901234567890", "0012345678901234567", "+49301234", "1e5", "12", True,
     "two\r\nlines", "x", 1, 1.1, 1774751400000000),
    ("98101", "9" * 23, "1234567890123456789", "+1206555", "2E10", "007", False,
     'say "hi"', None, 2, 2.5, 1767225600000000),
    ("00501", "10000000000000000000001", "0000000000000000001", "0044207", "ABC", "8", True,
     "", "y", 3, -0.0, -1000000),
    ("10115", "10000000000000000000002", "9223372036854775808", "112", "0x1F", "9", False,
     "NA", "z", 4, 1e308, 253402300799000000),
]  # fmt: skip
_COLUMNS = (
    "zip", "parcel", "account", "phone", "sku", "code", "flag", "note", "note_1", "a,b", "score",
    "when",
)  # fmt: skip

READ = {
    # fastavro#309, #310, #795, #796
    "branches.avro": [
        {"seq": 1, "what": {"lab.v1.Created": {"id": "a", "by": None}}, "amount": 1},
        {"seq": 2, "what": {"lab.v1.Deleted": {"id": "a", "by": None}}, "amount": 1.0},
        {"seq": 3, "what": {"lab.v1.Moved": {"id": "a", "to": -1}}, "amount": "1"},
        {"seq": 4, "what": {"lab.v1.Created": {"id": "b", "by": "x"}}, "amount": [1, None]},
        {"seq": 5, "what": {"lab.v1.Deleted": {"id": "b", "by": "x"}}, "amount": None},
    ],
    # apache/avro-rs#378, and the specification
    "logical-deflate.avro": [
        {
            "id": f"00000000-0000-0000-0000-00000000000{n}",
            **_LOGICAL,
            "price": price,
            "at_us": at_us,
            "hash": "/wCAAQ==",
            "hash2": "AAAAAA==",
            "node": node,
        }
        for n, price, at_us, node in (
            (1, "0.00", -62135596799999999, {"value": 0.5, "next": {"value": -0.0, "next": None}}),
            (2, "-9999999999.99", None, {"value": 0.5, "next": {"value": -0.0, "next": None}}),
            (3, "1.10", -62135596799999999, None),
        )
    ],
    # duckdb/duckdb#25857
    "int96.parquet": [
        {"at": at, "n": n} for n, at in enumerate((1767225600123456789, 1, None, -1), 1)
    ],
    # duckdb/duckdb#5782, #11411, #22750, #25824
    "codes.csv": [dict(zip(_COLUMNS, row, strict=True)) for row in _CODES],
    "bom-crlf-blank.jsonl": _LINES[:3],
    "text-sequence.jsonl": _LINES,  # RFC 7464
    "concatenated.jsonl": _LINES,
    "array-called.jsonl": _LINES,
    "members.jsonl.gz": _LINES,
    "pretty.jsonl": _LINES,
    # kriszyp/cbor-x#31
    "indefinite.cbor": [
        {"a": "hi!", "b": [1, 2], "c": "AA==", "d": 1700081664.5, "e": 1.5},
        {"a": "", "b": [], "c": "", "d": 0, "e": -0.0},
    ],
    "types.arrow": [
        {"dict": "x", "large": ["a"], "span": 1,
         "month": {"months": 1, "days": 2, "nanoseconds": 3}, "bits": "AAECAw==",
         "view": "short", "runs": "r"},
        {"dict": None, "large": [], "span": -1, "month": None, "bits": None,
         "view": "a text of more than twelve bytes", "runs": "r"},
        {"dict": None, "large": None, "span": None,
         "month": {"months": -1, "days": 0, "nanoseconds": 0}, "bits": "/////w==",
         "view": None, "runs": "r"},
        {"dict": "x", "large": ["b", None], "span": 0,
         "month": {"months": 0, "days": 0, "nanoseconds": 1}, "bits": "YWJjZA==", "view": "",
         "runs": None},
    ],
    "decimal256.arrow": [
        {"n": 1, "wide": "1.5"},
        {"n": 2, "wide": "-12345678901234567890123456789012345678.5"},
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_a_reported_file_is_read_with_the_right_values(name, tmp_path):
    path = FILES / name
    found = [json.loads(line) for _, line in values_of(path)]
    # As JSON: 1 is not 1.0, and 0.0 not -0.0. Fields come in the file's order or the schema's.
    assert [_text(value) for value in found] == [_text(value) for value in READ[name]]
    kept = prepare(infer([path]).schema, values_of(path), tmp_path / "kept.jsonl")
    assert kept.values == len(READ[name])


def _text(value):
    return json.dumps(value, sort_keys=True)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("utf16.jsonl", r"it is UTF-16 or UTF-32.*; convert it: iconv -f utf-16 -t utf-8 "),
        ("python-nan.jsonl", r":2: \$\.loss: NaN is not a JSON value"),
        ("twice.jsonl", r":1: \$\.tag: the key stands twice"),
        ("cycle.cbor", "element 1: the value holds itself"),  # python-attrs/cattrs#774
    ],
)
def test_invalid_reported_file_error_names_place(name, said):
    with pytest.raises(InputError, match=said):
        infer([FILES / name])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("codes.csv", "warning: codes: score: texts changed in 2 rows, for example 1.10 to 1.1"),
        ("codes.csv", "warning: codes: parcel is kept as text"),
        ("codes.csv", "warning: codes: names that stand there twice: note_1 (column 9)"),
        ("int96.parquet", "note: int96: $.at is timestamp[ns]: nanoseconds since 1970-01-01"),
        ("logical-deflate.avro", "note: logical-deflate: $.price is decimal: its text"),
        ("types.arrow", "note: types: $.span is duration[ns]: nanoseconds"),
        ("decimal256.arrow", "note: decimal256: $.wide is decimal256(40, 1): its digits as text"),
    ],
)
def test_reported_file_has_each_remark_once(name, said):
    remarks = map(str, infer([FILES / name]).remarks)
    assert sum(said in remark for remark in remarks) == 1
