# With compatible=False, which the documentation names faster, a dataclass within another keeps a
# stub (DataClassStubSerializer) that makes a new serializer at every call.
# needs: pyfory==1.7.7
# prints: compatible=False takes 160 times as long; 0.9 if Sub was serialized first
from dataclasses import dataclass
from timeit import timeit

import pyfory


@dataclass
class Sub:
    k: str


@dataclass
class P:
    s: Sub


def seconds(first, **options):
    fory = pyfory.Fory(xlang=False, ref=False, strict=True, **options)
    fory.register_type(Sub)
    fory.register_type(P)
    fory.serialize(first)
    fory.serialize(P(Sub("a")))
    return timeit(lambda: fory.serialize(P(Sub("a"))), number=1000)


usual = seconds(P(Sub("a")))
ratio = seconds(P(Sub("a")), compatible=False) / usual
mended = seconds(Sub("a"), compatible=False) / usual
print(f"compatible=False takes {ratio:.0f} times as long; {mended:.1f} if Sub was serialized first")
raise SystemExit(ratio < 20)
