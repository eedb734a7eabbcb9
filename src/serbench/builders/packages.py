"""Lists of packages, as an installer takes them, and what became of installing one.

The lock of a list names every package that the list brings, with the hashes of its files. A list
that changes has another lock; `make lock` writes it (`serbench.builders.locking`).
"""

from __future__ import annotations

import re
from pathlib import Path

Packages = tuple[str, ...]


class InstallError(Exception):
    """The text is one line; `output` all that the installer said."""

    def __init__(self, output: str) -> None:
        super().__init__(first_error(output))
        self.output = output


class NotLockedError(InstallError):
    """A list of serbench's own that has no lock."""

    def __init__(self, packages: Packages, lock: Path) -> None:
        super().__init__(f"error: {' '.join(packages)}: there is no {lock}; to write it: make lock")


def lock_name(packages: Packages) -> str:
    """What the lock's file is called, without its suffix: `cattrs-26.2.1-orjson-3.13.0`."""
    return "-".join(re.sub(r"[^A-Za-z0-9.]+", "-", package).strip("-") for package in packages)


def first_error(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    return errors[0] if errors else lines[-1] if lines else "no output"
