"""Do docs/findings.md's findings in libraries of Python and JavaScript still hold?

Uses nothing of serbench.

    python benches/findings.py [TEXT ...]    # only programs whose path has one of the texts

Each program in benches/findings/ names what it needs in a comment, `needs: a==1.2 b@3.4`: `==` by
pip, wheels only, `@` by npm, without scripts. All is installed into a temporary folder. A program
ends with status 0 if what it shows still holds and with 1 if not. To try another version, change
the comment.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = Path(__file__).parent / "findings"
PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--target")
NPM = ("npm", "install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix")


def main() -> int:
    found = sorted([*PROGRAMS.glob("python/*.py"), *PROGRAMS.glob("javascript/*.mjs")])
    wanted = sys.argv[1:] or [""]
    programs = [path for path in found if any(text in str(path) for text in wanted)]
    with tempfile.TemporaryDirectory() as room:
        install = functools.cache(functools.partial(installed, Path(room)))
        verdicts = [holds(path, install(needs(path))) for path in programs]
    return int(not all(verdicts))


def needs(program: Path) -> str:
    said = re.search(r"^(?:#|//) needs: (.+)$", program.read_text(encoding="utf-8"), re.MULTILINE)
    return said[1] if said else ""


def installed(room: Path, packages: str) -> Path:
    """A new folder in a room, with packages in `pip` and `node_modules`."""
    home = Path(tempfile.mkdtemp(dir=room))
    wheels = [name for name in packages.split() if "==" in name]
    modules = [name for name in packages.split() if "==" not in name]
    if wheels:
        subprocess.run([*PIP, home / "pip", *wheels], check=True)
    if modules:
        subprocess.run([*NPM, home, *modules], check=True)
    return home


def holds(program: Path, home: Path) -> bool:
    """Prints a line. The program runs as a copy, for Node.js looks for packages beside it."""
    copy = shutil.copy(program, home)
    command = [sys.executable if program.suffix == ".py" else "node", copy]
    bins = (str(home / "pip" / "bin"), str(home / "node_modules" / ".bin"), os.environ["PATH"])
    environment = os.environ | {"PYTHONPATH": str(home / "pip"), "PATH": os.pathsep.join(bins)}
    ended = subprocess.run(
        command, cwd=home, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    verdict = "holds" if ended.returncode == 0 else "does not hold any more"
    said = ended.stdout.strip() or ended.stderr[-2000:]
    print(f"{program.relative_to(PROGRAMS)}: {verdict}: {said}", flush=True)
    return ended.returncode == 0


if __name__ == "__main__":
    raise SystemExit(main())
