"""The workloads of the studies that printed sizes: the sizes come out again."""

from collections import Counter
from itertools import islice

import msgspec
import pytest

from serbench.workloads.containers import SIZES
from serbench.workloads.generation.countries import Country
from serbench.workloads.registry import find
from tests.workloads import sizes


def first(name: str, seed: int):
    return next(find(name).generate(seed))


def plain(value):
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_nested_has_the_sizes_of_the_study(seed):
    value, schema = first("nested", seed), find("nested").schema
    assert len(msgspec.json.encode(value)) == 550
    assert len(msgspec.msgpack.encode(value)) == 462
    assert len(msgspec.msgpack.encode(sizes.as_lists(value))) == 374
    assert sizes.positional(schema, plain(value), sizes.leb128) == 363  # postcard
    assert sizes.positional(schema, plain(value), sizes.bincode_varint) == 367
    assert sizes.protobuf(schema, plain(value)) == 382


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_nested_texts_need_no_escapes(seed):
    assert "\\" not in msgspec.json.encode(first("nested", seed)).decode("ascii")


@pytest.mark.parametrize("seed", range(5))
def test_record_has_integers_of_all_widths(seed):
    ids = first("record", seed).ids

    def bits(number: int) -> int:
        return next(b for b in (8, 16, 32, 64) if -(1 << (b - 1)) <= number < 1 << (b - 1))

    assert Counter(map(bits, ids)) == {8: 251, 16: 249, 32: 250, 64: 250}
    for width in (8, 16, 32, 64):
        signs = Counter(number < 0 for number in ids if bits(number) == width)
        assert min(signs[True], signs[False]) > 100
    assert [bits(number) for number in ids] != sorted(bits(number) for number in ids)


@pytest.mark.parametrize("seed", range(5))
def test_record_has_the_sizes_of_the_study(seed):
    value, schema = first("record", seed), find("record").schema
    strings = sum(len(text) for text in value.strings)
    assert (len(value.ids), len(value.strings), len(set(value.strings))) == (1000, 100, 1)
    assert value.strings[0].islower()
    assert value.strings[0].isascii()
    # Lists: type, id, element type, count. Lengths of 4 bytes. A stop byte.
    assert (3 + 5 + 8 * 1000) + (3 + 5 + 4 * 100 + strings) + 1 == 17017  # thrift-binary
    assert (8 + 8 * 1000) + (8 + 8 * 100 + strings) == 17416  # cereal
    # These depend on the values; those of the study gave 16116, 13402 and 13476.
    assert sizes.protobuf(schema, plain(value)) == pytest.approx(16116, rel=0.003)
    assert len(msgspec.msgpack.encode(sizes.as_lists(value))) == pytest.approx(13402, rel=0.003)
    avro = (2 + sum(map(sizes.zigzag, value.ids)) + 1) + (2 + (2 + 86) * 100 + 1)
    assert avro == pytest.approx(13476, rel=0.003)


@pytest.mark.parametrize("seed", range(3))
def test_published_records_have_sizes_of_study(seed):
    value, schema = first("record-published", seed), find("record-published").schema
    assert (min(value.ids), max(value.ids), len(value.ids)) == (111, 65454, 1000)
    packed = sizes.protobuf(schema, plain(value))
    assert packed - (1 + 2) + 1000 == 12571  # a tag for each number
    zigzag = sum(map(sizes.zigzag, value.ids))
    assert 8 + zigzag + 100 * (1 + 86) == 11597  # thrift-compact
    assert (2 + zigzag + 1) + (2 + (2 + 86) * 100 + 1) == 11695  # Avro, in three chunks of 4,096
    # Strings of 86 bytes had headers of three bytes, two today.
    assert len(msgspec.msgpack.encode(sizes.as_lists(value))) + 100 == 11902


@pytest.mark.parametrize(("size", "seed"), [("small", 0), ("small", 1), ("medium", 0)])
def test_containers_match_table_of_sizes(size, seed):
    value = first(f"containers-{size}", seed)
    [of] = [s for s in SIZES if s.name == size]
    assert (value.int_num, value.double_num) == (42, 3.1415926)
    assert len(value.v_int) == of.vec_size
    assert len(value.map_str_str) == len(value.map_map) == len(value.map_vector_map) == of.map_size
    for inner in value.map_map.values():
        assert len(inner) == of.nested_map_size
    for maps in value.map_vector_map.values():
        assert len(maps) == of.vec_size
        assert all(len(inner) == of.nested_map_size for inner in maps)
    strings = [value.str_, *value.map_str_str, *value.map_str_str.values(), *value.map_map]
    strings += [text for inner in value.map_map.values() for text in inner]
    [maps] = islice(value.map_vector_map.values(), 1)
    strings += [text for inner in maps for pair in inner.items() for text in pair]
    assert {len(text) for text in strings} == {of.string_size}
    assert set("".join(strings)) == set("abcdefghijklmnopqrstuvwxyz")


def test_table_of_container_sizes_equals_study():
    assert [(s.string_size, s.vec_size, s.map_size, s.nested_map_size) for s in SIZES] == [
        (20, 40, 80, 15),
        (100, 130, 50, 30),
        (200, 200, 100, 50),
    ]


def test_small_containers_have_the_sizes_of_the_study():
    value = first("containers-small", 0)
    # The study's JSON writes 3.1415926E0, which is two bytes more.
    assert len(msgspec.json.encode(value)) + 2 == pytest.approx(2_262_815, rel=0.0001)
    assert len(msgspec.msgpack.encode(sizes.as_lists(value))) == pytest.approx(2_057_694, rel=1e-5)


def test_first_log_equals_record_of_study():
    for seed in (0, 7):
        log = plain(first("log", seed))
        assert (log["zone_id"], log["zone_plan"], log["country"]) == (123456, "free", "US")
        assert (log["cache_status"], log["bytes_dlv"]) == ("hit", 123456)
        assert log["origin"]["port"] == 8000
        http = log["http"]
        assert (http["protocol"], http["method"]) == ("http11", "get")
        assert [http[k] for k in ("status", "host_status", "up_status")] == [200, 503, 520]
        assert http["content_type"] == "text/html"
        assert "Chrome/33." in http["user_agent"]


def test_logs_have_varied_fields():
    logs = list(islice(find("log").generate(0), 5000))
    times = [log.timestamp for log in logs[1:]]
    assert times == sorted(set(times))
    assert {log.country for log in logs} == set(Country)
    for field in ("zone_plan", "cache_status"):
        assert len({getattr(log, field) for log in logs}) >= 4
    methods = Counter(log.http.method for log in logs)
    assert len(methods) == 11
    assert methods.most_common(1)[0][1] > 4000
    assert len({log.http.user_agent for log in logs}) > 500
    assert len({log.http.request_uri for log in logs}) > 4500
    assert len({log.ray_id for log in logs}) == 5000
    assert sum(log.http.status == 200 for log in logs) > 3500
    assert max(log.bytes_dlv for log in logs) > 2**24
    assert min(log.bytes_dlv for log in logs) == 0
