from serbench.schema.lineage import descents, removed
from serbench.schema.model import Field, Kind, ListOf, Record, Scalar, Schema

TEXT, NUMBER = Scalar(Kind.STRING), Scalar(Kind.I32)
OLD = (Field("a", TEXT), Field("b", NUMBER), Field("c", NUMBER))


def test_unchanged_record_numbers_fields_in_order():
    record = Record("R", OLD)
    assert [d.number for d in descents(record)] == [0, 1, 2]
    assert not any(d.is_added_to(record) for d in descents(record))
    assert removed(record) == []


def test_fields_keep_their_numbers():
    fields = (Field("new", TEXT), Field("d", NUMBER), Field("a", ListOf(TEXT)), Field("e", TEXT))
    record = Record("R", fields, OLD, (("d", "c"),))
    descents_found = descents(record)
    assert [d.number for d in descents_found] == [3, 2, 0, 4]
    assert [d.before and d.before.name for d in descents_found] == [None, "c", "a", None]
    assert [d.is_added_to(record) for d in descents_found] == [True, False, False, True]
    assert removed(record) == [(1, OLD[1])]


def test_field_renamed_to_removed_name_is_not_removed_field():
    """`b` is now what `a` was; what `b` was is gone."""
    record = Record("R", (Field("b", TEXT),), OLD, (("b", "a"),))
    assert descents(record)[0].number == 0
    assert [number for number, _ in removed(record)] == [1, 2]


def test_lineage_is_part_of_a_schema():
    old = Schema("s", "R", (Record("R", OLD),))
    new = Schema("s", "R", (Record("R", OLD[:2], OLD),), writer=old)
    assert Schema.from_dict(new.to_dict()) == new
    plain = Schema("s", "R", (Record("R", OLD[:2]),))
    assert len({old.fingerprint, new.fingerprint, plain.fingerprint}) == 3
    assert "ancestor" not in old.to_dict()["records"][0]
