"""What pages are made of: templates, style sheets and scripts of the folder `page`, put inline, and
a policy that allows nothing else."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from serbench.terminal.plain_text import lines_without_controls, plain, without_controls

if TYPE_CHECKING:
    from jinja2 import Template


@cache
def template(name: str) -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("serbench.report", "page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters["text"] = without_controls
    environment.filters["plain"] = plain
    # A number and its unit stay on one line.
    environment.filters["together"] = lambda text: re.sub(r"(?<=\d) (?=[^\W\d]|%)", "\xa0", text)
    environment.filters["sentence"] = lambda text: text[:1].upper() + text[1:]
    return environment.get_template(name)


def _shown(value: object) -> object:
    """What any expression of a template shows; style sheets and scripts are `Markup`, not `str`."""
    return lines_without_controls(value) if type(value) is str else value


def asset(name: str) -> str:
    return resources.files("serbench.report").joinpath("page", name).read_text("utf-8")


def policy(style: str, *scripts: str) -> str:
    """Of a page that has these inline."""

    def source(text: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    none = "'none'"
    return (
        f"default-src {none}; style-src {source(style)}; "
        f"script-src {' '.join(map(source, scripts)) or none}; base-uri {none}; form-action {none}"
    )
