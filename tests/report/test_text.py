from serbench.report.text import language_name, list_of_codecs, shortened


def test_shortened():
    assert shortened("abc", 3) == "abc"
    assert shortened("abcd", 3) == "ab…"


def test_languages_have_their_own_spelling():
    assert language_name("cpp") == "C++"
    assert language_name("co\x1bbol") == "co\\x1bbol"


def test_codecs_of_a_language_are_counted_if_they_are_all_of_several():
    among = ["cpp/a", "go/b", "go/c", "rust/d"]
    assert list_of_codecs(["go/c", "go/b", "rust/d"], among) == "all 2 of Go, rust/d"
    assert list_of_codecs(["go/c"], among) == "go/c"
