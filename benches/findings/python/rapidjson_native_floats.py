# NM_NATIVE reads floats without full precision: about one uniform random double in ten, and three
# in ten of all bit patterns, become a neighbour. The documentation speaks of integers alone.
# needs: python-rapidjson==1.25
# prints: 3.4028234663852886e+38 becomes 3.402823466385289e+38; 0.11 of random(), by default 0.0
import random

import rapidjson

native = rapidjson.Decoder(number_mode=rapidjson.NM_NATIVE)
default = rapidjson.Decoder()
text = "3.4028234663852886e+38"
chance = random.Random(1)
floats = [chance.random() for _ in range(20_000)]
wrong = sum(native(repr(x)) != x for x in floats) / len(floats)
by_default = sum(default(repr(x)) != x for x in floats) / len(floats)
print(f"{text} becomes {native(text)!r}; {wrong:.2f} of random(), by default {by_default}")
raise SystemExit(not (native(text) != float(text) and wrong > 0.05 and by_default == 0))
