import json


def test_all_rules_of_the_order(serbench):
    done = serbench("evolve", "--codec", "rust/prost", "--codec", "cpp/avro", "--format", "json")
    result = json.loads(done.out)
    cells = result["cells"]["order"]
    assert {c["codec"] for c in cells} == {"rust/prost", "cpp/avro"}
    assert {c["means"] for c in cells if c["codec"] == "rust/prost"} == {"field numbers"}
    assert len({c["rule"] for c in cells}) == 12
    by_rule = {(c["rule"], c["direction"], c["case"]): c["outcome"] for c in cells}
    assert by_rule["fields reordered", "old to new", ""] == "kept"
    assert by_rule["field renamed", "old to new", ""] == "refused"


def test_one_rule_in_a_table(serbench):
    done = serbench("evolve", "--codec", "rust/prost", "--rule", "field removed")
    assert done.status == 0
    assert "1 field removed (Order.customer): old to new, new to old" in done.out
    assert "field numbers: rust/prost" in done.out


def test_crashing_reader_is_negative(serbench, builders):
    builders["rust"].faults["rust/prost"] = {"load": "crash"}
    done = serbench("evolve", "--codec", "rust/prost", "--rule", "field removed")
    assert done.status == 1
    said = "crashed: it died (killed by SIGSEGV): fake: about to crash (20 of 20 values)"
    assert said in " ".join(done.out.split())


def test_findings_are_kept_as_a_run(serbench):
    serbench("evolve", "--codec", "rust/prost", "--rule", "field removed", "--tag", "grown")
    assert "evolution: order" in serbench("list", "runs").out
    again = json.loads(serbench("report", "grown", "--format", "json").out)
    assert again["cells"]["order"][0]["codec"] == "rust/prost"
    markdown = serbench("report", "grown", "--format", "markdown").out
    assert "| rust/prost | `=x` |" in markdown
    assert serbench("report").status == 2


def test_unknown_rule_is_rejected(serbench):
    done = serbench("evolve", "--rule", "field remove")
    assert done.status == 2
    assert "field removed" in done.err


def test_rule_without_matching_schema_part_is_reported(serbench, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"flag": true}\n')
    done = serbench("evolve", str(tmp_path / "a.jsonl"), "--codec", "rust/prost")
    assert "a has nothing for the rule 'symbol added'" in done.err


def test_unavailable_codec_is_reported(serbench, builders):
    builders["rust"].missing["rust/prost"] = "no Rust"
    done = serbench("evolve", "--codec", "rust/prost", "--rule", "field removed")
    assert "rust/prost, any: unavailable: no Rust" in " ".join(done.out.split())
