"""Word of the codecs that a bench has no driver of."""

from __future__ import annotations

import sys

from serbench.builders.driver import BuildResult


def tell_lacking(built: BuildResult) -> None:
    for identity, failure in built.failures.items():
        print(f"{identity} did not build: {failure.reason} ({failure.log})", file=sys.stderr)
    for identity, reason in built.unavailable.items():
        print(f"{identity} is not available: {reason}", file=sys.stderr)
