import pytest

from serbench.machine import cache, learned


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def test_on_a_new_machine_the_rule_of_thumb_holds():
    assert learned.seconds("build/cpp/msgpack", 2.0) == 2.0


def test_the_first_time_is_believed_and_later_ones_half():
    learned.learn({"drawing": 2.0}, 8.0)
    assert learned.seconds("drawing", 2.0) == pytest.approx(8.0)
    learned.learn({"drawing": 2.0}, 32.0)
    assert learned.seconds("drawing", 2.0) == pytest.approx(16.0)


def test_work_done_together_is_learned_of_each_and_nears_the_truth():
    rules_s = {"build/cpp/a": 1.0, "build/cpp/b": 3.0}
    for _ in range(20):
        learned.learn(rules_s, 12.0)
    assert sum(learned.all_seconds(rules_s).values()) == pytest.approx(12.0, rel=0.02)


def test_unseen_work_is_estimated_from_related_work():
    learned.learn({"build/cpp/a": 1.0}, 2.0)
    learned.learn({"build/go/b": 1.0}, 0.5)
    assert learned.seconds("build/cpp/new", 1.0) == pytest.approx(2.0)
    assert learned.seconds("build/rust/new", 1.0) == pytest.approx(1.0)
    assert learned.seconds("compile/protobuf", 1.0) == 1.0


@pytest.mark.parametrize(("took_s", "factor"), [(1e9, 10), (1e-9, 0.1)])
def test_learned_factor_is_limited_in_both_directions(took_s, factor):
    for _ in range(20):
        learned.learn({"drawing": 1.0}, took_s)
    assert learned.seconds("drawing", 1.0) == pytest.approx(factor)


@pytest.mark.parametrize(
    "text", ["fast", "[1]", '{"drawing": "fast"}', '{"drawing": null}', "\x00"]
)
def test_damaged_file_is_ignored_and_rewritten(text):
    (cache.directory() / "seconds.json").write_text(text)
    assert learned.seconds("drawing", 2.0) == 2.0
    learned.learn({"drawing": 2.0}, 4.0)
    assert learned.seconds("drawing", 2.0) == pytest.approx(4.0)


def test_the_files_stay_small(monkeypatch):
    monkeypatch.setattr(learned, "_KEPT_FACTORS", 2)
    monkeypatch.setattr(learned, "_KEPT_ESTIMATES", 2)
    for number in range(4):
        learned.learn({f"build/cpp/{number}": 1.0}, 3.0)
        learned.keep("run", number, (1.0, 1.0, 1.0))
    assert set(learned._read()) == {"build/cpp/2", "build/cpp/3"}
    assert [estimate.took_s for estimate in learned.estimates()] == [2, 3]


def test_estimates_are_kept_and_a_torn_line_is_left_out():
    learned.keep("run", 60.04, (0.81234, 1, 1.02))
    with (cache.home() / "estimates.jsonl").open("a") as file:
        file.write('{"command": "run"\n[]\n')
    learned.keep("verify", 5, (1.0, 1.0, 1.0))
    first, second = learned.estimates()
    assert (first.command, first.took_s, first.thought) == ("run", 60.0, (0.812, 1.0, 1.02))
    assert second.command == "verify"


def test_unusable_cache_learns_no_times_without_error(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    learned.learn({"drawing": 1.0}, 2.0)
    learned.keep("run", 60, (1.0,))
    assert learned.seconds("drawing", 1.0) == 1.0
    assert learned.estimates() == []
