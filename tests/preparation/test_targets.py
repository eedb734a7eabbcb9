from serbench.preparation.targets import schema_of_target
from serbench.workloads import registry


def test_a_workload_stays_one_beside_a_folder_of_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log").mkdir()
    assert schema_of_target("log") == registry.find("log").schema


def test_a_file_of_a_workloads_name_is_asked_for_by_its_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log").write_text('{"n": 1}\n')
    assert schema_of_target("log") == registry.find("log").schema
    assert [field.name for field in schema_of_target("./log").records[0].fields] == ["n"]


def test_a_file_needs_no_suffix(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "events").write_text('{"n": 1}\n')
    assert schema_of_target("events").name == "events"
