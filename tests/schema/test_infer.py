"""Golden schemas of small inputs: one for each rule."""

from __future__ import annotations

import json
import random
import tracemalloc

import pytest

from serbench.schema.errors import InputError
from serbench.schema.infer import infer, workload_name
from serbench.schema.model import Scalar, Schema, nested_types
from serbench.schema.normalise import normaliser


@pytest.fixture
def write(tmp_path):
    def write(*values, name="samples.jsonl"):
        path = tmp_path / name
        path.write_text("".join(json.dumps(value) + "\n" for value in values))
        return path

    return write


@pytest.fixture
def described(write):
    """The inferred types of values, as lines of text."""

    def described(*values, name="samples.jsonl") -> list[str]:
        return lines_of(infer([write(*values, name=name)]).schema)

    return described


def lines_of(schema: Schema) -> list[str]:
    assert schema.records[0].name == schema.root
    return [
        f"{r.name}: " + ", ".join(f"{f.name} {_said(f.type)}" for f in r.fields)
        for r in schema.records
    ]


def _said(type_) -> str:
    is_raw = any(isinstance(t, Scalar) and t.raw_json for t in nested_types(type_))
    return "raw".join(str(type_).rsplit("string", 1)) if is_raw else str(type_)


# Scalars


@pytest.mark.parametrize(
    ("values", "type_"),
    [
        ([0], "i32"),
        ([-(2**31), 2**31 - 1], "i32"),
        ([2**31], "i64"),
        ([-(2**31) - 1], "i64"),
        ([-(2**63), 2**63 - 1], "i64"),
        ([2**63], "u64"),
        ([0, 2**64 - 1], "u64"),
        ([-1, 2**63], "raw"),
        ([1.0], "f64"),
        ([1, 1.5], "f64"),
        ([1.5, 2**53], "f64"),
        ([2**53 + 1, 1.5], "raw"),
        ([1.5, 2**53 + 1], "raw"),
        ([2**53 + 2, 1.5], "f64"),
        ([1.5, -(2**53) - 1], "raw"),
        ([2**53 + 1, 0, 1.5], "raw"),
        ([2**53 + 1, 0], "i64"),
        (["x"], "string"),
        (["", "12"], "string"),
        ([True, False], "bool"),
        ([None], "optional<string>"),
        (["x", None], "optional<string>"),
        ([None, 1], "optional<i32>"),
        ([None, 1, 1.5], "optional<f64>"),
        ([1, "x"], "raw"),
        (["x", None, 1], "optional<raw>"),
        ([True, 1], "raw"),
        ([True, 1.5], "raw"),
        ([[], 1], "raw"),
        ([{}, "x"], "raw"),
        ([{"a": 1}, [1]], "raw"),
        ([[]], "list<string>"),
        ([[], [1]], "list<i32>"),
        ([[1, None], [2**40]], "list<optional<i64>>"),
        ([[None]], "list<optional<string>>"),
        ([[1, 2.5]], "list<f64>"),
        ([[1, "x"]], "list<raw>"),
        ([[], [2**53 + 1, 1], [0.5]], "list<raw>"),
        ([[[1.5], []], [], [[2, 3]]], "list<list<f64>>"),
        ([{}], "map<string, string>"),
        ([{}, None], "optional<map<string, string>>"),
    ],
)
def test_the_type_of_a_field(described, values, type_):
    assert described(*({"a": value} for value in values)) == [f"Sample: a {type_}"]
    if "optional" not in type_:  # the same, as items of a list
        assert described({"a": values}) == [f"Sample: a list<{type_}>"]


@pytest.mark.parametrize(
    ("values", "type_"),
    [
        ([1, "x"], "I32 or String"),
        (["x", None, 2**40], "optional<I64 or String>"),
        ([True, 1.5, 2], "Bool or F64"),
        ([[], 1], "I32 or ListOfString"),
        ([[1, "x"], "y"], "String or ListOfI32 or String"),
        ([{}, "x"], "String or MapOfString"),
        ([{"a": 1}, [1], False], "Bool or ListOfI32 or A"),
        ([[2**53 + 1, 0.5], "x"], "String or ListOfString"),  # the items are raw JSON
        ([2**53 + 1, 0.5, "x"], "raw"),  # no number holds them
        ([2**63, -1, "x"], "raw"),
    ],
)
def test_the_union_of_a_field(write, values, type_):
    inference = infer([write(*({"a": value} for value in values))], unions=True)
    assert _said(inference.schema.record("Sample").fields[0].type) == type_
    said = [line for line in inference.notes if "--unions" in line]
    assert not said
    narrow = infer([write({"a": 200}, {"a": "x"})], unions=True, narrow=True)
    assert [union.name for union in narrow.schema.unions] == ["U8 or String"]


def test_fields_of_several_types_are_counted_in_note(write):
    values = [{"a": 1, "b": [1, "x"], "c": 2**53 + 1}, {"a": "x", "b": [], "c": 0.5}]
    [offer] = infer([write(*values)]).notes
    assert offer == (
        "samples: 2 fields hold values of several types as text; --unions makes native unions of "
        "them, for the codecs that hold such"
    )


def test_raw_json_text_makes_another_union(write):
    values = [{"a": "x", "b": "x"}, {"a": [2**53 + 1, 0.5], "b": ["y"]}]
    inference = infer([write(*values)], unions=True)
    assert [union.name for union in inference.schema.unions] == [
        "String or ListOfString",
        "String or ListOfString 2",
    ]
    assert normaliser(inference.schema)(values[1]) == {"a": ["9007199254740993", "0.5"], "b": ["y"]}


def test_a_record_may_be_called_as_a_union(write):
    schema = infer([write({"a": 1, "I32OrString": {"b": 1}}, {"a": "x"})], unions=True).schema
    assert {"I32OrString", "I32 or String"} <= {p.name for p in (*schema.records, *schema.unions)}


def test_the_same_types_are_one_union(write):
    schema = infer([write({"a": 1, "b": "x"}, {"a": "x", "b": 7})], unions=True).schema
    assert [union.name for union in schema.unions] == ["I32 or String"]


def test_sometimes_absent_field_is_optional(described):
    assert described({"a": 1}, {"a": 2, "b": 3}, {"a": 4, "b": 5, "c": None}) == [
        "Sample: a i32, b optional<i32>, c optional<string>"
    ]


def test_a_field_seen_only_in_the_last_line_is_seen(described):
    values = [{"a": 1}] * 5000 + [{"a": 2**40, "b": 1}]
    assert described(*values) == ["Sample: a i64, b optional<i32>"]


def test_absent_and_null_make_one_optional(described):
    assert described({"a": None}, {"a": 1}, {"b": 1}) == [
        "Sample: a optional<i32>, b optional<i32>"
    ]


def test_fields_keep_order_of_first_use(described):
    assert described({"z": 1, "a": 1}, {"m": 1, "a": 1, "z": 1}) == [
        "Sample: z i32, a i32, m optional<i32>"
    ]


# Warnings


@pytest.mark.parametrize(
    ("values", "warning"),
    [
        ([{"a": None}], "$.a is null in every value"),
        ([{"a": [{"b c": None}]}], '$.a[]["b c"] is null in every value'),
        ([{"a": 1}, {"a": "x"}], "$.a has numbers and strings; kept as a string"),
        (
            [{"a": [1, "x", {}, [], True]}],
            "$.a[] has booleans, numbers, strings, lists and objects",
        ),
        ([{"a": 2**53 + 1}, {"a": 0.5}], "$.a has floats, and integers beyond 2^53"),
        ([{"a": -1}, {"a": 2**63}], "$.a has negative integers and others above 2^63 - 1"),
        ([{"a": {str(i): None for i in range(9)}}], "$.a{} is null in every value"),
    ],
)
def test_a_warning_names_the_path(write, values, warning):
    inference = infer([write(*values)])
    [said] = inference.warnings
    assert said.startswith(f"samples: {warning}")
    assert all("--unions" in line for line in inference.notes)


def test_lossless_inference_has_no_remarks(write):
    assert (
        infer([write({"a": 1, "b": None, "c": []}, {"a": 2.5, "b": "x", "c": [1]})]).remarks == ()
    )


def test_warning_counts_fields_both_null_and_absent(write):
    patches = [
        {"title": "new", "assignee": None},
        {"title": "new"},
        {"assignee": "me", "due": None},
        {"tags": None, "meta": {"a": None}},
        {"meta": {}},
        {"meta": None},
        {"list": [{"b": 1}, {"b": None}, {}, {}]},
    ]
    said = [w for w in infer([write(*patches)]).warnings if "absent" in w]
    same = "which is one and the same here"
    assert said == [
        f"samples: $.assignee is null in 1 of 7 objects and absent in 5, {same}",
        f"samples: $.due is null in 1 of 7 objects and absent in 6, {same}",
        f"samples: $.tags is null in 1 of 7 objects and absent in 6, {same}",
        f"samples: $.meta.a is null in 1 of 2 objects and absent in 1, {same}",
        f"samples: $.meta is null in 1 of 7 objects and absent in 4, {same}",
        f"samples: $.list[].b is null in 1 of 4 objects and absent in 2, {same}",
    ]


@pytest.mark.parametrize("values", [[{"a": 1}, {"a": None}], [{"a": 1}, {"b": 1}], [{"a": None}]])
def test_fields_only_null_or_only_absent_have_no_warning(write, values):
    assert not [w for w in infer([write(*values)]).warnings if "absent" in w]


def test_a_warning_is_one_line_whatever_the_name(write):
    [said] = infer([write({"a\n\x1b[31m": None})]).warnings
    assert said.isprintable()


# Records


def test_records_are_named_after_field(described):
    assert described(
        {
            "user": {"id": 1},
            "tags": [{"text": "x"}],
            "by_id": {"1": {"n": 1}, "2": {"n": 2}, "3": {"n": 3}},
        },
    ) == [
        "Sample: user User, tags list<Tag>, by_id map<string, ById>",
        "User: id i32",
        "Tag: text string",
        "ById: n i32",
    ]


def test_root_is_named_after_file_or_given_name(write):
    path = write({"a": 1}, name="big-cities.jsonl.gz")
    assert infer([path]).schema.root == "BigCity"
    assert infer([path]).schema.name == "big-cities"
    assert infer([path], "weather_reports").schema.root == "WeatherReport"
    assert infer([path], "2024").schema.root == "N2024"
    assert infer([path], "класс").schema.root == "Type"


def test_type_names_are_unique(described):
    assert described(
        {"url": {"a": 1}, "urls": [{"b": "x"}], "x": {"url": {"c": True}, "Url": {"d": 1.5}}}
    ) == [
        "Sample: url Url, urls list<SampleUrl>, x X",
        "Url: a i32",
        "SampleUrl: b string",
        "X: url XUrl, Url XUrl2",
        "XUrl: c bool",
        "XUrl2: d f64",
    ]


@pytest.mark.parametrize("name", ["None", "ROOT", "VALUES", "Annotated", "Exception", "", "@", "1"])
def test_type_name_avoids_names_of_module(described, name):
    [_, record] = described({name: {"a": 1}})
    assert record.split(":")[0] not in ("None", "ROOT", "VALUES", "Annotated", "Exception", "")


def test_records_of_one_shape_are_one_type(described):
    assert described({"author": {"id": 1, "name": "x"}, "editor": {"id": 2**40, "name": "y"}}) == [
        "Sample: author Author, editor Author",
        "Author: id i64, name string",
    ]


def test_record_lacking_optional_field_is_same_type(described):
    full, lacking = (
        {"id": 1, "name": "x", "mail": "m", "age": 1},
        {"id": 2, "name": "y", "mail": "n"},
    )
    assert described({"a": full, "b": lacking}, {"a": lacking, "b": lacking}) == [
        "Sample: a A, b A",
        "A: id i32, name string, mail string, age optional<i32>",
    ]
    # What one has always and the other never is another type.
    assert len(described({"a": full, "b": lacking})) == 3


@pytest.mark.parametrize(
    "other",
    [
        {"id": "1", "name": "x"},  # another type
        {"id": 1.5, "name": "x"},  # a float is no integer
        {"id": 1, "title": "x"},  # other names
        {"id": 1, "name": {"a": 1}},
        {"id": [1], "name": "x"},
    ],
)
def test_similar_records_with_different_fields_stay_apart(described, other):
    types = described({"a": {"id": 1, "name": "x"}, "b": other})
    assert types[0] == "Sample: a A, b B"


def test_merged_record_is_optional_only_at_null_places(described):
    user = {"id": 1, "name": "x"}
    assert described({"a": user, "b": None, "c": [user]}, {"a": user, "b": user}) == [
        "Sample: a A, b optional<A>, c optional<list<A>>",
        "A: id i32, name string",
    ]


# Recursion


def test_linked_list_is_recursive_type(described):
    assert described({"v": 1, "next": {"v": 2, "next": {"v": 3, "next": None}}}) == [
        "Sample: v i32, next optional<Sample>"
    ]


def test_a_tree_is_a_recursive_type(described):
    leaf = {"name": "x", "children": []}
    tree = {"name": "y", "children": [leaf, {"name": "z", "children": [leaf]}]}
    assert described(tree) == ["Sample: name string, children list<Sample>"]
    assert described({"tree": tree}) == [
        "Sample: tree Tree",
        "Tree: name string, children list<Tree>",
    ]


def test_tree_with_leaves_without_list_is_recursive_type(described):
    leaf = {"name": "x"}
    tree = {
        "name": "y",
        "children": [leaf, {"name": "z", "children": [{**leaf, "children": [leaf]}]}],
    }
    assert described(tree) == ["Sample: name string, children optional<list<Sample>>"]


def test_recursion_through_map_is_found(described):
    def node(*below):
        return {"size": 1, "files": {f"{i}" * 8: inner for i, inner in enumerate(below)}}

    assert described(node(node(), node(node(), node(), node()), node())) == [
        "Sample: size i32, files map<string, Sample>"
    ]


def test_recursion_through_another_record_is_found(described):
    value = {"a": {"x": {"a": {"x": {"a": None, "v": 1}, "w": "s"}, "v": 2}, "w": "t"}, "v": 3}
    assert described(value) == ["Sample: a optional<A>, v i32", "A: x Sample, w string"]


def test_a_tweet_in_a_tweet_is_a_tweet(described):
    """The inner one lacks the field that leads to it, and has one of its own."""
    tweet = {
        "id": 2**60,
        "text": "x",
        "user": {"id": 1, "name": "n"},
        "lang": "en",
        "likes": 1,
        "src": "a",
    }
    retweet = {
        **tweet,
        "retweeted_status": {**tweet, "sensitive": False, "user": {"id": 2**40, "name": "m"}},
    }
    assert described(tweet, retweet, name="tweets.jsonl") == [
        "Tweet: id i64, text string, user User, lang string, likes i32, src string, "
        "retweeted_status optional<Tweet>, sensitive optional<bool>",
        "User: id i64, name string",
    ]


def test_record_resembling_parent_is_not_recursive(described):
    assert described({"id": 1, "name": "x", "owner": {"id": 2, "name": "y"}}) == [
        "Sample: id i32, name string, owner Owner",
        "Owner: id i32, name string",
    ]
    assert described({"data": {"data": {"id": 1, "name": "x"}}})[0] == "Sample: data Data"


def test_integers_become_floats_only_along_a_recursion(described):
    value = {"w": 1.5, "next": {"w": 2, "next": {"w": 1, "next": None}}}
    assert described(value) == ["Sample: w f64, next optional<Sample>"]
    value["w"] = 2**53 + 1
    value["next"]["w"] = 0.5
    assert described(value) == ["Sample: w i64, next optional<Next>", "Next: w f64, next Sample"]


def test_a_conflict_deep_inside_undoes_the_recursion(described):
    value = {"v": 1, "x": 1, "next": {"v": 2, "x": 1, "next": {"v": 3, "x": 1, "next": "the end"}}}
    assert described(value) == [
        "Sample: v i32, x i32, next Next",
        "Next: v i32, x i32, next NextNext",
        "NextNext: v i32, x i32, next string",
    ]


# Maps


def ids(rng: random.Random, several: int) -> list[str]:
    return [f"{rng.getrandbits(64):016x}" for _ in range(several)]


def test_an_object_keyed_by_ids_is_a_map(described):
    rng = random.Random(1)
    assert described({"users": {key: {"n": 1} for key in ids(rng, 5)}}) == [
        "Sample: users map<string, User>",
        "User: n i32",
    ]


@pytest.mark.parametrize(
    "keys",
    [
        ["2024-01-01", "2024-01-02", "2024-01-03"],
        ["1", "2", "30"],
        ["-1.5", "0", "1.5"],
        ["2024-01-01T00:00:00Z", "2024-01-01T01:00:00Z", "2024-01-01T02:00:00Z"],
        ["a@b.cd", "e@f.gh", "i@j.kl"],
        ["10.0.0.1", "10.0.0.2", "10.0.0.255"],
        ["https://a/", "https://b/", "http://c/"],
        [
            "7d444840-9dc0-11d1-b245-5ffdce74fad2",
            "7d444840-9dc0-11d1-b245-5ffdce74fad3",
            "12345678",
        ],
    ],
)
def test_three_data_like_keys_make_map(described, keys):
    assert described({"x": dict.fromkeys(keys, 1)}) == ["Sample: x map<string, i32>"]
    assert "map" not in described({"x": dict.fromkeys(keys[:2], 1)})[0]


def test_stable_data_like_keys_are_fields(described):
    stars = {"1": 10, "2": 5, "3": 7, "4": 1, "5": 0}
    assert described({"stars": stars}, {"stars": stars})[0] == "Sample: stars Stars"


def test_wide_and_sparse_records_stay_records(described):
    rng = random.Random(2)
    names = [f"question_{letter}{other}" for letter in "abcdefgh" for other in "abcdefgh"]
    values = [{"x": dict.fromkeys(rng.sample(names, 12), "yes")} for _ in range(300)]
    assert described(*values)[0] == "Sample: x X"


def test_free_keys_with_rare_repeats_make_map(described):
    rng = random.Random(3)
    words = [f"{a}{b}{c}" for a in "bdfgk" for b in "aeiou" for c in "lmnrst"]
    values = [{"tags": dict.fromkeys(rng.sample(words, 2), "x")} for _ in range(40)]
    assert described(*values) == ["Sample: tags map<string, string>"]


def test_many_keys_with_values_of_one_type_make_map(described):
    words = [f"{a}{b}" for a in "bdfgklmn" for b in "aeiou"]
    assert described({"x": dict.fromkeys(words, "y")}) == ["Sample: x map<string, string>"]
    assert described({"x": {word: "y" if word < "d" else 1 for word in words}})[0] == "Sample: x X"


def test_maps_in_maps(described):
    rng = random.Random(4)
    value = {
        "maps": {key: [dict.fromkeys(ids(rng, 2), "x") for _ in range(3)] for key in ids(rng, 10)}
    }
    assert described(value) == ["Sample: maps map<string, list<map<string, string>>>"]


def test_maps_in_maps_with_very_many_keys(write):
    """What may have to be undone is remembered once, not once for each of 48,000 keys."""
    rng = random.Random(5)
    value = {k: [dict.fromkeys(ids(rng, 15), "x") for _ in range(40)] for k in ids(rng, 80)}
    path = write({"maps": value})
    tracemalloc.start()
    try:
        inference = infer([path])
        peak_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert lines_of(inference.schema) == ["Sample: maps map<string, list<map<string, string>>>"]
    assert peak_bytes < 100e6


def test_null_values_of_map_make_optionals(described):
    assert described({"x": {str(i): None if i % 2 else i for i in range(40)}}) == [
        "Sample: x map<string, optional<i32>>"
    ]


def test_endless_keys_make_map(described):
    values = [{"x": {f"key {i} {j}": {"n": j} for j in range(30)}} for i in range(200)]
    assert described(*values) == ["Sample: x map<string, X>", "X: n i32"]
    # ... even if the values differ in type.
    for i, value in enumerate(values):
        value["x"] |= {f"other {i}": "x"}
    assert described(*values) == ["Sample: x map<string, raw>"]


def test_a_very_wide_record_is_a_record(described):
    values = [{"x": {f"column_{i}": i for i in range(1500)}} for _ in range(12)]
    assert described(*values)[0] == "Sample: x X"


@pytest.mark.parametrize("several", [12, 3000])
def test_map_at_top_level_is_rejected_with_advice(write, several):
    path = write(*({f"key {i} {j}": 1 for j in range(100)} for i in range(several // 10)))
    if several == 12:
        path = write({f"key {i}": 1 for i in range(2000)})
    with pytest.raises(InputError, match="top level looks like a map") as caught:
        infer([path])
    assert "jq -c '{entries: .}'" in caught.value.next_step


def test_values_without_any_field_are_refused(write):
    with pytest.raises(InputError, match="every value is an empty object"):
        infer([write({}, {})])


# Files


def test_several_files_make_one_schema(write):
    first, second = write({"a": 1}, name="a.jsonl"), write({"a": 2.5}, {"b": 1}, name="b.jsonl")
    inference = infer([first, second])
    assert lines_of(inference.schema) == ["A: a optional<f64>, b optional<i32>"]
    assert inference.values == 3
    assert inference.bytes == first.stat().st_size + second.stat().st_size
    assert inference.files == (str(first), str(second))


def test_inference_lists_places_of_each_record(write):
    leaf = {"v": 1, "next": None}
    inference = infer([write({"l": [leaf], "m": {"a": {"v": 1, "next": leaf}}})])
    assert inference.places == {
        "Sample": ("$",),
        "L": ("$.l[]", "$.l[].next", "$.m.a"),
        "M": ("$.m",),
    }


@pytest.mark.parametrize(
    ("name", "expected"),
    [("tweets.jsonl.zst", "tweets"), ("a/b.json", "b"), (".hidden", "data"), ("x", "x")],
)
def test_workload_name_comes_from_file_name(name, expected):
    assert workload_name(name) == expected


def test_an_error_names_file_line_and_path(write):
    path = write({"a": 1}, {"a": [1, float("nan")]})
    with pytest.raises(InputError) as caught:
        infer([path])
    error = caught.value
    assert (error.file, error.line, error.path) == (str(path), 2, "$.a[1]")
    assert str(error) == f"{path}:2: $.a[1]: NaN is not a JSON value; write null or leave it out"


def test_progress_is_reported_every_thousand_values(write):
    path = write(*({"a": i} for i in range(5000)))
    calls = []
    infer([path], on_progress=lambda done, size: calls.append((done, size)))
    assert len(calls) == 5
    assert calls == sorted(calls)
    assert calls[-1][1] == path.stat().st_size


@pytest.mark.parametrize(
    ("values", "type_"),
    [
        ([0], "u8"),
        ([0, 255], "u8"),
        ([-1, 127], "i8"),
        ([-128], "i8"),
        ([-1, 128], "i16"),
        ([256], "u16"),
        ([2**16 - 1], "u16"),
        ([-(2**15), 2**15 - 1], "i16"),
        ([-1, 2**15], "i32"),
        ([2**16], "i32"),
        ([2**31], "u32"),
        ([-1, 2**31], "i64"),
        ([2**32], "i64"),
        ([2**63], "u64"),
        ([1, 1.5], "f64"),
        ([None, 255], "optional<u8>"),
        ([[], [1, None]], "list<optional<u8>>"),
    ],
)
def test_narrow_integer_type_is_narrowest_for_all_values(write, values, type_):
    path = write(*({"a": value} for value in values))
    assert lines_of(infer([path], narrow=True).schema) == [f"Sample: a {type_}"]
