import pytest

from serbench.catalog import all_codecs, checked_twin, choose, choose_core, select
from serbench.errors import UserError
from serbench.languages.registry import LANGUAGES

# Libraries that say so themselves, and have no reader that does not trust its bytes.
ONLY_UNCHECKED = ("python/cloudpickle", "python/dill", "python/marshal", "python/pickle")


def test_languages_come_in_their_order_and_codecs_by_name():
    found = [(codec.language, codec.name) for codec in all_codecs()]
    order = list(LANGUAGES)
    assert found == sorted(found, key=lambda each: (order.index(each[0]), each[1]))


def test_select_by_language_and_glob():
    codecs = all_codecs()
    assert {c.language for c in select(codecs, ["rust"])} == {"rust"}
    assert [c.id for c in select(codecs, globs=["cpp/cereal"])] == ["cpp/cereal"]
    assert {c.name for c in select(codecs, globs=["rmp*"])} == {"rmp", "rmp-named"}
    assert select(codecs, ["cpp"], ["prost"]) == []


def test_unknown_codec_name_raises_with_suggestion():
    with pytest.raises(UserError, match="rust"):
        choose(["rsut"], [])
    with pytest.raises(UserError, match="cpp/cereal"):
        choose([], ["cpp/creal"])


def test_every_unchecked_codec_has_a_checked_twin():
    for codec in all_codecs():
        twin = checked_twin(codec.id)
        assert bool(twin) == ("unchecked" in codec.traits and codec.id not in ONLY_UNCHECKED)
    assert checked_twin("cpp/flatbuffers-unchecked") == "cpp/flatbuffers"
    assert checked_twin("cpp/no-such") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_core_set_has_each_common_format_and_one_handwritten_codec(language):
    codecs = [codec for codec in all_codecs() if codec.language == language]
    core = choose_core([language], [], wants_all=False)
    assert len(core) <= 8
    asked = ("json", "msgpack", "protobuf", "avro", "cbor", "flatbuffers")
    there = {codec.format for codec in codecs} & {*asked}
    assert there <= {codec.format for codec in core}
    has_own = any("hand-written" in codec.traits for codec in codecs)
    assert sum("hand-written" in codec.traits for codec in core) == has_own
    assert [codec for codec in core if codec.is_reference]


def test_core_set_is_used_only_without_named_codecs():
    everything = choose_core(["go"], [], wants_all=True)
    assert everything == choose(["go"], [])
    assert len(choose_core(["go"], [], wants_all=False)) < len(everything)
    assert [c.id for c in choose_core([], ["go/ffjson"], wants_all=False)] == ["go/ffjson"]
