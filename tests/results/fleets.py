"""Results files of hosts that measured together, whose truth is known."""

from serbench.measure.host import Host
from serbench.results.fleet import CAUSE
from tests.results.made import Made

FLEET = "fleet-20261127-104502"
XEON = {
    "CPU": "Intel(R) Xeon(R) Gold 6148 CPU",
    "cores": "4",
    "memory": "15.6 GiB",
    "kernel": "6.1",
}
EPYC = {"CPU": "AMD EPYC 7B13 64-Core Processor", "cores": "8", "memory": "31.3 GiB"}
# On EPYC the hand-written code is the slower one, by far.
ON_EPYC = {"cpp/handcoded": 4.0, "rust/serde-json": 0.9}


def host(number, facts=XEON, **made):
    """A host of a fleet; each has a speed of its own."""
    name = "Xeon-Gold-6148-4c" if facts is XEON else "EPYC-7B13-8c"
    of_host = {
        "host": Host(f"{name}-000{number}", f"000{number}"),
        "machine": 1 + 0.3 * number,
        "environment": facts,
        "fleet": FLEET,
        "tag": "night",
    }
    return Made(**of_host | made)


# Two of one kind and one of another, of which one was lost.
TWO_KINDS = (
    host(1),
    host(2, status="interrupted", environment=XEON | {CAUSE: "the host was lost"}),
    host(3, EPYC, factors=ON_EPYC),
)
