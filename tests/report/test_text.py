from serbench.report.text import language_name, shortened


def test_shortened():
    assert shortened("abc", 3) == "abc"
    assert shortened("abcd", 3) == "ab…"


def test_languages_have_their_own_spelling():
    assert language_name("cpp") == "C++"
    assert language_name("co\x1bbol") == "co\\x1bbol"
