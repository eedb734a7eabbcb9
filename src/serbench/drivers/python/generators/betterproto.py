import os
import sys
from importlib.resources import files

from grpc_tools import protoc

packages = sys.path[0]
programs = os.path.join(packages, "bin")  # noqa: PTH118
# The plugin is a program of these packages, and runs another of them.
os.environ |= {"PYTHONPATH": packages, "PATH": programs + os.pathsep + os.environ["PATH"]}
includes = ["-I.", f"-I{files('grpc_tools').joinpath('_proto')}"]
sys.exit(protoc.main(["protoc", *includes, "--python_betterproto2_out=.", "plain.proto"]))
