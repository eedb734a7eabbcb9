"""Do docs/findings.md's findings in libraries still hold?

Uses nothing of serbench.

    python benches/findings.py [TEXT ...]    # only programs whose path has one of the texts

Each program in benches/findings/ names what it needs in a comment, `needs: a==1.2 b@3.4`: `==` by
pip, wheels only, `@` by npm, without scripts. All is installed into a temporary folder. A program
ends with status 0 if what it shows still holds and with 1 if not. To try another version, change
the comment. What is compiled has its command in a comment, `run: ...`, with the versions of Rust's
and Go's; C++'s and Java's are those that are installed and that `serbench setup` fetched.
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

REPOSITORY = Path(__file__).resolve().parents[1]
PROGRAMS = REPOSITORY / "benches" / "findings"
PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--target")
SUFFIXES = (".py", ".mjs", ".cpp", ".rs", ".go", ".java")
NPM = ("npm", "install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix")


def main() -> int:
    found = sorted(path for path in PROGRAMS.glob("*/*") if path.suffix in SUFFIXES)
    wanted = sys.argv[1:] or [""]
    programs = [path for path in found if any(text in str(path) for text in wanted)]
    with tempfile.TemporaryDirectory() as room:
        install = functools.cache(functools.partial(installed, Path(room)))
        verdicts = [holds(path, install(header_value(path, "needs"))) for path in programs]
    return int(not all(verdicts))


def header_value(program: Path, word: str) -> str:
    pattern = rf"^(?:#|//) {word}: (.+)$"
    found = re.search(pattern, program.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else ""


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
    run = header_value(program, "run")
    if run:
        command = ["bash", "-c", run]
    bins = (str(home / "pip" / "bin"), str(home / "node_modules" / ".bin"), os.environ["PATH"])
    environment = os.environ | {"PYTHONPATH": str(home / "pip"), "PATH": os.pathsep.join(bins)}
    ended = subprocess.run(
        command,
        cwd=REPOSITORY if run else home,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    verdict = "holds" if ended.returncode == 0 else "does not hold any more"
    output = ended.stdout.strip() or ended.stderr[-2000:]
    print(f"{program.relative_to(PROGRAMS)}: {verdict}: {output}", flush=True)
    return ended.returncode == 0


if __name__ == "__main__":
    raise SystemExit(main())
