"""How long drivers would take to build: a rule of thumb for each language, and how fast this
machine has shown itself to be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from serbench import cache
from serbench.build.codec import Codec
from serbench.languages.registry import LANGUAGES
from serbench.schema.model import Schema

# Builds shorter than this are mostly starting and linking, and tell little of the machine.
LEAST_TELLING_S = 10.0


def seconds(schema: Schema, codecs: Sequence[Codec]) -> dict[str, float]:
    """By language, what these drivers take on this machine, dependencies warm, if all of the
    machine is theirs. Languages that are built side by side take the sum."""
    fields = sum(len(record.fields) for record in schema.records)
    scale = _scale()
    took: dict[str, float] = {}
    for codec in codecs:
        codec_s, field_s = LANGUAGES[codec.language].build_s
        took[codec.language] = took.get(codec.language, 0.0) + scale * (codec_s + field_s * fields)
    return took


def learn(expected_s: Mapping[str, float], took_s: float) -> None:
    """Keeps what a build that was expected to take so long says of the machine."""
    expected = sum(expected_s.values())
    # A build that took several times as long had libraries to fetch and compile first.
    if min(expected, took_s) >= LEAST_TELLING_S and took_s < 3 * expected:
        # Between what was thought and what was seen: a build may have run beside other work.
        _kept().write_text(f"{_scale() * (took_s / expected) ** 0.5:.3f}\n")


def _scale() -> float:
    try:
        return min(max(float(_kept().read_text()), 0.1), 10.0)
    except (OSError, ValueError):
        return 1.0


def _kept() -> Path:
    return cache.directory("build") / "speed"
