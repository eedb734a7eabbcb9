from pathlib import Path

from serbench.builders.codec import Codec


def catalogued(name: str, traits: tuple[str, ...] = ()) -> Codec:
    """A codec of this id, as the catalogue would hold it."""
    language, _, short = name.partition("/")
    return Codec(
        name, language, short, Path(), "fake", "fake", traits, "", "", (), (), frozenset(), {}
    )
