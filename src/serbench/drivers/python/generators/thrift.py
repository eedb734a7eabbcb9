import subprocess
import sys

sys.exit(subprocess.call(["thrift", "--gen", "py", "-out", ".", "apache.thrift"]))
