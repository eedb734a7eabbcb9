# The safe reader in C (typ="safe") takes a multiple of PyYAML's CSafeLoader: for each scalar
# VersionedResolver asks a few properties for the version of YAML, and Tag decodes its text by the
# character; for each document a class is made and its resolvers are filled.
# needs: ruamel.yaml[oldlibyaml]==0.19.1 PyYAML==6.0.3
# prints: 300 texts: 3.4 times, 300 integers: 3.8, one entry: 10.3 (of one machine)
from timeit import repeat

import yaml
from ruamel.yaml import YAML

ruamel = YAML(typ="safe")
assert ruamel.Parser.__name__ == "CParser", "ruamel.yaml's C is not there"


def ratio(text, number):
    reference_s = min(repeat(lambda: yaml.load(text, Loader=yaml.CSafeLoader), number=number))
    return min(repeat(lambda: ruamel.load(text), number=number)) / reference_s


texts = ratio("".join(f"f{i}: text {i}\n" for i in range(300)), 3)
integers = ratio("".join(f"f{i}: {i}\n" for i in range(300)), 3)
one = ratio("a: 1\n", 300)
print(f"300 texts: {texts:.1f} times, 300 integers: {integers:.1f}, one entry: {one:.1f}")
raise SystemExit(min(texts, integers, one) < 1.5)
