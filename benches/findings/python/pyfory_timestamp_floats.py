# A timestamp is written by way of a float of its seconds, whose product with a million is cut off:
# one in four of late 2004 comes back a microsecond early; far years have too few digits.
# needs: pyfory==1.7.7
# prints: .066172 is .066171, .222527 is .222534; timedelta(days=200_000_000): OverflowError
from datetime import UTC, datetime, timedelta

import pyfory

fory = pyfory.Fory(xlang=False, ref=False, strict=True)


def fraction_of(moment):
    return f".{moment.microsecond:06} is .{fory.deserialize(fory.serialize(moment)).microsecond:06}"


cut = fraction_of(datetime(2004, 10, 23, 14, 53, 43, 66_172, tzinfo=UTC))
far = fraction_of(datetime(9912, 8, 14, 2, 3, 32, 222_527, tzinfo=UTC))
try:
    span = str(fory.deserialize(fory.serialize(timedelta(days=200_000_000))))
except OverflowError as refused:
    span = type(refused).__name__
print(f"{cut}, {far}; timedelta(days=200_000_000): {span}")
raise SystemExit(cut != ".066172 is .066171")
