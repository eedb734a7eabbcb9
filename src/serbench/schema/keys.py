"""Whether an object's keys are data, as in a map, or names of fields, as in a record.

The rule, for the keys of all objects seen at one place (the values must have one type as well):

1. Keys that are there in every one of two or more objects are field names.
2. Else, three or more keys that all look like data (numbers, dates, UUIDs, hashes,
   addresses) are data.
3. Else, many keys that rarely come again are data: 20 or more of which half were seen once
   only, or 50 or more of which an object has a tenth, on average.
4. Else, 32 or more keys in the only object there is are data.

An ordinary record, however sparse, comes by the same few names again and again; they
stay fields. What is left (a small object with free keys) becomes a record of
optional fields: less apt, and just as exact.

Beyond `TOO_MANY` keys nobody would write a record: unless an object has half of them on
average, they are data even if the values differ in type. Keys that `are_endless` are data in any
case.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

TOO_MANY = 1000
# Beyond, keys are data: so many in all; or more than `TOO_MANY`, with so many places inside.
ENDLESS = 10_000
ENDLESS_PLACES = 100_000
_FEW = 3
_MANY = 20
_VERY_MANY = 50
_MANY_AT_ONCE = 32

_DATA = re.compile(
    r"""
      [+-]?\d+(\.\d+)?                              # a number
    | \d{4}[-/]\d{2}([-/]\d{2}([T\x20].*)?)?        # a month, a day, a point in time
    | (?=.*\d)[0-9a-fA-F]{8,}                       # a hash
    | [0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}
    | [^@\s]+@[^@\s]+\.[^@\s]+                      # a mail address
    | [a-z][a-z0-9+.-]*://\S+
    | \d{1,3}(\.\d{1,3}){3}                         # an IP address
    """,
    re.VERBOSE | re.ASCII | re.DOTALL,
)


def are_data(counts: Mapping[str, int], objects: int) -> bool:
    """Whether the keys, of which each stood in `counts[key]` of so many objects, are data."""
    several = len(counts)
    if several > TOO_MANY:
        return objects == 1 or 2 * sum(counts.values()) < objects * several
    if objects > 1 and min(counts.values(), default=objects) == objects:
        return False
    if several >= _FEW and all(map(_DATA.fullmatch, counts)):
        return True
    if objects == 1:
        return several >= _MANY_AT_ONCE
    once = sum(1 for count in counts.values() if count == 1)
    if several >= _MANY and 2 * once >= several:
        return True
    return several >= _VERY_MANY and 10 * sum(counts.values()) <= objects * several


def are_endless(several: int, places: int) -> bool:
    """Whether so many keys, with so many places inside, are data however often they stand. Of more
    data, there are only more."""
    return several > ENDLESS or (several > TOO_MANY and places >= ENDLESS_PLACES)


def are_crowded(counts: Mapping[str, int], objects: int) -> bool:
    """Whether there are too many keys for a record, and they are data."""
    return len(counts) > TOO_MANY and are_data(counts, objects)
