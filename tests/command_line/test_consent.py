"""What needs consent, and what of it changed."""

import pytest

from serbench.command_line import consent
from serbench.command_line.consent import CLUSTER, CODEC, DATA, MODULE, QUERY, REVISION, Part
from serbench.command_line.parameters import Reach
from serbench.errors import UserError


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    inside = tmp_path / "inside"
    (inside / "codecs").mkdir(parents=True)
    for name in ("codecs/a.rs", "codecs/b.go", "codecs/notes.txt", "w.py", "v.jsonl"):
        (inside / name).write_text(name)
    (inside / "link.jsonl").symlink_to(tmp_path / "outside.jsonl")
    (inside / "circle").symlink_to("circle")
    monkeypatch.chdir(inside)
    return inside


@pytest.mark.parametrize(
    ("reach", "value", "found"),
    [
        (None, "anything.py", []),
        (Reach.WRITES, "/x", []),  # refused, approved or not
        (Reach.CODECS, ["rust/*", "cereal"], []),
        (Reach.CODECS, ["codecs/*.rs", "none.go"], [(CODEC, "codecs/a.rs"), (CODEC, "none.go")]),
        (Reach.CODEC_FOLDER, "codecs", [(CODEC, "codecs/a.rs"), (CODEC, "codecs/b.go")]),
        (Reach.CODEC_FOLDER, "none", []),
        (Reach.TARGETS, ["log", "v.jsonl", "./v.jsonl", "-", "a:b", "2024"], []),
        (Reach.TARGETS, "w.py", [(MODULE, "w.py")]),
        (Reach.TARGETS, ["sql:select 1"], [(QUERY, "select 1")]),
        (Reach.TARGETS, ["link.jsonl"], [(DATA, "link.jsonl")]),
        (Reach.TARGETS, ["link.jsonl:run"], [(DATA, "link.jsonl:run")]),
        (Reach.TARGETS, ["circle", "/etc/passwd"], [(DATA, "circle"), (DATA, "/etc/passwd")]),
        (Reach.READS, ["v.jsonl", "../x"], [(DATA, "../x")]),
        (Reach.READS, "a\0b", [(DATA, "a\0b")]),
        (Reach.QUERIES, ["select 1"], [(QUERY, "select 1")]),
        (Reach.REVISIONS, ["main"], [(REVISION, "main")]),
        (Reach.READS, "s3://bucket/x.jsonl", [(DATA, "s3://bucket/x.jsonl")]),
        (Reach.TARGETS, ["http://host/x.jsonl"], [(DATA, "http://host/x.jsonl")]),
        (Reach.CLUSTER, "tls://host:8786", [(CLUSTER, "tls://host:8786")]),
        (Reach.CLUSTER, "", []),
        (Reach.CLUSTER, True, [(CLUSTER, "without TLS")]),
        (Reach.CLUSTER, False, []),
    ],
)
def test_values_are_split_into_parts_needing_consent(reach, value, found):
    assert list(consent.parts(reach, value)) == [Part(*fields) for fields in found]


def test_digests_cover_code_and_change_with_content(folder):
    parts = [Part(MODULE, "w.py"), Part(CODEC, "none.go"), Part(DATA, "v.jsonl"), Part(QUERY, "x")]
    before = consent.digests(parts)
    assert before.keys() == {"w.py", "none.go"}
    assert before["none.go"] == ""
    (folder / "w.py").write_text("other")
    (folder / "none.go").write_text("")
    assert consent.changes(before, consent.digests(parts)) == {"w.py": "changed", "none.go": "new"}
    assert consent.changes(before, {}) == {"w.py": "gone"}
    assert consent.changes(before, before) == {}


def test_too_large_or_too_many_files_are_rejected(folder, monkeypatch):
    monkeypatch.setattr(consent, "_MOST_FILE_BYTES", 3)
    with pytest.raises(UserError, match=r"w\.py"):
        consent.digests([Part(MODULE, "w.py")])
    monkeypatch.setattr(consent, "_MOST_FILES", 1)
    with pytest.raises(UserError, match="more than 1"):
        consent.digests([Part(MODULE, "w.py"), Part(MODULE, "x.py")])


def test_outputs_inside_are_fine():
    for fine in ("page.html", "./a/b.html", "a/../b", ".", "-", "codecs"):
        consent.check_written("html", fine)


def test_few_says_how_many_more():
    assert consent.few("abc") == "a, b, c"
    assert consent.few("abcdefg") == "a, b, c, d, e and 2 more"


def test_a_part_is_shown_without_controls_and_clipped():
    assert str(Part(QUERY, "a\x1b[31m")) == r'query "a\x1b[31m"'
    assert len(str(Part(QUERY, "a" * 1000))) < 220
