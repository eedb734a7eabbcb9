"""Which codecs a run takes when its user names none."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from serbench.build.codec import Codec
from serbench.preparation.drivers import expected_seconds
from serbench.preparation.targets import Target

# Who asks for the first time waits this long for drivers, and no longer.
WORTH_WAITING_S = 90.0


def worth_building(
    targets: Sequence[Target], codecs: Sequence[Codec], operations: Collection[str]
) -> tuple[Sequence[Codec], str]:
    """All codecs, if their drivers are there or soon built; else the core of each language, and
    what to say of that: how long all would take, and how to have them."""
    wait_s = sum(
        sum(expected_seconds(target.schema, codecs, operations).values()) for target in targets
    )
    core = [codec for codec in codecs if codec.is_core]
    if wait_s <= WORTH_WAITING_S or not core:
        return codecs, ""
    return core, (
        f"drivers of all {len(codecs)} codecs would take about {wait_s / 60:.1f} minutes to build; "
        f"taking the {len(core)} that `serbench list codecs` marks as core. "
        "To have all: --codec '*'"
    )
