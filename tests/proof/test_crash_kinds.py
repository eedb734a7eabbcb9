import pytest

from serbench.proof.crash_kinds import BAD, KINDS, kind_of_death, kind_of_refusal, place


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("std::bad_alloc", "out of memory"),
        ("java.lang.OutOfMemoryError: Java heap space", "out of memory"),
        ("panicked: attempt to multiply with overflow (flex/src/a.rs:55)", "undefined behaviour"),
        ("unexpected end", "refused"),
        ("MemoryError: ", "out of memory"),
        ("RangeError: Array buffer allocation failed", "out of memory"),
        ("NoValueOfTheSchema: error: required argument is not an integer", "another value"),
    ],
)
def test_kind_of_refusal_follows_message(said, kind):
    assert kind_of_refusal(said) == kind


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("killed by SIGSEGV", "crashed"),
        ("AddressSanitizer: heap-buffer-overflow a.cpp:1 in f", "undefined behaviour"),
        ("AddressSanitizer: stack-overflow a.cpp:1 in f", "crashed"),
        ("AddressSanitizer: allocation-size-too-big a.cpp in new", "out of memory"),
        ("==1==AddressSanitizer: hard rss limit exhausted (4096Mb vs 4100Mb)", "out of memory"),
        ("a.hpp:1:2: runtime error: index 3 out of bounds", "undefined behaviour"),
        ("panic: runtime error: index out of range [5]", "crashed"),
        ("fatal error: checkptr: misaligned pointer conversion", "undefined behaviour"),
        ("memory allocation of 9 bytes failed", "out of memory"),
        # As the driver of Java says it.
        ("out of memory: give the driver more, as in SERBENCH_JAVA_HEAP=4g", "out of memory"),
    ],
)
def test_kind_of_death_follows_last_message(said, kind):
    assert kind_of_death(f"it died (exit status 1): {said}") == kind


def test_bad_kinds_are_last_of_all_kinds():
    assert KINDS[: -len(BAD)] == ("refused", "same value", "another value")


def test_place_of_error_omits_values():
    assert place("a.hpp:1:2: runtime error: index 3 out") == place("a.hpp:1:2: runtime error: x")
