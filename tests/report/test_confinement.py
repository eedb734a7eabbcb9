from serbench.report.confinement import sentence


def test_the_sandbox_is_named():
    assert sentence({"sandbox": "bubblewrap 0.8.0", "no_sandbox": ""}) == (
        "Decoders ran in a sandbox (bubblewrap 0.8.0: no network, read-only file system without "
        "the user's files)."
    )


def test_without_one_it_is_said_why():
    assert sentence({"sandbox": "", "no_sandbox": "bwrap is not installed"}) == (
        "Decoders ran without a sandbox: bwrap is not installed."
    )


def test_an_older_run_had_none():
    assert sentence({}) == "Decoders ran without a sandbox."


def test_what_a_results_file_says_moves_no_cursor():
    assert "\x1b" not in sentence({"sandbox": "\x1b[2J"}) + sentence({"no_sandbox": "\x1b[2J"})
