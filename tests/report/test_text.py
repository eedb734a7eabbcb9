from serbench.report.text import language_name, plain, shortened, without_controls


def test_what_a_terminal_would_obey_is_spelt_out():
    assert plain("\x1b[31mred\x07") == "\\x1b[31mred\\x07"
    assert plain("a\nb\tc\x00\x7f\x9b") == "a\\x0ab\\x09c\\x00\\x7f\\x9b"
    assert plain("a\u2028b") == "a\\u2028b"


def test_what_cannot_be_seen_or_encoded_is_spelt_out():
    assert plain("a\u202eb\u200bc") == "a\\u202eb\\u200bc"
    assert plain("\udcff") == "\\udcff"
    assert plain("\U000e0041") == "\\U000e0041"


def test_text_of_any_script_stays():
    for text in ("plain", "", "Größe", "ツイート", "تغريدة", "😀"):
        assert plain(text) == text


def test_html_keeps_direction_marks_and_nothing_else():
    assert without_controls("a\u202eb\x1b\ud800") == "a\u202eb\\x1b\\ud800"


def test_shortened():
    assert shortened("abc", 3) == "abc"
    assert shortened("abcd", 3) == "ab…"


def test_languages_have_their_own_spelling():
    assert language_name("cpp") == "C++"
    assert language_name("co\x1bbol") == "co\\x1bbol"
