"""Codecs outside the package: found by their files, built with working copies beside them."""

import shutil
import zipfile

import pytest

from serbench import catalog, custom_codecs
from serbench.commands.new_codec import write_skeleton
from serbench.errors import UserError
from serbench.languages.registry import LANGUAGES
from serbench.measure.client import Driver
from serbench.measure.verification import verify
from serbench.operations import PRIMARY
from serbench.preparation import drivers
from serbench.proof.sandboxed_decoder import encoded


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_skeleton_is_a_codec(language, tmp_path):
    path = write_skeleton(language, "two-words", tmp_path)
    [codec] = catalog.choose([], [str(path)])
    assert codec.id == f"{language}/two-words"
    assert codec.is_own
    assert codec in catalog.all_codecs()
    assert catalog.named([str(path)]) == {codec.id}
    assert "OwnCodec" not in path.read_text()
    assert "TwoWordsCodec" in path.read_text()
    with pytest.raises(UserError, match="is there already"):
        write_skeleton(language, "two-words", tmp_path)


def test_own_codecs_and_others_are_chosen_side_by_side(tmp_path):
    path = write_skeleton("go", "mine", tmp_path)
    found = {codec.id for codec in catalog.choose([], [str(path), "go/encoding-*"])}
    assert found == {"go/mine", "go/encoding-json"}


def test_paths_may_fit_several_files(tmp_path):
    for name in ("one", "two"):
        write_skeleton("rust", name, tmp_path)
    found = catalog.choose([], [f"{tmp_path}/*.rs"])
    assert [codec.id for codec in found] == ["rust/one", "rust/two"]
    with pytest.raises(UserError, match="no such file"):
        catalog.choose([], [f"{tmp_path}/*.go"])


def test_all_of_a_folder_are_brought(tmp_path):
    for name in ("one", "two"):
        write_skeleton("rust", name, tmp_path)
    (tmp_path / "README.md").write_text("no codec")
    catalog.bring(custom_codecs.in_folder(tmp_path))
    assert {"rust/one", "rust/two"} < {codec.id for codec in catalog.all_codecs()}


@pytest.mark.parametrize("name", ["Mine.rs", "1.rs", "a_b.rs", "a--b.rs", "-.rs", "é.rs"])
def test_invalid_package_names_are_rejected(name, tmp_path):
    path = tmp_path / name
    path.write_text("")
    with pytest.raises(UserError, match="choose another name"):
        custom_codecs.read(path)


@pytest.mark.parametrize("name", ["none.rs", "cereal.cpp"])
def test_missing_path_or_duplicate_name_is_reported(name, tmp_path):
    with pytest.raises(UserError, match="no such file; make one: serbench new codec"):
        custom_codecs.read(tmp_path / name)
    path = write_skeleton("cpp", "cereal", tmp_path)
    with pytest.raises(UserError, match="of serbench's own codecs one is called cpp/cereal too"):
        catalog.choose([], [str(path)])


def test_two_files_of_one_name_are_refused(tmp_path):
    (tmp_path / "b").mkdir()
    one, other = (write_skeleton("cpp", "mine", tmp_path / folder) for folder in (".", "b"))
    with pytest.raises(UserError, match="rename the file"):
        catalog.choose([], [str(one), str(other)])


def test_an_empty_folder_is_said(tmp_path):
    with pytest.raises(UserError, match="no codec is in it"):
        custom_codecs.in_folder(tmp_path)
    with pytest.raises(UserError, match="mkdir -p"):
        custom_codecs.in_folder(tmp_path / "none")


# A library's working copy that gives a byte, by language: its files, and what a skeleton becomes
# that writes the byte behind each value.
MARKED = {
    "cpp": (
        {"include/mark.hpp": "int mark();\n", "mark.cpp": "int mark() { return '{mark}'; }\n"},
        {
            "// page": '// include = ["../lib/include"]\n// sources = ["../lib/*.cpp"]\n// page',
            "#include <istream>": "#include <istream>\n#include <mark.hpp>",
            "archive(value);\n": "archive(value);\n    ostream_.put(static_cast<char>(mark()));\n",
        },
    ),
    "rust": (
        {
            "Cargo.toml": '[package]\nname = "mark"\nversion = "0.7.0"\nedition = "2021"\n',
            "src/lib.rs": "pub fn mark() -> u8 {{ b'{mark}' }}\n".replace("{{", "{").replace(
                "}}", "}"
            ),
        },
        {
            '// crate = "postcard"': '// crate = "mark"',
            "// [dependencies]\n": '// [dependencies]\n// mark = { path = "../lib" }\n',
            "out.fill(|room| Ok(postcard::to_slice(value, room).map_err(refused)?.len()))": (
                "let bytes = out.vec();\n        bytes.extend(postcard::to_allocvec(value)?);\n"
                "        bytes.push(mark::mark());\n        Ok(())"
            ),
            "from_bytes(bytes)?)": "from_bytes(&bytes[..bytes.len() - 1])?)",
            "#[cold]": "#[allow(dead_code)]\n#[cold]",
        },
    ),
    "go": (
        {
            "go.mod": "module example.com/mark\n\ngo 1.24\n",
            "mark.go": "package mark\n\nfunc Mark() byte { return '{mark}' }\n",
        },
        {
            '// module = "std"': '// module = "example.com/mark"',
            "// # `module`": '// [replace]\n// "example.com/mark" = "../lib"\n// # `module`',
            '\t"encoding/json"\n': '\t"encoding/json"\n\n\t"example.com/mark"\n',
            "append(out, data...), err": "append(append(out, data...), mark.Mark()), err",
            "json.Unmarshal(data, into)": "json.Unmarshal(data[:len(data)-1], into)",
            '// wire = "json"\n': "",
        },
    ),
}


def write_library(folder, language, mark):
    for name, text in MARKED[language][0].items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("{mark}", mark))


def built(codec, schema):
    result = drivers.build(schema, [codec], PRIMARY, lambda done, total, doing: None)
    assert not result.failures, result.failures
    return result.drivers[codec.id]


def written(command, expected, scratch):
    with Driver(command) as driver:
        assert verify(driver, expected).proven
        return encoded(driver, scratch)[0], driver.describe().version


@pytest.mark.compiled
@pytest.mark.parametrize("language", MARKED)
def test_changed_working_copy_is_rebuilt(language, schema, expected, tmp_path):
    if not drivers.builder(language).toolchain().available:
        pytest.skip(drivers.builder(language).toolchain().reason)
    (tmp_path / "codecs").mkdir()
    path = write_skeleton(language, "marked", tmp_path / "codecs")
    text = path.read_text()
    for old, new in MARKED[language][1].items():
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text)
    for mark in "ab":
        write_library(tmp_path / "lib", language, mark)
        codec = custom_codecs.read(path)
        data, version = written(built(codec, schema), expected, tmp_path / "dump")
        assert data[-1:] == mark.encode()
        if language == "rust":
            assert version == "0.7.0 (working copy)"


@pytest.mark.compiled
def test_changed_jar_is_rebuilt(schema, expected, tmp_path):
    if not drivers.builder("java").toolchain().available:
        pytest.skip(drivers.builder("java").toolchain().reason)
    from serbench.builders.java import tools

    path = write_skeleton("java", "marked", tmp_path)
    text = path.read_text()
    for old, new in {
        "// ---\npackage": '// jars = ["mark.jar"]\n// ---\npackage',
        "    }\n  }\n\n  @Override": "    }\n    out.write(mark.Mark.mark());\n  }\n\n  @Override",
    }.items():
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text)
    for mark in "ab":
        classes = tmp_path / "classes"
        shutil.rmtree(classes, ignore_errors=True)
        source = tmp_path / "Mark.java"
        source.write_text(
            f"package mark; public class Mark {{ public static int mark() {{ return '{mark}'; }} }}"
        )
        tools.compile_java([source], [], classes)
        with zipfile.ZipFile(tmp_path / "mark.jar", "w") as jar:
            jar.write(classes / "mark" / "Mark.class", "mark/Mark.class")
        codec = custom_codecs.read(path)
        data, version = written(built(codec, schema), expected, tmp_path / "dump")
        assert data[-1:] == mark.encode()
        assert version == "working copy"
