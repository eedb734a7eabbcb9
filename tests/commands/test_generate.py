import msgspec


def test_generate(serbench, tmp_path):
    done = serbench("generate", "log", "-n", 10, "-o", "x.jsonl.gz")
    assert done.status == 0
    assert serbench("infer", "x.jsonl.gz").status == 0
    to_stdout = serbench("generate", "nested")
    msgspec.json.decode(to_stdout.out)
