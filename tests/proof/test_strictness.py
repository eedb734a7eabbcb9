import json
from dataclasses import replace
from functools import partial

import pytest

from serbench.catalog import all_codecs
from serbench.measure.protocol import DriverDeath, DriverError, DriverHung
from serbench.operations import PRIMARY
from serbench.preparation.drivers import availability
from serbench.proof.sandboxed_decoder import start
from serbench.proof.schemas import NEW, OLD, VALUE
from serbench.proof.stored import stored
from serbench.proof.strictness import (
    CASES,
    PROPERTIES,
    SAME,
    Finding,
    Launchers,
    digest_of,
    needs_grown,
    prove,
)
from serbench.proof.wire_formats import UNTOLD
from tests.compiled_schemas import driver_of
from tests.fake_driver import FakeDriver

CODECS = {codec.id: codec for codec in all_codecs()}
JSON = CODECS["rust/serde-json"]


def proven(codec=JSON, grown=True, **facts):
    """Of a fake driver, whose bytes are JSON whatever the codec is called."""
    new = (lambda _: FakeDriver(NEW, **facts)) if grown else None
    return prove(codec, "1.0", Launchers(lambda _: FakeDriver(OLD, **facts), new))


def lenient(raw):
    """Reads what it can, as often as it can."""
    value, _ = json.JSONDecoder().raw_decode(raw.decode(errors="replace"))
    symbol = value["symbol"] if value["symbol"] in ("alpha", "bravo", "delta") else "alpha"
    wrapped = value["number"] % 2**32
    return VALUE | {"added": ""} | value | {"symbol": symbol, "number": wrapped}


def test_strict_decoder_has_all_strict_facts():
    found = proven()
    assert found.unproven == ""
    assert found.facts == (
        "checks-utf8", "refuses-trailing", "refuses-truncated", "skips-unknown", "refuses-missing",
        "takes-last", "checks-range", "checks-symbols",
    )  # fmt: skip
    assert found.properties["booleans"].meaningless
    raw = json.dumps(VALUE, ensure_ascii=False, separators=(",", ":")).encode()
    assert found.properties["truncated"] == Finding(refused=len(raw))


def test_lenient_decoder_has_lenient_facts():
    found = proven(decode=lenient)
    assert found.facts == ("refuses-truncated", "skips-unknown", "fills-missing", "takes-last")
    of = found.properties
    assert of["utf8"] == Finding(accepted={"replaced": 6}, first="the byte FF: accepted (replaced)")
    assert of["trailing"].accepted == {"same": 6}
    assert of["range"].accepted == {"wrapped": 1}
    assert of["symbols"].accepted == {"another": 1}


def test_decoder_refusing_duplicate_or_unknown_fields_has_facts():
    def decode(raw):
        pairs = json.loads(raw, object_pairs_hook=list)
        if len(pairs) != len(VALUE):
            raise ValueError("fields")
        return dict(pairs)

    facts = proven(decode=decode).facts
    assert {"refuses-duplicates", "checks-utf8"} <= set(facts)
    assert "skips-unknown" not in facts


def test_decoder_keeping_first_duplicate_has_fact():
    def decode(raw):
        return dict(reversed(json.loads(raw, object_pairs_hook=list)))

    assert "takes-first" in proven(decode=decode).facts


@pytest.mark.parametrize("end", [DriverDeath, DriverHung])
def test_decoder_end_is_counted_and_other_cases_continue(end):
    def decode(raw):
        if b"\xff" in raw:
            raise end("of this")
        return json.loads(raw)

    found = proven(decode=decode)
    utf8 = found.properties["utf8"]
    assert (utf8.crashed, utf8.hung) == ((1, 0) if end is DriverDeath else (0, 1))
    assert (utf8.refused, utf8.is_strict, utf8.cases) == (5, False, 6)
    assert utf8.first.endswith("of this")
    assert "checks-utf8" not in found.facts
    assert "refuses-truncated" in found.facts


def test_decoder_failing_control_case_is_not_judged():
    def decode(raw):
        value = json.loads(raw)
        if value["text"] != VALUE["text"]:
            raise ValueError("a checksum is wrong")
        return value

    utf8 = proven(decode=decode).properties["utf8"]
    assert (utf8.cases, utf8.is_strict) == (0, False)
    assert "a checksum is wrong" in utf8.untested


def test_field_properties_are_untested_without_driver_of_grown_schema():
    found = proven(grown=False)
    assert found.properties["unknown"].untested
    assert found.properties["missing"].untested
    assert "checks-utf8" in found.facts


def test_lossy_codec_is_not_judged():
    found = proven(faults={"verify": "lose"})
    assert found.properties == {}
    assert "broken" in found.unproven
    assert proven(faults={"open": "crash"}).unproven


def test_decoder_refusing_own_bytes_is_unproven():
    def decode(raw):
        raise DriverError("failed", "never")

    assert "never" in proven(decode=decode).unproven


def test_escaped_text_leaves_utf8_untested():
    class Escaping(FakeDriver):
        def verify(self):
            verified = super().verify()
            self._encoded = [json.dumps(v).encode() for v in self._values]
            return verified

    found = prove(JSON, "1", Launchers(lambda _: Escaping(OLD)))
    assert "the encoded bytes do not hold the text as it is" in found.properties["utf8"].untested


def packed(value):
    """A form without names: numbers as bytes, then text."""
    text = value["text"].encode()
    symbol = OLD.enums[0].symbols.index(value["symbol"])
    return bytes([14, value["flag"], symbol, len(text)]) + text


def unpacked(raw):
    flag = raw[1] != 0
    text = raw[4 : 4 + raw[3]]
    if len(text) < raw[3] or raw[0] != 14:
        raise ValueError("short")
    return VALUE | {"flag": flag, "symbol": OLD.enums[0].symbols[raw[2]], "text": text.decode()}


def test_booleans_and_symbols_encoded_as_numbers_are_tested():
    class Packing(FakeDriver):
        def verify(self):
            verified = super().verify()
            self._encoded = [packed(v) for v in self._values]
            return verified

    codec = replace(CODECS["rust/postcard"], format="packed")
    found = prove(codec, "1", Launchers(lambda _: Packing(OLD, decode=unpacked)))
    of = found.properties
    assert of["booleans"].accepted == {"true": 3}
    assert of["symbols"] == Finding(refused=2)
    assert "no driver for the grown schema" in of["unknown"].untested
    assert of["trailing"].accepted == {"same": 8}
    assert "8 in its place was not read as 8" in of["range"].untested


def test_field_tags_of_unknown_format_are_found_by_testing():
    unknown = replace(CODECS["python/pyfory"], format="tomorrow's", traits=())
    for decode in (None, lenient):
        facts = {"decode": decode} if decode else {}
        of = proven(unknown, **facts).properties
        assert of["unknown"].accepted == {"same": 1}
        assert not of["missing"].meaningless

    of = prove(unknown, "1", Launchers(placed(OLD), placed(NEW))).properties
    assert of["trailing"].accepted == {"same": 8}
    assert of["unknown"].meaningless == of["missing"].meaningless == UNTOLD


def placed(schema):
    """Of drivers whose fields have their places, and that do not look at what follows them."""
    names = [field.name for field in schema.records[0].fields]

    class Placed(FakeDriver):
        def verify(self):
            verified = super().verify()
            self._encoded = [
                " ".join(json.dumps(value[name], ensure_ascii=False) for name in names).encode()
                for value in self._values
            ]
            return verified

    def decode(raw):
        value, text = {}, raw.decode(errors="replace")
        for name in names:
            value[name], end = json.JSONDecoder().raw_decode(text)
            text = text[end:].removeprefix(" ")
        return value

    return lambda _: Placed(schema, decode=decode)


def test_every_property_has_cases():
    assert [p.name for p in PROPERTIES] == list(CASES)
    assert digest_of(VALUE) == SAME


# One of each language, whose format asks for no second driver or does without.
ONE_EACH = ("cpp/cereal", "rust/bincode", "java/kryo", "go/encoding-json")


@pytest.mark.compiled
@pytest.mark.parametrize("codec", ONE_EACH)
def test_stored_findings_equal_new_findings(codec):
    codec_of_id = CODECS[codec]
    known = stored()[codec]
    built = driver_of(codec_of_id, OLD, PRIMARY, [codec_of_id])
    if built.unavailable:
        pytest.skip(built.unavailable)
    if (version := availability(codec_of_id).version) != known.version:
        pytest.skip(f"proven of {known.version}, here is {version}")
    found = prove(codec_of_id, version, Launchers(partial(start, built.command)))
    without = {"unknown", "missing"} if needs_grown(codec_of_id) else set()
    assert {n: f for n, f in found.properties.items() if n not in without} == {
        n: f for n, f in known.properties.items() if n not in without
    }
