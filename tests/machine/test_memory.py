from serbench.machine import memory


def test_available_memory_is_read_in_bytes(tmp_path, monkeypatch):
    meminfo = tmp_path / "meminfo"
    meminfo.write_text("MemTotal: 9 kB\nMemAvailable:   3 kB\n")
    monkeypatch.setattr(memory, "MEMINFO", meminfo)
    assert memory.available_bytes() == 3072


def test_half_of_all_memory_counts_as_available_where_the_system_does_not_say(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(memory, "MEMINFO", tmp_path / "none")
    assert memory.available_bytes() > 100 << 20
