from pathlib import Path

import pytest

from serbench.builders.codec import DRIVERS, shipped
from serbench.languages.registry import LANGUAGES, name_of
from serbench.schema.model import Field, Kind, Record, Scalar, Schema

SCHEMA = Schema("s", "Root", (Record("Root", (Field("id", Scalar(Kind.I64)),)),))


def test_every_folder_of_drivers_is_a_language_and_the_other_way_round():
    assert {path.name for path in DRIVERS.iterdir() if path.is_dir()} == set(LANGUAGES)


@pytest.mark.parametrize("key", LANGUAGES)
def test_entry_leads_to_codecs_with_one_reference(key):
    language = LANGUAGES[key]
    assert language.key == key
    assert language.builder().language == key
    assert any("Root" in text for text in language.types(SCHEMA).values())
    assert shipped(key)
    assert sum("reference" in codec.traits for codec in shipped(key)) == 1
    assert any(codec.is_core for codec in shipped(key))


def test_unknown_language_is_shown_verbatim():
    assert (name_of("cpp"), name_of("fortran")) == ("C++", "fortran")


def test_language_is_named_only_in_the_package_of_the_language():
    """What a new language needs outside its folders: an entry and its line in the registry."""
    source = Path(__file__).parents[2] / "src" / "serbench"
    own = {f"{room}/{key}" for room in ("builders", "codegen", "drivers") for key in LANGUAGES}
    # Studies name the rows of what was published, hence languages; `builders/codec.py` those that
    # have logical types, while not all do. Maven's files and the JDK lie in Java's folders, also
    # where they are for another language's generator.
    own |= {"languages/", "studies/", "builders/codec.py", "builders/jdk.py", "builders/maven"}
    elsewhere = [
        path.relative_to(source)
        for path in source.rglob("*.py")
        if not str(path.relative_to(source)).startswith(tuple(own))
        and any(f'"{key}"' in path.read_text() for key in LANGUAGES)
    ]
    assert elsewhere == []
