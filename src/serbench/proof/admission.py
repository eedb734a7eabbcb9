"""Which codecs take part where decoders are given bytes that they did not write themselves.

Mutated and foreign bytes, and strings of a stranger's file that such bytes expose, may tell a
codec with the trait `executes` what to call.

The rule: a codec that executes takes part if it was named, or if the data is serbench's own and
the decoders run in a sandbox.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from serbench.builders.codec import Codec


def left_out(
    codecs: Sequence[Codec], named: Collection[str], *, is_built_in: bool, is_confined: bool
) -> list[Codec]:
    """Those that do not take part. `named` are the ids of codecs that somebody asked for one by
    one; `is_built_in` says whether the data is serbench's own, `is_confined` whether there is a
    sandbox."""
    if is_built_in and is_confined:
        return []
    return [codec for codec in codecs if codec.executes and codec.id not in named]
