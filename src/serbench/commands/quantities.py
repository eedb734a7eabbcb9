"""Numbers as the command line takes them: 50k, 2.5G."""

from __future__ import annotations

import re

from serbench.errors import UserError

_MANY = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9}


def quantity(option: str, text: str, meant: str) -> float:
    """More than 0. Raises `UserError`, which says what is `meant`."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([kMG]?)", text)
    number = float(found[1]) * _MANY[found[2]] if found else 0.0
    if not number:
        raise UserError(f"{option} {text!r}: {meant}")
    return number


def bits_per_s(text: str) -> float:
    """Of a link: `100M`, `2.5G`. Raises `UserError`."""
    return quantity("--link", text, "a speed in bits a second is meant, as 100M or 2.5G")
