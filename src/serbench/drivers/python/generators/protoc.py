import sys

from grpc_tools import protoc

sys.exit(protoc.main(["protoc", "-I.", "--python_out=.", "data.proto"]))
