"""`python -m serbench`."""

from serbench.cli import main

main()
