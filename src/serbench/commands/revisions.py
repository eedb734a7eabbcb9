"""`serbench compare --rev`: what a change of an own codec, or of its library, did to its times.

Each revision is checked out into the cache, the repository itself is left as it is; drivers of both
are built and measured in one run, interleaved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from serbench import custom_codecs
from serbench.builders.codec import Codec
from serbench.commands.run import expect_measuring, measure_all
from serbench.commands.run_options import RunOptions, budget_s
from serbench.errors import UserError
from serbench.machine import cache, programs
from serbench.preparation.drivers import (
    availability,
    build_drivers,
    expect_builds,
    look_around,
    why_not_built,
)
from serbench.preparation.targets import resolve_all
from serbench.results.comparison import Comparison
from serbench.results.revisions import compare_codecs
from serbench.terminal.progress import plan

WORKING_TREE = "."


@dataclass(frozen=True, slots=True)
class Revision:
    """`name` is what the user calls it; `commit` is empty for the files as they are."""

    name: str
    commit: str

    @property
    def short(self) -> str:
        return self.commit[:12] or "files"


def compare_revisions(path: Path, names: Sequence[str], options: RunOptions) -> Comparison:
    """Of the codec in the file, from the first revision to the second; to the files as they are,
    if there is one only. Raises `UserError`."""
    codec = custom_codecs.read(path)
    root = _root(codec)
    if not 1 <= len(names) <= 2:
        raise UserError("--rev is to be given once or twice: from which revision, to which")
    from serbench.results.store import Store

    two = [_revision(root, name) for name in (*names, WORKING_TREE)[:2]]
    if two[0].commit == two[1].commit:
        raise UserError(f"{names[0]} and {two[1].name} are one revision; name another one")
    with (
        plan("compare") as whole,
        Store(options.db) as store,
        _checked_out(root, codec, two) as codecs,
    ):
        targets = resolve_all(options.targets, options.count, options.seed, options.narrow)
        names = [target.name for target in targets]
        expect_builds(whole, names, codecs)
        expect_measuring(whole, names, budget_s(options, codecs), len(codecs))
        look_around(codecs)
        builds = [build_drivers(target, codecs, options.operations) for target in targets]
        for one in codecs:
            for built in builds:
                if why := why_not_built(built, one.id):
                    raise UserError(f"{one.id}: {why.status}: {why.note}")
        versions = {one.id: availability(one).version for one in codecs}
        run_options = replace(options, codecs=tuple(one.id for one in codecs))
        result, finished = measure_all(
            *(store, run_options, targets, codecs, versions, builds), shows_answer=False
        )
    if not finished:
        raise KeyboardInterrupt
    return compare_codecs(options.db, result.run, codecs[0].id, codecs[1].id, codec.id)


def _git(folder: Path, *words: str) -> str:
    command = ["git", "-C", str(folder), *words]
    try:
        done = programs.run(command, env=programs.installing())
    except OSError:
        raise UserError("git is not installed, which --rev needs") from None
    if done.returncode != 0:
        message = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise UserError(f"git: {message.removeprefix('fatal: ')}")
    return done.stdout.strip()


def _root(codec: Codec) -> Path:
    return Path(_git(codec.path.parent, "rev-parse", "--show-toplevel")).resolve()


def _revision(root: Path, name: str) -> Revision:
    if name == WORKING_TREE:
        return Revision("the files as they are", "")
    commit = _git(root, "rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}")
    return Revision(name, commit)


@contextmanager
def _checked_out(root: Path, codec: Codec, two: Sequence[Revision]) -> Iterator[list[Codec]]:
    """The codec of each revision, which says so in its id. A clone that shares the objects: a
    worktree would be known to the repository until somebody removes it."""
    inside = codec.path.relative_to(root)
    with cache.scratch() as scratch:
        found = []
        for revision in two:
            name = f"{codec.name}-{revision.short}"
            path = codec.path
            if revision.commit:
                copy = scratch / revision.commit / root.name
                copy.parent.mkdir()
                for beside in root.parent.iterdir():  # what the codec names by ../
                    if beside.name != root.name:
                        (copy.parent / beside.name).symlink_to(beside)
                _git(root, "clone", "--quiet", "--shared", "--no-checkout", str(root), str(copy))
                _git(copy, "checkout", "--quiet", "--detach", revision.commit)
                path = copy / inside
                if not path.is_file():
                    raise UserError(f"{revision.name} has no {inside}; name a later revision")
            revised = custom_codecs.read(path)
            found.append(
                replace(
                    revised, id=f"{revised.language}/{name}", name=name, facts=dict(revised.facts)
                )
            )
        yield found
