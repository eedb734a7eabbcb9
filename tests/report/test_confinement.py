from serbench.report.confinement import sentence


def test_the_sandbox_is_named():
    assert sentence({"sandbox": "bubblewrap 0.8.0", "no_sandbox": ""}) == (
        "Decoders ran in a sandbox (bubblewrap 0.8.0: no network, read-only file system without "
        "the user's files)."
    )


def test_missing_sandbox_is_explained():
    assert sentence({"sandbox": "", "no_sandbox": "bwrap is not installed"}) == (
        "Decoders ran without a sandbox: bwrap is not installed."
    )


def test_older_run_has_no_sandbox():
    assert sentence({}) == "Decoders ran without a sandbox."


def test_control_characters_of_results_file_are_removed():
    assert "\x1b" not in sentence({"sandbox": "\x1b[2J"}) + sentence({"no_sandbox": "\x1b[2J"})
