"""The compressors of `serbench cost`: codecs of a record with one field, the message."""

from __future__ import annotations

from functools import cache

from serbench.builders.codec import Codec, of_folder


@cache
def compressors() -> tuple[Codec, ...]:
    """By name. Every file of the folder `compressors` is one."""
    return of_folder("cpp", "compressors")
