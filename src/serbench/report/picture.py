"""The terminal's table as an SVG picture that needs no font and no network."""

from __future__ import annotations

import io
from collections.abc import Sequence

from serbench.report.terminal import print_result
from serbench.report.text import plain
from serbench.results.rows import Result

# rich's own frame loads its font from a network; every system has one of these.
_FONTS = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_FRAME = f"""\
<svg viewBox="0 0 {{width}} {{height}}" xmlns="http://www.w3.org/2000/svg">
<style>
.{{unique_id}}-matrix {{{{ font-family: {_FONTS}; font-size: {{char_height}}px;
  line-height: {{line_height}}px }}}}
.{{unique_id}}-title {{{{ font: bold 18px system-ui, sans-serif }}}}
{{styles}}
</style>
<defs>
<clipPath id="{{unique_id}}-clip-terminal">
<rect x="0" y="0" width="{{terminal_width}}" height="{{terminal_height}}"/>
</clipPath>
{{lines}}
</defs>
{{chrome}}
<g transform="translate({{terminal_x}}, {{terminal_y}})"
  clip-path="url(#{{unique_id}}-clip-terminal)">
{{backgrounds}}
<g class="{{unique_id}}-matrix">
{{matrix}}
</g>
</g>
</svg>
"""


def render_picture(
    result: Result,
    *,
    title: str = "serbench run",
    width: int = 100,
    operations: Sequence[str] | None = None,
) -> str:
    """The SVG text of what `print_result` shows on a terminal `width` columns wide."""
    from serbench.terminal.screen import Screen

    console = Screen(
        record=True,
        width=width,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
    )
    print_result(result, console, operations=operations)
    return console.export_svg(title=plain(title), code_format=_FRAME)
