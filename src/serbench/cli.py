"""The command line: what it begins with, and what becomes of errors. Its commands are in
`serbench.commands`."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

import serbench
from serbench.command_line.help import Commands
from serbench.commands.arguments import BAD_USE, INTERRUPTED
from serbench.errors import UserError
from serbench.terminal.plain_text import plain_streams

app = typer.Typer(
    cls=Commands,
    name="serbench",
    help="Which serialization library should I use for my data, in my languages?",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    epilog="Exit status: 0; 1 for a negative verdict (each command's --help says which); 2 for bad "
    "use or bad data; 130 after an interrupt.",
)


def main() -> NoReturn:
    with plain_streams():
        _main()


def _main() -> NoReturn:
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # what cannot be written is an error here, and not after the end
    except UserError as error:
        print(f"serbench: {error}", file=sys.stderr)
        sys.exit(BAD_USE)
    except (KeyboardInterrupt, SystemExit) as end:
        # typer turns an interrupt into a silent exit.
        if isinstance(end, SystemExit) and end.code != INTERRUPTED:
            raise
        print("serbench: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output has gone, as `head` does; Python would complain at exit.
        sys.stdout = None
        sys.exit(0)
    except OSError as error:
        sys.stdout = None
        print(f"serbench: {_told(error)}", file=sys.stderr)
        sys.exit(BAD_USE)
    except Exception as error:
        # Of figures that somebody else wrote, a table or page may fail that holds for ours.
        provenance = sys.modules.get("serbench.results.provenance")
        why = provenance.why_it_failed(error) if provenance else None
        if why is None:
            raise
        print(f"serbench: {why}", file=sys.stderr)
        sys.exit(BAD_USE)
    sys.exit(0)


def _told(error: OSError) -> str:
    """What was read or written where nobody expected it to fail."""
    told = f"{error.filename or 'a file'}: {error.strerror or error}"
    if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return told
    from serbench.machine import cache
    from serbench.quoting import shell

    return f"{told}; make room, see: df -h . {shell(cache.home())}"


def version(wanted: bool) -> None:
    if wanted:
        print(f"serbench {serbench.__version__}")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Which serialization library should I use for my data, in my languages?"""
    if Path("serbench.toml").is_file():  # most folders have none; reading it takes imports
        from serbench.command_line import configuration

        group: Any = context.command
        if found := configuration.load(Path(), group.commands):
            # Each command asks it before it begins: see `serbench.command_line.help`.
            context.obj = found
            context.default_map = found.defaults()
