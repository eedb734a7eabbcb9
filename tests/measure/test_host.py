import pytest

from serbench.measure import environment
from serbench.measure.host import Host, described, this_host

FACTS = {"CPU": "Intel(R) Xeon(R) Processor @ 2.60GHz", "cores": "2", "memory": "7.8 GiB"}


@pytest.fixture
def machine(monkeypatch, tmp_path):
    facts = dict(FACTS)
    monkeypatch.setattr(environment, "describe", lambda: facts)
    path = tmp_path / "machine-id"
    path.write_text("0123456789abcdef0123456789abcdef\n")
    return facts, path


def test_host_is_stable_and_hides_the_machine_id(machine):
    _, path = machine
    host = this_host(path)
    assert host == this_host(path)
    assert host.name == f"Xeon-2c-{host.id[:4]}"
    assert len(host.id) == 16
    assert path.read_text().strip() not in repr(host)
    assert path.read_text()[:8] not in repr(host)


def test_changed_hardware_or_machine_id_makes_another_host(machine):
    facts, path = machine
    hosts = {this_host(path)}
    facts["memory"] = "7.7 GiB"  # of another kernel
    assert this_host(path) in hosts
    for name, value in (("CPU", "AMD EPYC 7B13"), ("cores", "4"), ("memory", "16.0 GiB")):
        facts[name] = value
        hosts.add(this_host(path))
    path.write_text("other\n")
    hosts.add(this_host(path))
    assert len(hosts) == len({host.id for host in hosts}) == 5


@pytest.mark.parametrize("text", [None, "", "\n"])
def test_host_without_machine_id_is_known_by_hostname(machine, monkeypatch, text):
    _, path = machine
    path.unlink() if text is None else path.write_text(text)
    monkeypatch.setattr("socket.gethostname", lambda: "one")
    one = this_host(path)
    monkeypatch.setattr("socket.gethostname", lambda: "two")
    assert this_host(path) != one


@pytest.mark.parametrize(
    ("cpu", "name"),
    [
        ("Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz", "Xeon-E5-2680-v4-2c"),
        ("AMD EPYC 7B13 64-Core Processor", "EPYC-7B13-2c"),
        ("11th Gen Intel(R) Core(TM) i7-1185G7 @ 3.00GHz", "Core-i7-1185G7-2c"),
        ("AMD Ryzen 7 7840U with Radeon 780M Graphics", "Ryzen-7-7840U-2c"),
        ("aarch64", "aarch64-2c"),
        ("", "unknown-2c"),
        ("\x1b[31mred", "31mred-2c"),
    ],
)
def test_names_of_processors(cpu, name):
    assert described({"CPU": cpu, "cores": "2"}) == Host(name)


def test_missing_facts_make_an_unknown_host():
    assert described({}) == Host("unknown")
