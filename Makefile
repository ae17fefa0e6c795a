# Kartfold: `make run` plays, `make test` checks everything, `make help` lists the rest.

PYTHON ?= python3
PORT ?= 8000

VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.made
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
PYTEST := $(BIN)/python -m pytest
ON_ALL_CORES := -n auto --dist loadfile --no-loadscope-reorder
UV := uv==0.13.9

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test lint types imports unit tests golden scenarios drills bench format messages requirements clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s%s\n", $$1, $$2}' Makefile

# ---------------------------------------------------------------- play

# Database and keys of `make run`; removing the folder starts anew.
run: export KARTFOLD_INSTANCE ?= instance
run: export PUBLIC_URL ?= http://127.0.0.1:$(PORT)
run: $(STAMPS)/run ## a server on 127.0.0.1 (PORT=8000), with a database and a demo game; the environment too, at first
	$(BIN)/flask --app wsgi run-local --port $(PORT)

# ---------------------------------------------------------------- check

test: lint types imports tests golden scenarios ## everything that CI checks
	@echo "make test: all is well"

lint: $(STAMPS)/dev ## form: ruff
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(STAMPS)/dev ## types: mypy, strict
	$(BIN)/mypy

imports: $(STAMPS)/dev ## who may import whom: import-linter
	$(BIN)/lint-imports --no-logo

unit: $(STAMPS)/dev ## the tests that need no database: rules, records, house
	$(PYTEST) $(wildcard tests/rules tests/replays tests/conformance) tests/test_architecture.py tests/test_config.py tests/test_readme.py

tests: $(STAMPS)/dev $(STAMPS)/browser ## all tests, on SQLite and PostgreSQL, with a seeded sample of the long properties
	$(PYTEST) $(ON_ALL_CORES)

golden: $(STAMPS)/run ## old records still mean the same
	$(BIN)/python -m replays verify replays/golden

scenarios: $(STAMPS)/run ## the rule cases, played
	$(BIN)/python -m replays scenario tests/conformance/scenarios

drills: $(STAMPS)/dev ## the long properties, whole: an hour rather than minutes
	DRILLS=whole $(PYTEST) $(ON_ALL_CORES) -m drill -o timeout=0

bench: $(STAMPS)/dev ## the benchmarks, with their peers
	$(BIN)/python -m tests.benchmarks

# ---------------------------------------------------------------- keep

format: $(STAMPS)/dev ## put code into form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

messages: $(STAMPS)/dev ## bring the catalogues of the languages up to date with what the pages say
	$(BIN)/python -m tests.messages

requirements: $(VENV)/bin/python ## compile requirements*.in again, to the newest versions, for all platforms
	$(PIP) install $(UV)
	$(call compile,requirements)
	$(call compile,requirements-dev)

clean: ## remove the environment and every cache, but no database
	rm -rf $(VENV) .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

define compile
$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make requirements" --output-file $(1).txt $(1).in
endef

# ---------------------------------------------------------------- environment

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Kartfold needs Python 3.11 or newer; '$(PYTHON)' is" \
			"$$($(PYTHON) --version 2>&1). Say which to use: make PYTHON=python3.12 …" >&2; exit 1; }
	@echo "Making the environment in $(VENV)"
	$(PYTHON) -m venv $(VENV)

$(STAMPS)/run: requirements.txt | $(VENV)/bin/python
	@echo "Installing requirements.txt"
	$(PIP) install --require-hashes -r requirements.txt
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/dev: requirements-dev.txt $(STAMPS)/run
	@echo "Installing requirements-dev.txt"
	$(PIP) install --require-hashes -r requirements-dev.txt
	@mkdir -p $(STAMPS) && touch $@

# The tests of the pages need a Chromium: looked for once, and installed where there is none.
$(STAMPS)/browser: $(STAMPS)/dev
	$(BIN)/python -m tests.browser.chromium
	@touch $@
