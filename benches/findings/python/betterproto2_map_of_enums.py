# An entry of a map of enums whose value was left out is read as an instance of the map's type that
# was declared last: the default is made by a lambda in a loop.
# needs: betterproto2==0.10.0
# prints: {'x': <B.ZERO: 0>} of B for a map of A
from dataclasses import dataclass

import betterproto2 as bp


class A(bp.Enum):
    ZERO = 0


class B(bp.Enum):
    ZERO = 0


ENTRY = bp.map_meta(bp.TYPE_STRING, bp.TYPE_ENUM)


@dataclass(eq=False, repr=False)
class M(bp.Message):
    a: dict[str, A] = bp.field(1, bp.TYPE_MAP, map_meta=ENTRY)  # noqa: RUF009
    b: dict[str, B] = bp.field(2, bp.TYPE_MAP, map_meta=ENTRY)  # noqa: RUF009


read = M.parse(bytes.fromhex("0a030a0178")).a
print(f"{read!r} of {type(read['x']).__name__} for a map of A")
raise SystemExit(isinstance(read["x"], A))
