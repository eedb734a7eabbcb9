from serbench.preparation.readings import Reading, Target, reading
from serbench.preparation.targets import resolve, schema_of_target
from serbench.workloads import registry


def test_workload_wins_over_folder_with_same_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log").mkdir()
    assert schema_of_target(Target("log")) == registry.find("log").schema


def test_file_named_like_workload_is_read_with_explicit_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log").write_text('{"n": 1}\n')
    assert schema_of_target(Target("log")) == registry.find("log").schema
    assert [field.name for field in schema_of_target(Target("./log")).records[0].fields] == ["n"]


def test_a_file_needs_no_suffix(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "events").write_text('{"n": 1}\n')
    assert schema_of_target(Target("events")).name == "events"


def test_options_for_csv_files_make_another_data_set(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text('price,note\n1.10,""\n2,y\n')
    plain = resolve(Target(str(path)), None, 0)
    texts = resolve(reading(text_columns=["price"], empty="").of(str(path)), None, 0)
    nulls = resolve(reading(text_columns=[], empty="null").of(str(path)), None, 0)
    assert [str(target.schema.records[0].fields[0].type) for target in (plain, texts, nulls)] == [
        "f64",
        "string",
        "f64",
    ]
    assert len({target.expected.digest for target in (plain, texts, nulls)}) == 3


def test_a_schema_keeps_the_texts_of_a_csv_file(tmp_path):
    path, schema = tmp_path / "x.csv", tmp_path / "x.avsc"
    path.write_text("price,n\n1.10,1\n2,2\n")
    fields = '{"name": "price", "type": "string"}, {"name": "n", "type": "long"}'
    schema.write_text(f'{{"type": "record", "name": "X", "fields": [{fields}]}}')
    target = resolve(Reading(str(schema)).of(str(path)), None, 0)
    assert target.expected.path.read_text().splitlines()[0] == '{"price":"1.10","n":1}'
