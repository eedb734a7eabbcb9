import pytest


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("text", "record NestedStructs (root)"),
        ("json", '"root": "NestedStructs"'),
        ("proto", "message NestedStructs {"),
        ("thrift", "struct NestedStructs {"),
        ("capnp", "struct NestedStructs {"),
        ("fbs", "root_type NestedStructs;"),
        ("avsc", '"name": "NestedStructs"'),
        ("cpp", "struct NestedStructs"),
        ("rust", "pub struct NestedStructs"),
        ("java", "public class NestedStructs"),
    ],
)
def test_schema(serbench, form, words):
    assert words in serbench("schema", "nested", "--as", form).out


def test_hostile_names_are_shown_escaped(serbench, tmp_path):
    (tmp_path / "x.jsonl").write_text('{"a\\u001b[31m\\n": 1}\n')
    assert '"a\\u001b[31m\\n": i32' in serbench("schema", "x.jsonl").out


def test_integers_are_narrow_if_asked_for(serbench, tmp_path):
    (tmp_path / "x.jsonl").write_text('{"a": 255, "b": [-1, 300]}\n')
    assert "  a: i32\n  b: list<i32>\n" in serbench("schema", "x.jsonl").out
    assert "  a: u8\n  b: list<i16>\n" in serbench("schema", "x.jsonl", "--narrow").out
    assert "std::uint8_t a{};" in serbench("schema", "x.jsonl", "--narrow", "--as", "cpp").out
