import pytest

from serbench.measure.crash_reason import habits, last_words

HABIT = "a.hpp:3:4: runtime error: load of misaligned address 0x7ffc12 for type 'int'"
STACK = "    #0 0x55d0 in get /a.hpp:7"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], ""),
        (['Exception in thread "main" a.B: no', "\tat a.B.f(B.java:7)", "Caused by: a.C: too deep",
          "\tat a.C.g(C.java:1)", "\tat java.base/java.lang.Thread.run(Thread.java:840)",
          "\t... 12 more"],
         "Caused by: a.C: too deep"),
        (["\tat a.C.g(C.java:1)", "\tat a.C.h(C.java:2)"], "at a.C.h(C.java:2)"),
        (["terminate called", "  what():  no"], "what():  no"),
        (["SUMMARY: AddressSanitizer: SEGV a.cpp:1 in f", "==1==ABORTING"],
         "AddressSanitizer: SEGV a.cpp:1 in f"),
        (["    #0 0x7f in __interceptor_memcpy ../src/libsanitizer/a.inc:827", STACK,
          "SUMMARY: AddressSanitizer: heap-buffer-overflow ../src/libsanitizer/a.inc:827 in f"],
         "AddressSanitizer: heap-buffer-overflow in get /a.hpp:7"),
        (["a.hpp:1:2: runtime error: index 3 out of bounds", STACK],
         "a.hpp:1:2: runtime error: index 3 out of bounds"),
        (["memory allocation of 424533559245 bytes failed", "stack backtrace:", "   0: <unknown>",
          "note: Some details are omitted, run with `RUST_BACKTRACE=full`"],
         "memory allocation of 424533559245 bytes failed"),
        ([HABIT, STACK, "Killed"], "Killed"),
        (["panic: runtime error: slice bounds", "", "goroutine 1 [running]:", "main.go:7"],
         "panic: runtime error: slice bounds"),
        (["fatal error: checkptr: misaligned pointer conversion", "goroutine 1"],
         "fatal error: checkptr: misaligned pointer conversion"),
    ],
)  # fmt: skip
def test_a_summary_goes_before_the_last_line(lines, said):
    assert last_words(lines) == said


def test_habits_have_no_addresses_and_stand_once():
    other = HABIT.replace("7ffc12", "7ffc99")
    assert habits([HABIT, STACK, other, "a.hpp:1:2: runtime error: index 3"]) == [
        "a.hpp:3:4: runtime error: load of misaligned address for type 'int'"
    ]
