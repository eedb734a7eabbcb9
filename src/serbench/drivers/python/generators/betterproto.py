import os
import sys

from grpc_tools import protoc

packages = sys.path[0]
programs = os.path.join(packages, "bin")  # noqa: PTH118
# The plugin is a program of these packages, and runs another of them.
os.environ |= {"PYTHONPATH": packages, "PATH": programs + os.pathsep + os.environ["PATH"]}
sys.exit(protoc.main(["protoc", "-I.", "--python_betterproto2_out=.", "plain.proto"]))
