import sys
from importlib.resources import files

from grpc_tools import protoc

WELL_KNOWN = files("grpc_tools").joinpath("_proto")

sys.exit(protoc.main(["protoc", "-I.", f"-I{WELL_KNOWN}", "--python_out=.", "data.proto"]))
