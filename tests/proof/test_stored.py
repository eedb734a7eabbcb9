import pytest

from serbench.catalog import all_codecs
from serbench.errors import UserError
from serbench.proof import stored
from serbench.proof.strictness import BY_NAME, Finding, Strictness
from serbench.proof.type_cases import TYPES
from serbench.proof.type_keeping import Keeping, KeptType

STRICT = Strictness("1", {"utf8": Finding(refused=6)})
LAX = Strictness("2", {"utf8": Finding(accepted={"kept": 6}, first="the byte FF")})


def test_untested_codecs_keep_stored_findings(tmp_path):
    path = tmp_path / "strictness.json"
    stored.write(path, {"b/x": STRICT, "a/x": STRICT}, Strictness)
    stored.write(path, {"b/x": LAX}, Strictness)
    assert stored.read(path, Strictness) == {"a/x": STRICT, "b/x": LAX}
    assert path.read_text().index("a/x") < path.read_text().index("b/x")


@pytest.mark.parametrize("text", ["", "[]", '{"a/x": {"version": 1}}'])
def test_invalid_file_error_names_file(tmp_path, text):
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(UserError, match=r"other\.json"):
        stored.read(path, Strictness)


def test_facts_hold_only_for_proven_version():
    codec, found = next(iter(stored.stored().items()))
    assert stored.facts_of(codec, found.version) == found.facts != ()
    assert stored.facts_of(codec, found.version + "+") == ()
    assert stored.facts_of("none/such", "1") == ()


def test_stored_findings_have_every_property_of_each_codec():
    known = stored.stored()
    assert set(known) <= {codec.id for codec in all_codecs()}
    assert all(list(found.properties) == list(BY_NAME) for found in known.values())
    assert not any(found.unproven for found in known.values())


def test_unchecked_decoder_is_not_stricter_than_checked_twin():
    """What was found is what is to be expected of twins."""
    known = stored.stored()
    twins = [(c.removesuffix("-unchecked"), c) for c in known if c.endswith("-unchecked")]
    assert twins
    for checked, unchecked in twins:
        of = {c: {n for n, f in known[c].properties.items() if f.is_strict} for c in known}
        assert of[unchecked] <= of[checked]


def test_lost_types_have_every_name_that_a_type_may_be_asked_for_by(monkeypatch):
    kept = {asked.name: KeptType("plain", "", 1) for asked in TYPES}
    cut = KeptType("native", "a date", 2, changed={"smallest": "cut to milliseconds"})
    found = Keeping("1.0", kept | {"timestamp_us_utc": cut, "map": KeptType("none", "map")})
    monkeypatch.setattr(stored, "stored_types", lambda: {"go/x": found})
    lost = stored.lost_types("go/x", "1.0 (distribution)")
    said = "smallest comes back: cut to milliseconds"
    assert lost == {
        "timestamp_us_utc": said,
        "timestamp_us": f"timestamp_us_utc, {said}",
        "timestamp_utc": f"timestamp_us_utc, {said}",
        "timestamp": f"timestamp_us_utc, {said}",
        "map": "the format lacks map",
    }
    assert stored.lost_types("go/x", "1.1") is None
    assert stored.lost_types("go/y", "1.0") is None


def test_stored_types_are_of_codecs_that_ship():
    known = stored.stored_types()
    assert set(known) <= {codec.id for codec in all_codecs()}
    assert all(list(found.types) == [asked.name for asked in TYPES] for found in known.values())
    assert not any(found.unproven for found in known.values())
