"""The schema that footprints are tested with: small, so that compilers are soon done."""

from serbench.schema.model import Field, Kind, ListOf, Record, RecordRef, Scalar, Schema

SCHEMA = Schema(
    "footprint",
    "List",
    (
        Record(
            "List", (Field("name", Scalar(Kind.STRING)), Field("items", ListOf(RecordRef("I"))))
        ),
        Record("I", (Field("number", Scalar(Kind.I64)), Field("share", Scalar(Kind.F64)))),
    ),
)
