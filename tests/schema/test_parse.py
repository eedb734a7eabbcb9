"""One line, parsed strictly: what passes, and what each refusal says."""

from __future__ import annotations

import json
import re
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.schema.errors import ValueProblem
from serbench.schema.infer import infer
from serbench.schema.parse import MAX_DEPTH, parse
from tests.strategies import examples, texts


def problem_of(line: bytes) -> ValueProblem:
    with pytest.raises(ValueProblem) as caught:
        parse(line)
    assert (caught.value.path + caught.value.cause).isprintable()
    return caught.value


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        ' { "a" : [ ] } \r\n',
        '{"a":18446744073709551615,"b":-9223372036854775808}',
        '{"a":1e308,"b":-1.7976931348623157e308,"c":5e-324,"d":1e-400}',
        '{"a":true,"b":false,"c":null}',
        r'{"\"":"\\","\\":"\"","\\\"":"\\\\\"","a\\":"\\"}',
        r'{"a":"\ud83d\ude42\u0000\/","\u0061b":1}',
        '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
        '{"a":"]]]}}}{{{[[["}',
    ],
)
def test_valid_values_equal_those_of_json_module(text):
    assert parse(text.encode()) == json.loads(text)


def test_numbers_keep_their_type_and_sign():
    value = parse(b'{"a":1,"b":1.0,"c":1e0,"d":-0.0,"e":-0}')
    assert [repr(number) for number in value.values()] == ["1", "1.0", "1.0", "-0.0", "0"]


@given(st.dictionaries(texts(), texts()))
@examples(100)
def test_any_object_without_duplicate_keys_is_accepted(value):
    assert parse(json.dumps(value).encode()) == value
    assert parse(json.dumps(value, ensure_ascii=False).encode()) == value


@given(st.dictionaries(texts(), texts(), min_size=1), st.booleans())
@examples(100)
def test_every_duplicate_key_is_rejected(value, ensure_ascii):
    key = next(iter(value))
    some = json.dumps(value, ensure_ascii=ensure_ascii)
    again = json.dumps({key: 1}, ensure_ascii=ensure_ascii)
    for text in (f"{some[:-1]},{again[1:]}", f'{{"x":[{some[:-1]},{again[1:]}]}}'):
        with pytest.raises(ValueProblem, match="stands twice"):
            parse(text.encode())


@pytest.mark.parametrize(
    ("line", "path", "cause"),
    [
        (b'{"a":1,"a":2}', "$.a", "the key stands twice in one object"),
        (b'{"a":1,"\\u0061":2}', "$.a", "the key stands twice in one object"),
        (b'{"x":[1,{"a b":1,"a b":1}]}', '$.x[1]["a b"]', "the key stands twice in one object"),
        (b'{"a":[0,18446744073709551616]}', "$.a[1]", "does not fit in 64 bits"),
        (b'{"a":-9223372036854775809}', "$.a", "does not fit in 64 bits"),
        (b'{"a":' + b"1" * 5000 + b"}", "$.a", "does not fit in 64 bits"),
        (b'{"a":NaN}', "$.a", "NaN is not a JSON value"),
        (b'{"a":{"b":Infinity}}', "$.a.b", "Infinity is not a JSON value"),
        (b'{"a":[-Infinity]}', "$.a[0]", "-Infinity is not a JSON value"),
        (b'{"a":1e400}', "$.a", "the number 1e400 does not fit in a double"),
        (b'{"a":-1e400}', "$.a", "the number -1e400 does not fit in a double"),
        (b'{"a":"x\\ud800y"}', "$.a", 'there is a lone surrogate in "x\\ud800y"'),
        (b'{"a":["\\udc00\\ud800"]}', "$.a[0]", "there is a lone surrogate"),
        (b'{"a":{"\\udfff":1}}', "$.a", 'there is a lone surrogate in the key "\\udfff"'),
        (b"[1]", "", "the top level is a list, not an object"),
        (b'"x"', "", "the top level is a string, not an object"),
        (b"12", "", "the top level is a number, not an object"),
        (b"1.5", "", "the top level is a number, not an object"),
        (b"null", "", "the top level is null, not an object"),
        (b"true", "", "the top level is a boolean, not an object"),
        (b"NaN", "", "not an object"),
        (b'{"a":1}}', "", "not JSON: there is more after the end of the value (column 8)"),
        (b'{"a":1} {"a":2}', "", "there is more after the end of the value (column 9)"),
        (b"{'a':1}", "", "(column 2)"),
        (b'{"a":01}', "", "(column 7)"),
        (b'{"a":1,}', "", "(column 8)"),
        (b'{"a":+1}', "", "(column 6)"),
        (b'{"a":.5}', "", "(column 6)"),
        (b'{"a" 1}', "", "(column 6)"),
        (b'{"a":"\x01"}', "", "invalid control character"),
        (b'{"a":"\\x"}', "", "(column 7)"),
        (b'{"a":truth}', "", "(column 6)"),
        (b"id,name", "", "not JSON: expecting value (column 1)"),
        (b"<html>", "", "not JSON: expecting value (column 1)"),
        (b'{"a":"\xff"}', "", "it is not UTF-8: byte 7 is 0xff"),
        (b'{"\xc3\x28":1}', "", "it is not UTF-8: byte 3 is 0xc3"),
        (b'{"a":"\xed\xa0\x80"}', "", "it is not UTF-8"),
        (b'{"a":1\x00}', "", "there is a NUL byte (byte 7)"),
        (b'{"a":[1,2', "", "the last line ends in the middle of a value (column 10): truncated?"),
        (b'{"a":"x', "", "the last line ends in the middle of a value"),
        (b'{"a":tru', "", "the last line ends in the middle of a value"),
        (b'{"a":"\\u00', "", "the last line ends in the middle of a value"),
        (b'{"a":[1,2\n', "", "not JSON: the line ends in the middle of a value"),
        (b"{\n", "", "not JSON: the line ends in the middle of a value"),
    ],
)
def test_invalid_line_error_names_path_and_cause(line, path, cause):
    problem = problem_of(line)
    assert problem.path == path
    assert cause in problem.cause


@pytest.mark.parametrize("opening", [b'{"a":', b"["])
@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 1000, 100_000])
@pytest.mark.parametrize("is_whole", [True, False])
def test_nesting_too_deep_is_refused_without_a_crash(opening, levels, is_whole):
    closing = (b"}" if opening.startswith(b"{") else b"]") * levels if is_whole else b""
    inner = b"1" if is_whole else b""
    problem = problem_of(b'{"x":' + opening * levels + inner + closing + b"}" * is_whole)
    assert problem.cause.startswith(f"it is nested more than {MAX_DEPTH} levels deep (at column")


def test_the_deepest_nesting_allowed_passes_through_everything(tmp_path):
    line = b'{"a":' * (MAX_DEPTH - 1) + b"[1]" + b"}" * (MAX_DEPTH - 1)
    assert parse(line)
    file = tmp_path / "deep.jsonl"
    file.write_bytes(line + b"\n")
    assert infer([file]).values == 1
    problem_of(b'{"a":' + line + b"}")


def test_many_brackets_on_one_level_are_not_deep():
    parse(b'{"a":[' + b"[]," * 1000 + b"{}]}")
    parse(b'{"a":"' + b"[" * 1000 + b'"}')


def test_error_shortens_long_texts():
    assert len(str(problem_of(b'{"a":"' + b"x" * 1000 + b'\\ud800"}'))) < 200
    assert len(str(problem_of(b'{"' + b"x" * 1000 + b'":1e999}'))) < 200


def test_bare_nan_words_are_floats_and_quoted_ones_are_text():
    line = b'{"a":[NaN,Infinity,-Infinity,1,null],"NaN":"a NaN, -Infinity","b":{"c":NaN}}'
    value = {
        "a": [nan, inf, -inf, 1, None],
        "NaN": "a NaN, -Infinity",
        "b": {"c": nan},
    }
    assert repr(parse(line, with_nonfinite=True)) == repr(value)


@pytest.mark.parametrize(
    ("rest", "path", "cause"),
    [
        (b'"a":1,"a":2}', "$.a", "the key stands twice in one object"),
        (b'"a":[0,18446744073709551616]}', "$.a[1]", "does not fit in 64 bits"),
        (b'"a":1e400}', "$.a", "the number 1e400 does not fit in a double"),
        (b'"a":"x\\ud800y"}', "$.a", "there is a lone surrogate"),
        (b'"a":nan}', "", "not JSON"),
        (b'"a":"\x01"}', "", "invalid control character"),
        (b'"a":"\xff"}', "", "it is not UTF-8"),
        (b'"a":' + b"[" * 101 + b"]" * 101 + b"}", "", "it is nested more than 100 levels deep"),
        (b'"a":1} {}', "", "there is more after the end of the value"),
    ],
)
def test_nonfinite_words_leave_other_checks_strict(rest, path, cause):
    with pytest.raises(ValueProblem, match=re.escape(cause)) as caught:
        parse(b'{"n":NaN,' + rest, with_nonfinite=True)
    assert caught.value.path == path
