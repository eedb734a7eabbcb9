# ---
# library = "flatbuffers"
# released = "2025-12-19"
# format = "flatbuffers"
# wire = "flatbuffers"
# traits = ["binary", "schema", "own-model", "zero-copy", "core"]
# page = "https://flatbuffers.dev/languages/python/"
# evolution = "ids and deprecated fields"
# generate = ["flatbuffers"]
# packages = ["flatbuffers==25.12.19", "numpy==2.4.6"]
# ---
"""Its own model is a finished builder on one side, a table over bytes on the other."""

from flatbuffers import Builder
from serbench_driver import Codec
from serbench_schema import of_flatbuffers


class Flatbuffers(Codec):
    populate = staticmethod(of_flatbuffers.to)
    convert = staticmethod(of_flatbuffers.back)
    encode = staticmethod(Builder.Output)
    decode = staticmethod(of_flatbuffers.open_)
    access = of_flatbuffers.access and staticmethod(of_flatbuffers.access)
