"""What is said of a codec by what a driver, made up here, does with single values."""

from dataclasses import replace

import msgspec
import pytest

from serbench.builders.codec import Codec
from serbench.catalog import all_codecs
from serbench.measure.protocol import DriverDeath, DriverError, Mismatch, Opened, Verified
from serbench.proof.type_cases import BY_NAME, TYPES, schema_of
from serbench.proof.type_keeping import held, prove
from serbench.schema.digest import Digester
from serbench.schema.model import lowered

CODECS = {codec.id: codec for codec in all_codecs()}
PLAIN = lowered(schema_of())


def digests(value):
    digester = Digester(PLAIN)
    digester.add(value)
    return digester.digest, digester.visit, digester.one(value)[0]


class FakeDriver:
    """`decode` makes of a value what the codec reads back."""

    started = 0

    def __init__(self, decode):
        self._decode = decode
        FakeDriver.started += 1

    def open(self, path):
        self._value = msgspec.json.decode(path.read_bytes())
        digest, visit, _ = digests(self._value)
        return Opened(values=1, digest=digest, visit=visit)

    def verify(self):
        found = self._decode(dict(self._value))
        digest, visit, one = digests(found)
        _, _, expected = digests(self._value)
        reason = f"decode: digest {one:016x} is not {expected:016x}"
        wrong = [Mismatch(0, reason)] if one != expected else []
        return Verified(
            values=1,
            encoded_bytes=1,
            digest=digest,
            visit=visit,
            mismatched=len(wrong),
            mismatches=wrong,
        )

    def end(self):
        pass


@pytest.fixture
def proven(tmp_path):
    def of(decode, codec: Codec = CODECS["python/json"]):
        FakeDriver.started = 0
        return prove(codec, "1.0", TYPES, {}, lambda: FakeDriver(decode), tmp_path)

    return of


def test_codec_that_keeps_all_values_keeps_all_types(proven):
    found = proven(lambda value: value)
    assert list(found.types) == [asked.name for asked in TYPES]
    assert all(kept.is_kept for kept in found.types.values())
    assert found.types["uuid"].values == len(BY_NAME["uuid"].values)
    assert FakeDriver.started == 1


def test_value_that_became_another_is_told_with_what_it_became(proven):
    def milliseconds(value):
        value["timestamp_us_utc"] -= value["timestamp_us_utc"] % 1000
        return value

    found = proven(milliseconds)
    lost = found.types["timestamp_us_utc"]
    assert lost.changed == dict.fromkeys(
        ("smallest fraction", "fraction before 1970"), "cut to milliseconds"
    )
    assert not lost.is_kept
    assert all(kept.is_kept for name, kept in found.types.items() if name != "timestamp_us_utc")


def test_unknown_change_is_another_value(proven):
    def swapped(value):
        return value | {"string": value["string"].replace("\0", "0")}

    assert proven(swapped).types["string"].changed == {"NUL": "another value"}


def test_refusal_is_told_with_its_reason(proven):
    def decode(value):
        if value["f64"] == "NaN":
            raise DriverError("cannot-hold", "value 0: NaN has no number")
        return value

    found = proven(decode).types["f64"]
    assert found.refused == {"NaN": "NaN has no number"}
    assert not found.changed


def test_reason_has_neither_the_place_nor_the_value(proven, tmp_path):
    def decode(value):
        if value["u64"] > 2**62:
            place = f"{tmp_path / 'value.jsonl'}: line 1: $.u64: {value['u64']}"
            raise DriverError("cannot-hold", f"{place} is beyond 62 bits")
        return value

    assert proven(decode).types["u64"].refused == {"largest": "it is beyond 62 bits"}


def test_driver_that_ends_is_started_anew(proven):
    def decode(value):
        if value["list"] == []:
            raise DriverDeath("SIGSEGV")
        return value

    found = proven(decode)
    assert found.types["list"].refused == {"empty": "the process ended: SIGSEGV"}
    assert found.types["recursion"].is_kept
    assert FakeDriver.started == 2


def test_ordinary_value_that_does_not_survive_proves_nothing(proven):
    found = proven(lambda value: value | {"bool": False})
    assert found.unproven.startswith("an ordinary value did not survive")
    assert found.types == {}


def test_types_that_a_format_lacks_are_left_out_of_its_record():
    codec = CODECS["rust/toml"]
    types, lacking = held(codec)
    assert lacking["list of optionals"] == "list<optional>"
    assert set(lacking) | {asked.name for asked in types} == set(BY_NAME)
    assert not set(lacking) & {asked.name for asked in types}


def test_codec_without_lacks_is_asked_about_every_type():
    assert held(CODECS["python/pickle"]) == (TYPES, {})


def test_native_converted_and_plain_types_are_told_apart(proven):
    codec = replace(CODECS["python/cbor2"], types={"uuid": "tag 37"})
    found = proven(lambda value: value, codec)
    assert (found.types["uuid"].how, found.types["uuid"].written) == ("native", "tag 37")
    assert (found.types["bigint"].how, found.types["bigint"].written) == ("converted", "bytes")
    assert (found.types["i64"].how, found.types["i64"].written) == ("plain", "")
