# ---
# library = "dill"
# released = "2026-01-19"
# format = "pickle"
# traits = ["binary", "self-describing", "unchecked", "executes"]
# unions = "the value"
# page = "https://dill.readthedocs.io/en/latest/dill.html#dill.dumps"
# packages = ["dill==0.4.1"]
# ---
"""Protocol 5, and classes by reference. Whoever writes the bytes says what is called when they are
read."""

import dill
from serbench_driver import Codec


class Dill(Codec):
    decode = staticmethod(dill.loads)

    def encode(self, value):
        return dill.dumps(value, protocol=5, byref=True)
