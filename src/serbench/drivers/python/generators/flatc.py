import subprocess
import sys

sys.exit(subprocess.call(["flatc", "--python", "--gen-onefile", "data.fbs"]))
