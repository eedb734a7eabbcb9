import io

import pytest
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from serbench.terminal.screen import Screen
from tests.screens import ATTACK, check_screen


@pytest.fixture
def screen():
    """A terminal with colours."""
    options = {"color_system": "truecolor", "legacy_windows": False, "width": 400}
    return Screen(file=io.StringIO(), force_terminal=True, **options)


def in_a_table(attack):
    table = Table(title=attack, caption=attack)
    table.add_column(attack)
    table.add_row(Text(attack, "bold red"))
    table.add_row(attack)
    return table


@pytest.mark.parametrize(
    "made",
    [
        str,
        Text,
        in_a_table,
        lambda attack: Text.assemble(("warning: ", "bold"), (attack, "yellow")),
        Text.from_ansi,
        lambda attack: Text("x", "link http://evil"),
    ],
)
def test_a_text_is_shown_and_not_obeyed(screen, made):
    screen.print(made(ATTACK))
    said = screen.file.getvalue()
    assert said.strip()
    check_screen(said.replace("\x1b[8m", "") if made is Text.from_ansi else said)


def test_styles_are_sent_unchanged(screen):
    screen.print(Text("a", "bold"))
    assert screen.file.getvalue() == "\x1b[1ma\x1b[0m\n"


def test_a_recorded_picture_holds_no_escape(screen):
    recorded = Screen(record=True, file=io.StringIO(), width=200)
    recorded.print(Text(ATTACK))
    picture = recorded.export_svg()
    assert not {"\x1b", "\x9b", "\u202e"} & set(picture)


def test_text_printed_beside_a_bar_has_no_links(screen, monkeypatch):
    monkeypatch.setattr("sys.stdout", io.StringIO())
    with Progress(console=screen, transient=True):
        print("\x1b]8;;http://evil\x07x\x1b]8;;\x07\x1b]0;title\x07")
    assert "\x1b]" not in screen.file.getvalue()
    assert "x" in screen.file.getvalue()
