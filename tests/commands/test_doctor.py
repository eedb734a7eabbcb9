import json
import re

from serbench.catalog import all_codecs
from serbench.languages.registry import LANGUAGES
from serbench.machine import learned


def test_doctor(serbench, builders):
    done = serbench("doctor")
    assert done.status == 0
    verdict = done.out.splitlines()[0]
    codecs, languages = len(all_codecs()), len(LANGUAGES)
    assert verdict == f"All {codecs} codecs in {languages} languages can be built and measured."
    assert "cpp/cereal" not in done.out
    builders["cpp"].missing["cpp/cereal"] = "cereal/cereal.hpp not found"
    done = serbench("doctor")
    assert done.status == 1
    verdict = done.out.splitlines()[0]
    some = rf"{codecs - 1} of {codecs} codecs, in {languages} of {languages} languages, can be "
    assert re.match(some, verdict)
    assert "cpp/cereal" in done.out
    assert "cereal/cereal.hpp not found" in done.out
    assert "apt-get install -y --no-install-recommends libfake-dev" in done.out
    report = json.loads(serbench("doctor", "--format", "json").out)
    assert report["missing_packages"] == ["libfake-dev"]


def test_a_sandbox_is_optional(serbench):
    done = serbench("doctor")
    assert done.status == 0
    assert "optional, a sandbox for decoders of foreign bytes: there is none" in done.out
    report = json.loads(serbench("doctor", "--format", "json").out)
    assert report["optional"]["bubblewrap"]["packages"] == ["bubblewrap"]
    assert report["missing_packages"] == []


def test_how_well_time_was_foretold_is_told_of_the_last_commands(serbench):
    assert "estimates of a command's time" not in serbench("doctor").out
    for seconds in range(60, 67):
        learned.keep("run", seconds, (0.8, 0.954, 1.012))
    done = serbench("doctor")
    told = [line.split() for line in done.out.splitlines() if "it took" in line]
    assert [" ".join(words) for words in told] == [
        f"run 80 % · 95 % · 101 % of the {seconds} s it took" for seconds in range(62, 67)
    ]
    report = json.loads(serbench("doctor", "--format", "json").out)
    assert report["estimates"][-1]["thought"] == [0.8, 0.954, 1.012]


def test_setup_checks_only_needs_of_requested_codecs(serbench, builders, monkeypatch):
    fetched = []
    monkeypatch.setattr(
        "serbench.builders.cpp.libraries.fetch_all",
        lambda libraries, on_each: fetched.append(libraries) or {},
    )
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setenv("SERBENCH_SHARED_CACHE", "1")  # it is none of that user's
    builders["cpp"].missing["cpp/thrift-binary"] = "thrift/Thrift.h not found"
    done = serbench("setup", "nested")
    assert done.status == 0
    assert "thrift" not in done.err
    core = sum(codec.is_core for codec in all_codecs())
    assert f"{core} drivers are ready for nested" in done.err
    assert "thrift" in serbench("setup", "nested", "--all").err
    assert "drivers are ready" in serbench("setup", "nested", "--lang", "go").err
    assert [len(libraries) > 0 for libraries in fetched] == [True, True, False]


def test_setup_builds_remaining_codecs_when_a_library_is_missing(serbench, builders, monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setenv("SERBENCH_SHARED_CACHE", "1")  # it is none of that user's
    monkeypatch.setattr("serbench.builders.cpp.libraries.fetch_all", lambda libraries, on_each: {})
    builders["cpp"].missing["cpp/cereal"] = "cereal/cereal.hpp not found"
    done = serbench("setup", "nested")
    assert done.status == 0
    assert "sudo apt-get install" in done.err
    assert "unavailable: cpp/cereal: cereal/cereal.hpp not found" in done.err
    assert "drivers are ready for nested" in done.err
