import io
import subprocess
import sys
import traceback

import pytest
from hypothesis import given

from serbench.terminal.plain_text import (
    plain,
    plain_lines,
    plain_streams,
    raw_output,
    without_controls,
)
from tests.screens import ATTACK, check_screen
from tests.strategies import texts


@pytest.fixture(autouse=True)
def streams(monkeypatch):
    """After each test they are as they were before it."""
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, getattr(sys, name))


def test_control_characters_are_escaped():
    assert plain("\x1b[31mred\x07") == "\\x1b[31mred\\x07"
    assert plain("a\nb\tc\x00\x7f\x9b") == "a\\x0ab\\x09c\\x00\\x7f\\x9b"
    assert plain("a\u2028b") == "a\\u2028b"


def test_invisible_or_unencodable_characters_are_escaped():
    assert plain("a\u202eb\u200bc") == "a\\u202eb\\u200bc"
    assert plain("\udcff") == "\\udcff"
    assert plain("\U000e0041") == "\\U000e0041"


def test_text_of_any_script_stays():
    for text in ("plain", "", "Größe", "ツイート", "تغريدة", "😀", "5\xa0µs"):
        assert plain(text) == plain_lines(text) == text


def test_html_keeps_direction_marks_and_escapes_other_controls():
    assert without_controls("a\u202eb\x1b\ud800") == "a\u202eb\\x1b\\ud800"


def test_lines_and_tabs_stay_and_lone_return_is_escaped():
    assert plain_lines("a\tb\r\nc\n") == "a\tb\r\nc\n"
    assert plain_lines("a\rb\r\r\nc\r") == "a\\x0db\\x0d\r\nc\\x0d"
    assert plain_lines("a\x1b[2J\nb\x9b1m") == "a\\x1b[2J\nb\\x9b1m"


@given(texts(40))
def test_lines_of_any_text_command_no_terminal(text):
    check_screen(plain_lines(text))
    assert plain_lines(plain_lines(text)) == plain_lines(text)


def test_print_writelines_and_tracebacks_write_plain_text(capfd):
    with plain_streams():
        print("a", ATTACK)
        sys.stdout.writelines([ATTACK, "\n"])
        print(ATTACK, file=sys.stderr)
        traceback.print_exception(UnicodeError(ATTACK))
    said = capfd.readouterr()
    check_screen(said.out)
    check_screen(said.err)
    assert (said.out + said.err).count("\\x1b]0;title\\x07") == 4


def test_requested_values_are_written_unchanged(capfdbinary):
    with plain_streams():
        raw_output().write(ATTACK.encode())
        raw_output().flush()
    assert capfdbinary.readouterr().out == ATTACK.encode()


def ending(change):
    """The streams after a program that changed them so came to its end."""
    with pytest.raises(SystemExit), plain_streams():
        change()
    return sys.stdout, sys.stderr


def test_after_an_ordinary_end_the_streams_are_the_callers():
    before = sys.stdout, sys.stderr

    def change():
        assert before[0] is not sys.stdout
        sys.exit(2)

    assert ending(change) == before


def test_removed_stream_stays_removed():
    def change():
        sys.stdout = None
        sys.exit(0)

    assert ending(change)[0] is None


def test_unencodable_characters_are_escaped_in_streams(monkeypatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, "ascii", write_through=True))
    with plain_streams():
        print("5 µs")
    assert raw.getvalue() == b"5 \\xb5s\n"


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize(
    "what",
    [
        "raise KeyError(attack)",  # an error that nobody foresaw, whose traceback Python prints
        "sys.argv[1:] = [attack]; main()",
        "sys.argv[1:] = ['report', '--' + attack]; main()",
        "sys.argv[1:] = ['report', '--db', attack]; main()",
    ],
)
def test_a_command_line_is_quoted_and_not_obeyed(what, encoding, tmp_path):
    program = (
        "import sys\nfrom serbench.cli import main\n"
        "from serbench.terminal.plain_text import plain_streams\n"
        f"attack = {ATTACK!r}\nwith plain_streams():\n  {what}"
    )
    environment = {"PYTHONIOENCODING": encoding, "PYTHONPATH": ":".join(sys.path), "HOME": "/"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True
    )
    said = done.stderr.decode()
    assert done.returncode in (1, 2)
    assert "title" in said
    check_screen(said.replace(repr(ATTACK), ""))
    assert done.stdout == b""
