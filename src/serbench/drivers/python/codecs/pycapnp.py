# ---
# library = "pycapnp"
# released = "2026-07-03"
# format = "capnproto"
# wire = "capnproto"
# traits = ["binary", "schema", "own-model", "zero-copy"]
# page = "https://capnproto.github.io/pycapnp/quickstart.html"
# evolution = "ordinals"
# generate = ["capnp"]
# packages = ["pycapnp==2.2.4"]
# ---
"""Its limits of traversal and nesting are lifted, as they are for other languages."""

from serbench_driver import Codec
from serbench_schema.of_capnp import Root, access, back, to

LIMITS = {"traversal_limit_in_words": 1 << 61, "nesting_limit": 1 << 30}


class Pycapnp(Codec):
    """A message is read within a `with`, which begins with `decode` and ends with `convert`."""

    populate = staticmethod(to)

    def encode(self, message):
        return message.to_bytes()

    def decode(self, data):
        manager = Root.from_bytes(data, **LIMITS)
        return manager, manager.__enter__()

    def convert(self, opened):
        manager, root = opened
        value = back(root)
        manager.__exit__(None, None, None)
        return value

    if access:

        def access(self, data):
            with Root.from_bytes(data, **LIMITS) as root:
                return access(root)
