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
