"""Values inside others: the grammar of paths, what they lead to, and what is said where not."""

import bz2
import gzip
import json
from pathlib import Path

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.errors import UserError
from serbench.schema.at import At, longest_list, parse_at
from serbench.schema.errors import InputError, ValueProblem
from serbench.schema.infer import infer, workload_name
from serbench.schema.sources import values_of
from serbench.schema.values import prepare
from tests.strategies import examples

paths = st.lists(st.none() | st.text(st.characters(codec="utf-8")), min_size=1, max_size=6)


def elements(path, at):
    return [json.loads(line) for _, line in values_of(path, at)]


def written(tmp_path, text, name="x.json"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("$.features[]", ("features", None)),
        ("$.features[*]", ("features", None)),
        ("$.entry[].resource", ("entry", None, "resource")),
        ("$.a[].b[]", ("a", None, "b", None)),
        ("$['a b'][]", ("a b", None)),
        ('$["a b"][]', ("a b", None)),
        (r"$['it\'s \"so\" \\ \u00e9']", ('it\'s "so" \\ é',)),
        ("$['\"']", ('"',)),
        ("$.größe-2[]", ("größe-2", None)),
        ("$[][]", (None, None)),
        ("$['']", ("",)),
    ],
)
def test_path_is_parsed_into_steps(text, steps):
    assert parse_at(text).steps == steps


@given(paths)
def test_any_written_path_parses_to_same_path(steps):
    at = At(tuple(steps))
    assert parse_at(str(at)) == at


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("features[]", "column 1: a path begins with \\$; paths are such as '\\$.features\\[\\]'"),
        ("", "column 1"),
        ("$", "the whole value"),
        ("$.", "column 2: here stands no step"),
        ("$.a[1]", "column 4: here stands no step"),
        ("$..a", "column 2"),
        ("$.a b", "column 4"),
        ("$['a", "column 2"),
        (r"$['\q']", "column 2: the name has an escape that JSON does not know"),
        (r"$['\ud800']", "column 2: the name has an escape"),
        ("$" + "[]" * 101, "more than 100 steps"),
    ],
)
def test_invalid_path_error_names_column(text, said):
    with pytest.raises(UserError, match=said) as caught:
        parse_at(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress])
@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "items": [{"id": 1}, {"id": 2}, {"id": 3}]}',
        json.dumps({"items": [{"id": 1}, {"id": 2}, {"id": 3}]}, indent=2),
        '{"items": [{"id": 1}]}\n{"items": []}\n\n{"items": [{"id": 2}, {"id": 3}]}\n',
        '[{"items": [{"id": 1}]}, {"items": [{"id": 2}, {"id": 3}]}]',
        '{"items": [{"id": 1}]} {"items":\n[{"id": 2}, {"id": 3}]}',
        '\x1e{"items": [{"id": 1}]}\n\x1e{"items": [{"id": 2}, {"id": 3}]}\n',
    ],
)
def test_elements_of_lists_are_read_however_arranged(tmp_path, text, pack):
    path = written(tmp_path, pack(text.encode()))
    assert elements(path, "$.items[]") == [{"id": 1}, {"id": 2}, {"id": 3}]


def test_path_follows_nested_lists_and_quoted_names(tmp_path):
    path = written(tmp_path, '{"a b": [{"c": {"\\u00e9\\"": [{"x": 1}]}}, {"c": {"é\\"": []}}]}')
    assert elements(path, "$['a b'][].c['é\"'][]") == [{"x": 1}]
    assert elements(path, "$['a b'][].c") == [{'é"': [{"x": 1}]}, {'é"': []}]


@pytest.mark.parametrize("text", ['[[{"x": 1}], [{"x": 2}]]', '[{"x": 1}]\n[{"x": 2}]\n'])
def test_path_follows_lists_of_lists_in_one_list_or_line_by_line(tmp_path, text):
    at = "$[][]" if text.startswith("[[") else "$[]"
    assert elements(written(tmp_path, text), at) == [{"x": 1}, {"x": 2}]


def test_elements_of_other_documents_are_found(tmp_path):
    path = written(tmp_path, cbor2.dumps({"items": [{"id": 1}, {"id": 2}]}), "x.cbor")
    assert elements(path, "$.items[]") == [{"id": 1}, {"id": 2}]


names = st.sampled_from(["a", "b c", 'é"', ""])
documents = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
)


def walked(value, steps):
    """None where a step leads nowhere."""
    if not steps:
        return [value]
    step, *rest = steps
    if step is None:
        inner = value if isinstance(value, list) else None
    else:
        inner = [value[step]] if isinstance(value, dict) and step in value else None
    found = None if inner is None else [walked(item, rest) for item in inner]
    return None if found is None or None in found else [x for some in found for x in some]


@examples(100)
@given(st.dictionaries(names, documents, min_size=1, max_size=3), st.data())
def test_any_path_finds_same_elements_as_plain_walk(tmp_path_factory, value, data):
    steps, inner = [], value
    while isinstance(inner, dict | list) and inner and (not steps or data.draw(st.booleans())):
        is_list = isinstance(inner, list)
        steps.append(None if is_list else data.draw(st.sampled_from(sorted(inner))))
        inner = inner[data.draw(st.integers(0, len(inner) - 1)) if is_list else steps[-1]]
    expected = walked(value, steps)
    path = written(tmp_path_factory.mktemp("at"), json.dumps(value))
    if expected and all(isinstance(item, dict) for item in expected):
        assert elements(path, str(At(tuple(steps)))) == expected
    else:
        with pytest.raises(InputError):
            elements(path, str(At(tuple(steps))))


def refused(path, at):
    lines = values_of(path, at)
    with pytest.raises(InputError) as caught:
        list(lines)
    return str(caught.value).removeprefix(str(path))


def test_dead_end_path_error_names_line_reached_path_and_present_fields(tmp_path):
    text = '{"entry": [{"resource": {"id": 1}}]}\n{"entry": [{}, {"resourc": 1, "a b": 2}]}\n'
    path = written(tmp_path, text, "x.jsonl")
    said = refused(path, "$.entry[].resource")
    assert said.startswith(":2: $.entry[0]: --at '$.entry[].resource' leads no further: no field")
    assert "no field resource is here; it has no fields; see it: sed -n 2p" in said
    text = '{"entry": [{"resourc": 1, "a b": 2}]}\n'
    said = refused(written(tmp_path, text, "x.jsonl"), "$.entry[].resource")
    assert said.startswith(":1: $.entry[0]: ")
    assert said.endswith("its fields are resourc, \"a b\"; did you mean --at '$.entry[].resourc'?")


@pytest.mark.parametrize(
    ("text", "at", "said"),
    [
        ('{"a": {"b": 1}}', "$.a[]", ":1: $.a: it is an object, and --at '$.a[]' wants a list"),
        ('{"a": null}', "$.a[]", ":1: $.a: it is null, and --at"),
        ('{"a": [1]}', "$.a.b", ":1: $.a: it is a list, and --at"),
        (
            '{"a": [{}, 1]}',
            "$.a[]",
            ":1: $.a[1]: it is a number, and each element has to be an obj",
        ),
        (
            '{"a": [{}]}',
            "$.a",
            ":1: $.a: it is a list, and each element has to be an object; did you",
        ),
        ('{"a": []}\n{"a": []}', "$.a[]", ": --at '$.a[]' leads to no element"),
        ('{"a": [{}], "a": [{}]}', "$.a[]", ":1: $.a: the key stands twice in one object"),
        ('{"a": [{}], "b": NaN}', "$.a[]", ":1: $.b: NaN is not a JSON value"),
        ('[{"a": 1}, {"a": [{}]}]', "$[].a[]", ": $[0].a: it is a number, and --at"),
        ('[{"a": 1}, {"a": [{}]}]', "$.a[]", ": element 1: $.a: it is a number, and --at"),
    ],
)
def test_value_of_other_type_than_path_error_names_place(tmp_path, text, at, said):
    assert refused(written(tmp_path, text), at).startswith(said)


def test_non_utf8_names_along_path_are_rejected(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(b'[{"\x80": [{"a": 1}]}, {"e": []}]')
    assert "is not UTF-8" in refused(path, "$[].e[]")


def test_problem_in_element_names_path_in_document(tmp_path):
    path = written(
        tmp_path, json.dumps({"a b": [{"c": [{}, {}]}, {"c": [{}, {"id": 1}]}]}, indent=1)
    )
    lines = values_of(path, "$['a b'][].c[]")
    problem = ValueProblem("$.id", "it is bad")
    assert [number for number, _ in lines] == [1, 2, 3, 4]
    for number, place in ((4, '$["a b"][1].c[1].id'), (2, '$["a b"][0].c[1].id')):
        assert f"x.json: {place}: it is bad; see it: jq -c" in str(lines.error(number, problem))
    assert lines.look(4) == f"jq -c '.[\"a b\"][].c[]' {path} | sed -n 4p"


def test_path_into_parquet_file_is_rejected(tmp_path):
    with pytest.raises(UserError, match="--at is of JSON and of MessagePack, CBOR and BSON"):
        values_of(tmp_path / "x.parquet", "$.a[]")


def test_values_at_path_are_inferred_and_named_after_path(tmp_path):
    path = written(tmp_path, '{"features": [{"id": 1}, {"id": "x"}]}', "map.geojson")
    found = infer([path], at="$.features[]")
    assert (found.values, found.schema.name, found.schema.root) == (2, "map-features", "MapFeature")
    assert workload_name("a/b.json.gz", "$.a['x / y'].b[]") == "b-b"
    assert workload_name("a/b.json.gz", "$['x / y'][]") == "b-x-y"
    assert workload_name("a/b.json.gz", "$['/'][]") == "b"


def offers(tmp_path, text):
    return [w for w in infer([written(tmp_path, text)]).warnings if "--at" in w]


def test_long_list_in_one_value_is_offered_once(tmp_path):
    document = json.dumps(
        {"kind": "x", "in it": {"items": [{"id": i} for i in range(5)]}}, indent=1
    )
    [said] = offers(tmp_path, document)
    assert "x.json: one value, which holds a list of 5 objects; to measure these: " in said
    assert said.endswith("""x.json --at '$["in it"].items[]'""")
    pages = "\n".join(json.dumps({"items": [{"id": i} for i in range(9)]}) for _ in range(3))
    [said] = offers(tmp_path, pages)
    assert "3 values, of which the last holds a list of 9 objects" in said


@pytest.mark.parametrize(
    "text",
    [
        '{"id": 1, "items": [{"id": 1}, {"id": 2}]}',
        '{"items": [1, 2, 3, 4, 5, 6]}',
        '{"text": "' + "x" * 100 + '", "items": [{"id": 1}, {"id": 2}, {"id": 3}]}',
        '{"items": [{"id": 1}, {"id": 2}, {"id": 3}]}\n' * 3,
        '{"items": [{"id": 1}, {"id": 2}, {"id": 3}]}\n' * 11,
    ],
)
def test_short_or_minor_list_is_not_offered(tmp_path, text):
    assert offers(tmp_path, text) == []


def test_longest_list_returns_largest_list_of_objects():
    value = {"a": [{"x": 1}], "b": {"c": [{"x": i} for i in range(9)]}}
    assert longest_list(value) == (At(("b", "c", None)), 9)
    assert longest_list({"a": [1, 2]}) is None
    assert longest_list({}) is None


DATA = Path(__file__).parent / "data"


def working_set(tmp_path, path, at):
    """Canonical values, with the text of JSON read."""
    schema = infer([path], at=at).schema
    found = prepare(schema, values_of(path, at), tmp_path / "values.jsonl")
    return [json.loads(line) for line in found.path.read_bytes().splitlines()]


def test_features_of_a_map_keep_empty_lists_ids_of_two_types_and_null_geometries(tmp_path):
    path = DATA / "map.geojson"
    values = working_set(tmp_path, path, "$.features[]")
    features = json.loads(path.read_text())["features"]
    assert len(values) == len(features) == 7
    for value, feature in zip(values, features, strict=True):
        assert (value["id"] and json.loads(value["id"])) == feature.get("id")
        assert (value["geometry"] is None) == (feature["geometry"] is None)
        if feature["geometry"] and "coordinates" in feature["geometry"]:
            coordinates = [json.loads(text) for text in value["geometry"]["coordinates"]]
            assert coordinates == feature["geometry"]["coordinates"]
    assert values[3]["geometry"]["coordinates"][1] == "[[]]"
    assert values[6]["geometry"]["coordinates"] == []


def test_objects_of_a_list_of_kubernetes_keep_empty_objects_apart_from_absent_ones(tmp_path):
    one, two, service, deployment = working_set(tmp_path, DATA / "objects.json", "$.items[]")
    assert one["spec"]["volumes"][0]["emptyDir"] == {"medium": None}
    assert [volume["emptyDir"] for volume in two["spec"]["volumes"]] == [{"medium": "Memory"}, None]
    assert service["status"]["loadBalancer"] == {}
    assert one["status"]["loadBalancer"] is None
    ports = [
        pod["spec"]["containers"][0]["readinessProbe"]["httpGet"]["port"] for pod in (one, two)
    ]
    assert ports == ['"web"', "8080"]
    assert deployment["status"]["observedGeneration"] == 2**53 + 1
