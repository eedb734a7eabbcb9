# ---
# library = "serbench"
# format = "none"
# traits = ["binary", "hand-written"]
# page = ""
# unions = "none of it is written"
# ---
"""No codec, for `serbench footprint`: what the same process is without one."""

from serbench_driver import Codec


class Nothing(Codec):
    def encode(self, value):
        return b""

    def decode(self, data):
        return None
