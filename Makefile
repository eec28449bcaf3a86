# Two commands on a fresh machine with Python 3.11 or newer: `make demo` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: demo test check picture bench clean help

help:
	@echo "make demo     start the demo game (creates $(VENV) on the first run)"
	@echo "make test     run all tests"
	@echo "make check    ruff, mypy --strict and the layer contracts"
	@echo "make picture  draw the pictures in docs anew from the running programs"
	@echo "make bench    measure the hot spots as ratios to their peers"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Talewright needs Python 3.11 or newer as $(PYTHON): set PYTHON=/path/to/python3.11"; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.tested: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,dev]'
	@touch $@ $(VENV)/.installed

demo: $(VENV)/.installed
	@$(BIN)/talewright demo

test: $(VENV)/.tested
	$(BIN)/python -m pytest

check: $(VENV)/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

picture: $(VENV)/.tested
	$(BIN)/talewright demo --picture docs/demo.svg
	$(BIN)/python tests/pictures.py

bench: $(VENV)/.tested
	@for b in bench/*_bench.py; do echo "== $$b"; $(BIN)/python $$b $(BENCH) || exit 1; done

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
