# Two commands are all that is needed: `make run` and `make test`. Each sets up what it needs.

VENV := .venv
BIN := $(VENV)/bin
PRETTIER := npx --yes prettier@3.10.1
# What others release today fails no test of ours, and no file is installed that is not the locked
# one. The second step has no hash: it is this repository.
PIP := $(BIN)/python -P -m pip install --quiet --disable-pip-version-check
INSTALL = $(PIP) --require-hashes -r $(1) && $(PIP) --no-deps --no-build-isolation --editable .
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

# To measure, serbench alone is enough; the tools of its developers take as long again.
SERBENCH := $(firstword $(wildcard $(BIN)/.installed) $(BIN)/.serbench)

.PHONY: run setup browser test test-fast fuzz lint format bench bench-smoke docs release-notes lock upgrade clean help

run: setup ## Measure the core set on the workload `log`; writes report.html
	$(BIN)/serbench run log

setup: $(SERBENCH) ## Install what the core set needs and build its drivers for `log`
	$(BIN)/serbench setup

browser: $(BIN)/.installed # Only tests of the report need one, so that `run` does not install it
	@command -v chromium >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing system packages: chromium"; \
			apt-get update -q >/dev/null && apt-get install -y --no-install-recommends chromium >/dev/null \
				|| $(BIN)/playwright install --with-deps chromium; \
		else echo "no Chromium for the tests of the report; to get it: sudo apt-get install chromium (or $(BIN)/playwright install chromium)" >&2; fi; }

# What compiles comes first and by itself, since it keeps all processors busy; the workers of pytest
# then find it done.
test: $(BIN)/.installed browser lint ## Everything: linters, fast tests, tests in a browser, tests that compile, a minute of fuzzing
	$(BIN)/python -m tests.compiled_schemas
	$(BIN)/pytest -n 2
	$(BIN)/python -m tests.fuzz --seconds 60

test-fast: $(BIN)/.installed ## Tests that need no compiler and no browser
	$(BIN)/pytest -m "not compiled and not browser" -n 2

fuzz: $(BIN)/.installed ## 10,000 hostile files of each kind through what reads them; ten times the examples of properties
	$(BIN)/python -m tests.fuzz --cases 10000
	SERBENCH_EXAMPLES=10 $(BIN)/pytest -m "hypothesis and not compiled and not browser" -n 2

lint: $(BIN)/.installed ## ruff and mypy; clang-format, rustfmt, gofmt and prettier where they are found (clippy and go vet are among the tests)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	MYPYPATH=src/serbench/drivers/python $(BIN)/mypy --config-file= --strict --package serbench_driver
	@if command -v clang-format >/dev/null; then \
		clang-format --dry-run -Werror $$(git ls-files '*.cpp' '*.hpp'); \
	else echo "clang-format is not installed: C++ sources were not checked" >&2; fi
	@if rustfmt --version >/dev/null 2>&1; then \
		rustfmt --check --edition 2021 $$(git ls-files '*.rs'); \
	else echo "rustfmt is not installed: Rust sources were not checked" >&2; fi
	@if command -v gofmt >/dev/null; then \
		test -z "$$(gofmt -l $$(git ls-files '*.go') | tee /dev/stderr)"; \
	else echo "gofmt is not installed: Go sources were not checked" >&2; fi
	@if $(PRETTIER) --version >/dev/null 2>&1; then \
		$(PRETTIER) --check $$(git ls-files '*.js'); \
	else echo "prettier is not installed: JavaScript sources were not checked" >&2; fi

format: $(BIN)/.installed ## Put all sources in their form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	clang-format -i $$(git ls-files '*.cpp' '*.hpp')
	rustfmt --edition 2021 $$(git ls-files '*.rs')
	gofmt -w $$(git ls-files '*.go')
	$(PRETTIER) --write $$(git ls-files '*.js')

bench-smoke: $(BIN)/.installed ## Compile what calls libraries by hand in C++, Java, Python and JavaScript; prove it, and time nothing
	$(BIN)/python benches/handwritten/cpp.py --budget 0
	$(BIN)/python benches/handwritten/java.py 0
	$(BIN)/python benches/handwritten/interpreted.py --budget 0

bench: ## The commands that show the performance targets
	@grep -ohE '\.venv/bin/python benches/.*' benches/*.py benches/handwritten/*.py

docs: $(BIN)/.docs ## The site of docs/, checked, in site/; RESULTS=FILE puts a results file's figures into it
	NO_MKDOCS_2_WARNING=1 RESULTS="$(RESULTS)" $(BIN)/mkdocs build --strict --quiet
	@echo "site/index.html"

TAG ?= Unreleased
release-notes: ## What CHANGELOG.md says of a release: make release-notes TAG=v1.2.3
	@grep -qF '## [$(TAG:v%=%)]' CHANGELOG.md || { echo "CHANGELOG.md: no section [$(TAG:v%=%)]" >&2; exit 2; }
	@awk -v name='$(TAG:v%=%)' '/^## / { shown = index($$0, "## [" name "]") == 1; next } shown' CHANGELOG.md

# A virtual environment by venv; where Debian's python3 lacks ensurepip, the package that brings it.
$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: apt-get install python3 python3-venv" >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing system packages: python3-venv"; \
			apt-get update -q >/dev/null && apt-get install -y --no-install-recommends python3-venv >/dev/null; \
		else echo "missing system package; to get it: sudo apt-get install python3-venv" >&2; exit 2; fi; }
	$(PYTHON) -m venv $(VENV)

$(BIN)/.serbench: pyproject.toml locks/run.txt | $(BIN)/python
	$(call INSTALL,locks/run.txt)
	@touch $@

$(BIN)/.installed: pyproject.toml locks/dev.txt | $(BIN)/python
	$(call INSTALL,locks/dev.txt)
	@touch $@

$(BIN)/.docs: $(BIN)/.installed locks/docs.txt
	$(call INSTALL,locks/docs.txt)
	@touch $@

# Of serbench itself: with the tools of its developers, and its site's; as the action installs it, and
# as the container does. A lock that is there keeps its versions.
RESOLVE := $(BIN)/uv pip compile --quiet --universal --fork-strategy fewest --generate-hashes \
	--only-binary :all: --emit-build-options --no-header --no-annotate pyproject.toml
lock: $(BIN)/.installed ## Lock what is not locked yet, with hashes, in every language; versions stay as they are
	$(BIN)/python -m serbench.builders.locking $(UPGRADE)
	$(RESOLVE) $(UPGRADE) --python-version 3.11 --extra dev -o locks/dev.txt
	$(RESOLVE) $(UPGRADE) --python-version 3.11.5 --extra dev --extra docs -o locks/docs.txt
	echo hatchling | $(RESOLVE) $(UPGRADE) --python-version 3.11 - -o locks/run.txt
	printf 'hatchling\nnodejs-wheel\n' | \
		$(RESOLVE) $(UPGRADE) --python-version 3.11 --extra formats --extra cluster - -o locks/container.txt

upgrade: ## Lock the newest versions of all that is installed; see that the tests pass with them
	$(MAKE) lock UPGRADE=--upgrade

clean: ## Remove the virtual environment and what tools left behind; the cache stays
	rm -rf $(VENV) site .mypy_cache .ruff_cache .pytest_cache .hypothesis

help: ## This list
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 12
