# Two commands set everything up on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo test quick check format mutate compare-sdks clean

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $(STAMP)

demo: $(STAMP)  ## check the embedded reference server, write reports/demo/report.html
	$(BIN)/task-conformance run --demo

test: $(STAMP)  ## every test
	$(BIN)/python -m pytest

quick: $(STAMP)  ## the tests that take under a minute together
	$(BIN)/python -m pytest -m 'not slow' -q

check: $(STAMP)  ## formatter, linter, strict types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

mutate: $(STAMP)  ## mutants of what reads and judges answers, on recordings, then on tests (a night on two processors); ONLY="FILE ...", SAMPLE=0.2 SEED=1, JOBS=1
	$(BIN)/python -m tests.mutation $(ONLY)

compare-sdks: $(STAMP)  ## the suite on the published SDKs side by side, reports/sdk-comparison.html (minutes)
	$(BIN)/python -m tests.agents.compare

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache dist build
