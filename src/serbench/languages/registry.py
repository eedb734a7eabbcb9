"""All languages, in the order of tables. A new one is an entry here and folders of its own."""

from __future__ import annotations

from serbench.languages import cpp, go, java, javascript, python, rust

LANGUAGES = {
    language.key: language
    for language in (
        cpp.LANGUAGE,
        rust.LANGUAGE,
        java.LANGUAGE,
        go.LANGUAGE,
        python.LANGUAGE,
        javascript.LANGUAGE,
    )
}


def name_of(key: str) -> str:
    """A language for people; a key that is not known, such as one of an old run, as it is."""
    return LANGUAGES[key].name if key in LANGUAGES else key
