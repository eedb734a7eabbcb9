from serbench.schema.remarks import note, warning


def test_remark_on_file_name_with_control_characters_is_one_line():
    assert str(note("a\tb\n: x")) == "note: a\\x09b\\x0a: x"
    assert str(warning("\x1b[2J: x")) == "warning: \\x1b[2J: x"
