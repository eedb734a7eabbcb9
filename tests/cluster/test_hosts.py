import msgspec
import pytest

from serbench.cluster import hosts as module
from serbench.cluster.connection import ClusterWorker, code
from serbench.cluster.hosts import (
    ClusterHost,
    HostFacts,
    facts_here,
    hosts_of,
    selected,
    tell_facts,
)
from serbench.errors import UserError
from serbench.measure.host import Host, kind_of

PYTHON = facts_here().python
XEON = {"CPU": "Intel(R) Xeon(R) Gold 6148 CPU", "cores": "4"}
EPYC = {"CPU": "AMD EPYC 7B13 64-Core Processor", "cores": "8"}


def facts(number, environment=XEON, **told):
    name = "Xeon" if environment is XEON else "EPYC"
    given = {
        "host": Host(f"{name}-{number}", f"id{number}"),
        "machine": f"machine {number}",
        "hostname": f"node{number}",
        "environment": environment,
        "code": code(),
        "python": PYTHON,
    }
    return HostFacts(**given | told)


def worker(number, **told):
    given = {
        "address": f"tls://10.0.0.{number}:4000",
        "name": f"worker-{number}",
        "host": f"10.0.0.{number}",
        "threads": 1,
        "resources": {"serbench": 1.0},
    }
    return ClusterWorker(**given | told)


class Answers:
    """A connection whose workers answer so."""

    def __init__(self, answers):
        self.answers = answers

    def ask(self, function, *, workers):
        assert function == module.tell_facts
        return {address: self.answers[address] for address in workers}


def found(*pairs):
    answers = {
        w.address: msgspec.json.encode(told) if isinstance(told, HostFacts) else told
        for w, told in pairs
    }
    return hosts_of(Answers(answers), [w for w, _ in pairs])


def test_host_says_what_it_is():
    told = msgspec.json.decode(tell_facts(), type=HostFacts)
    assert told.host == facts_here().host
    assert told.code == code()
    assert told.machine
    assert kind_of(told.environment) == kind_of(facts_here().environment)


def test_one_worker_of_each_machine_is_taken_by_name():
    several = [(worker(n), facts(n)) for n in (3, 1)]
    same = (worker(2), facts(1, hostname="a container of it", host=Host("Xeon-9", "id9")))
    for pairs in ([*several, same], [same, *several]):
        hosts, left_out = found(*pairs)
        assert [(h.name, h.worker.name, h.workers) for h in hosts] == [
            ("Xeon-1", "worker-1", 2),
            ("Xeon-3", "worker-3", 1),
        ]
        assert left_out == []


@pytest.mark.parametrize(
    ("told", "resources", "why"),
    [
        ({"code": "0.0.1 (abc)"}, 1.0, "its serbench is 0.0.1"),
        ({"python": "2.7"}, 1.0, "its Python is 2.7"),
        ({}, 0.0, "without --resources serbench=1"),
    ],
)
def test_host_that_differs_is_left_out_with_the_reason(told, resources, why):
    hosts, left_out = found(
        (worker(1, resources={"serbench": resources}), facts(1, **told)), (worker(2), facts(2))
    )
    assert [h.name for h in hosts] == ["Xeon-2"]
    [one] = left_out
    assert one.host.name == "Xeon-1"
    assert "node1" in one.name
    assert why in one.why


def test_worker_with_the_resource_is_taken_where_another_lacks_it():
    hosts, left_out = found(
        (worker(1, resources={}), facts(1)), (worker(2), facts(1)), (worker(3), facts(1))
    )
    assert [h.worker.name for h in hosts] == ["worker-2"]
    assert left_out == []


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (ModuleNotFoundError("No module named 'serbench'"), "No module named 'serbench'"),
        (b"{}", "it does not say where it is"),
        (None, "it does not say where it is"),
    ],
)
def test_worker_that_does_not_answer_is_left_out(answer, why):
    hosts, left_out = found((worker(1), answer), (worker(2), facts(2)))
    assert [h.name for h in hosts] == ["Xeon-2"]
    [one] = left_out
    assert (one.name, one.host) == ("worker worker-1", None)
    assert why in one.why


HOSTS = [
    ClusterHost(worker(1), facts(1)),
    ClusterHost(worker(2), facts(2)),
    ClusterHost(worker(3), facts(3, EPYC)),
]


@pytest.mark.parametrize(
    ("selectors", "names"),
    [
        ((), ["Xeon-1", "Xeon-2", "EPYC-3"]),
        (("name=xeon-*",), ["Xeon-1", "Xeon-2"]),
        (("name=node2",), ["Xeon-2"]),
        (("kind=*epyc*",), ["EPYC-3"]),
        (("kind=Xeon-Gold-6148-4c",), ["Xeon-1", "Xeon-2"]),
        (("worker=worker-1", "kind=AMD*"), ["Xeon-1", "EPYC-3"]),
        (("kind=*Xeon*,name=node2",), ["Xeon-2"]),
        (("worker=tls://10.0.0.3:*",), ["EPYC-3"]),
    ],
)
def test_selectors_choose_hosts(selectors, names):
    assert [host.name for host in selected(HOSTS, selectors)] == names


@pytest.mark.parametrize(
    ("selector", "said"),
    [
        ("name=none", r"no host fits; there are: Xeon-1 \(node1, Intel.*worker-1\); Xeon-2"),
        ("kind=*Xeon*,name=node3", "no host fits"),
        ("xeon", "say name=TEXT, kind=TEXT or worker=TEXT"),
        ("name=", "say name=TEXT"),
        ("kinds=x", "no condition of --on 'kinds'.*Did you mean 'kind'"),
    ],
)
def test_selector_that_fits_nothing_is_rejected_with_a_list_of_hosts(selector, said):
    with pytest.raises(UserError, match=said) as raised:
        selected(HOSTS, ("name=*", selector))
    assert "\n" not in str(raised.value)
