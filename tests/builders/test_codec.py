from pathlib import Path

import pytest

from serbench.builders.codec import TRAITS, FrontMatterError, front_matter, read_codec
from serbench.catalog import all_codecs
from serbench.schema.conventions import logical_scalars
from serbench.schema.kinds import Kind
from serbench.schema.logical import logical_of
from serbench.schema.model import Field, Record, Schema, scalar_of
from tests.conftest import VECTORS

GOOD = """\
// ---
// library = "cereal"
// format = "cereal"
// traits = ["binary"]
// page = "https://example.org"
// packages = ["libcereal-dev"]
// generate = ["proto"]
// ---

#include <x>
"""


def codec(tmp_path, text):
    path = tmp_path / "cereal.cpp"
    path.write_text(text)
    return read_codec("cpp", path)


def test_codec_is_read_from_front_matter(tmp_path):
    read = codec(tmp_path, GOOD)
    assert (read.id, read.language, read.name) == ("cpp/cereal", "cpp", "cereal")
    assert read.traits == ("binary",)
    assert read.wire == ""
    assert read.facts == {"packages": ["libcereal-dev"], "generate": ["proto"]}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("#include <x>\n", "must open with front matter"),
        ("// ---\n// library = 'x'\n", "must open with front matter"),
        (GOOD.replace('"cereal"\n// format', '"cereal\n// format'), "front matter: "),
        (GOOD.replace('// library = "cereal"\n', ""), "lacks 'library'"),
        (GOOD.replace("// packages", "// pakages"), "has 'pakages'.* Did you mean 'packages'?"),
        (GOOD.replace("// packages", "// crate"), "has 'crate'.* There are: library, .*, headers"),
        (GOOD.replace('["binary"]', '["fast"]'), "unknown trait 'fast'"),
    ],
)
def test_bad_front_matter_names_the_file(tmp_path, text, words):
    with pytest.raises(FrontMatterError, match=words) as error:
        codec(tmp_path, text)
    assert "cereal.cpp" in str(error.value)


def test_all_files_can_be_read_and_are_short():
    codecs = all_codecs()
    assert len({c.id for c in codecs}) == len(codecs)
    for c in codecs:
        assert len(code_of(c.path)) <= 80, c.id


def code_of(path: Path) -> list[str]:
    """The lines that are no comment, no import and not empty."""
    lines = [line.strip() for line in path.read_text().splitlines()]
    beside = ("//", "/*", "*", "import ", "package ", "use ", "#include ")
    return [line for line in lines if line and not line.startswith(beside)]


def test_comments_may_be_those_of_other_languages(tmp_path):
    assert codec(tmp_path, GOOD.replace("// ", "# ")) == codec(tmp_path, GOOD)


def test_every_key_and_trait_is_explained():
    text = (Path(__file__).parents[2] / "docs" / "adding-a-codec.md").read_text()
    keys = {key for codec in all_codecs() for key in front_matter(codec.path)}
    assert [word for word in sorted(keys | set(TRAITS)) if f"`{word}`" not in text] == []


def test_unmaintained_library_has_trait_and_page(tmp_path):
    page = '// unmaintained = "https://example.org/readme"'
    found = codec(tmp_path, GOOD.replace("// ---", f"// ---\n{page}", 1))
    assert found.traits[-1] == "unmaintained"
    assert found.unmaintained == "https://example.org/readme"
    with pytest.raises(FrontMatterError, match="unmaintained = "):
        codec(tmp_path, GOOD.replace('traits = ["', 'traits = ["unmaintained", "'))


def test_core_set_has_no_unmaintained_library():
    assert [
        one_codec.id for one_codec in all_codecs() if one_codec.is_core and one_codec.unmaintained
    ] == []


def test_release_date_belongs_to_installed_version(tmp_path):
    def with_released(said):
        return codec(tmp_path, GOOD.replace("// ---", f"// ---\n// released = {said}", 1))

    pinned = with_released('"2024-02-29"')
    assert pinned.released_on("1.3.2") == pinned.released_on("") == "2024-02-29"
    of_versions = with_released('{ "1.3.2" = "2022-02-28", "1.3.1" = "2022-01-16" }')
    assert of_versions.released_on("1.3.2 (distribution)") == "2022-02-28"
    assert of_versions.released_on("1.3.1") == "2022-01-16"
    assert of_versions.released_on("1.4.0") == ""
    assert codec(tmp_path, GOOD).released_on("1.3.2") == ""


@pytest.mark.parametrize(
    "said", ['"2024-02-30"', '"2024-02"', '"20240229"', "2024-02-29", "3", '{ "1.0" = 3 }']
)
def test_invalid_release_date_is_rejected(tmp_path, said):
    with pytest.raises(FrontMatterError, match="`released` is no day of release"):
        codec(tmp_path, GOOD.replace("// ---", f"// ---\n// released = {said}", 1))


# Why codecs have no date of release; all others have one.
OF_THE_TOOLCHAIN = (
    *("cpp/handcoded", "cpp/inplace", "cpp/inplace-unchecked", "java/bytebuffer"),
    *(
        "java/externalizable",
        "java/serializable",
        "go/encoding-json",
        "go/gob",
        "python/json",
        "python/marshal",
    ),
    *(
        "python/pickle",
        "python/plistlib",
        "python/struct",
        "javascript/dataview",
        "javascript/json",
    ),
    "javascript/v8",
)
# Boost 1.85 as another project packed it two years later; RapidJSON of a commit after its release;
# jsoncons and simdjson, whose archives here have no date; libbson 1.27 as python-bsonjs has it.
PACKED_BY_OTHERS = (
    *("cpp/boost-json", "cpp/boost-json-no-utf8", "cpp/rapidjson-dom-simd", "cpp/simdjson"),
    *("cpp/jsoncons", "cpp/jsoncons-bson", "cpp/jsoncons-cbor", "cpp/jsoncons-msgpack"),
    *("cpp/jsoncons-ubjson", "cpp/bson"),
)
# The copy of npm's registry that was at hand gives the day on which the version was copied.
NOT_FOUND = tuple(
    f"javascript/{name}"
    for name in (
        *("ajv-jtd", "avsc", "borsh", "cbor2", "dag-cbor", "flatted", "google-protobuf"),
        *("json-bigint", "json-pack-cbor", "json-pack-msgpack", "msgpack-lite"),
        *("msgpack-official", "node-cbor", "notepack", "pbf", "protobuf-ts", "superjson", "yaml"),
    )
)


# Their archives have no dates.
WITHOUT_DATES = ("cpp/sbe", "java/sbe", "java/wire")


def test_every_codec_has_release_date_or_known_exemption():
    without = {codec.id for codec in all_codecs() if not codec.released}
    assert without == {
        *OF_THE_TOOLCHAIN,
        *PACKED_BY_OTHERS,
        *NOT_FOUND,
        *WITHOUT_DATES,
    }


def test_codecs_of_one_library_in_one_version_have_one_date():
    def pinned(codec):
        said = codec.facts
        return codec.language, codec.library, str(said.get("packages", said.get("dependencies")))

    days = {}
    for one in all_codecs():
        days.setdefault(pinned(one), set()).add(str(dict(one.released)))
    assert {key: found for key, found in days.items() if len(found) > 1} == {}


def test_former_name_of_a_trait_is_understood(tmp_path):
    assert codec(tmp_path, GOOD.replace('"binary"', '"limit"')).traits == ("hand-written",)


def test_codecs_of_one_wire_share_it_for_unions_only_if_they_represent_them_alike():
    codecs = {codec.id: codec for codec in all_codecs()}
    by_name, by_value = codecs["rust/rmp-named"], codecs["java/jackson-msgpack"]
    plain, unions = (Schema.from_dict(v["schema"]) for v in (VECTORS[1], VECTORS[-1]))
    assert (bool(plain.unions), bool(unions.unions)) == (False, True)
    assert by_name.wire_of(plain) == by_value.wire_of(plain) == "msgpack"
    assert by_name.wire_of(unions) != by_value.wire_of(unions)
    # How a library does it, behind a comma, is not of the bytes.
    assert by_value.wire_of(unions) == codecs["cpp/nlohmann-msgpack"].wire_of(unions)
    assert codecs["python/pickle"].wire_of(unions) == ""


def saying(text, line):
    return text.replace("// packages", f"// {line}\n// packages")


TYPED = GOOD.replace('"binary"', '"human-readable"')


def of_words(*words):
    fields = [Field(word, scalar_of(logical_of(word))) for word in words]
    return Schema("t", "R", (Record("R", tuple(fields)),))


def test_codec_holds_types_that_its_file_names_natively_and_others_by_convention(tmp_path):
    said = codec(tmp_path, saying(GOOD, 'types = { timestamp_ms = "tag 1" }'))
    schema = of_words("timestamp_ms_utc", "timestamp_us_utc", "uuid")
    held = [(s.native, s.kind) for s in logical_scalars(said.fitted(schema))]
    assert held == [(True, Kind.I64), (False, Kind.I64), (False, Kind.BYTES)]
    assert said.native(logical_of("timestamp_ms_utc")) == "tag 1"


@pytest.mark.parametrize(
    ("types", "words", "wire"),
    [
        ("", ("date", "uuid"), "json"),
        ('date = "a date"', (), "json"),
        ('date = "a date"', ("date", "uuid"), "json, date as a date"),
        ('date = "x", uuid = "x"', ("date", "uuid"), "json, date and uuid as x"),
        ('timestamp = "x"', ("timestamp_ms", "timestamp_us_utc", "date"), "json, timestamp as x"),
        (
            'timestamp_ms = "x"',
            ("timestamp_ms", "timestamp_ms_utc", "timestamp_s"),
            "json, timestamp_ms as x",
        ),
        (
            'timestamp_ms = "x", timestamp_ms_utc = "y"',
            ("timestamp_ms", "timestamp_ms_utc"),
            "json, timestamp_ms as x, timestamp_utc as y",
        ),
        (
            'timestamp_ms_utc = "tag 1", date = "days"',
            ("timestamp_ms", "timestamp_ms_utc", "date"),
            "json, date as days, timestamp_utc as tag 1",
        ),
    ],
)
def test_wire_says_what_stands_on_it_for_native_types(tmp_path, types, words, wire):
    said = codec(tmp_path, saying(saying(GOOD, 'wire = "json"'), f"types = {{ {types} }}"))
    assert said.wire_of(of_words(*words)) == wire


def test_type_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(FrontMatterError, match="'instant' in `types` is no logical type"):
        codec(tmp_path, saying(GOOD, 'types = { instant = "x" }'))


@pytest.mark.parametrize(
    ("types", "words", "trait"),
    [
        ("{}", ("uuid", "date"), "converted-types"),
        ('{ uuid = "tag 37" }', ("uuid", "date"), "partly-native-types"),
        ('{ uuid = "tag 37" }', ("uuid",), "native-types"),
        ('{ uuid = "tag 37" }', (), ""),
    ],
)
def test_trait_of_a_run_says_how_logical_types_are_held(tmp_path, types, words, trait):
    assert (
        codec(tmp_path, saying(GOOD, f"types = {types}")).trait_of_types(of_words(*words)) == trait
    )
