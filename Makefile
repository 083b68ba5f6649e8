# make demo          plays a game by mail, from registration to the last bulletin
# make test          everything that is checked before a change goes in
# make test-pythons  the tests on each supported Python that is here
# make oracle        holds the rules to a second adjudicator on 100,000 random positions
# make bench         times the judge beside a yardstick, or with PEERS=... beside other adjudicators
# make roundtrip     writes all legal orders of 100 positions in each language, and reads them back
# make mutations     reads 200,000 orders with one slip each, and counts what they are read as
# make lint          formatter, linter, types and layers only
# make format        lets the formatter and the linter mend what they can
# make clean         removes what the above made
#
# Each does its own set-up. PYTHON=... picks the interpreter, PYTEST_ARGS=... adds to pytest,
# ORACLE_ARGS=... stands for the oracle's "--positions 100000 --seed 1", ROUNDTRIP_ARGS=... for the
# round trip's "--positions 100", MUTATIONS_ARGS=... for "--lines 200000 --seed 1".

.PHONY: demo test test-pythons oracle roundtrip mutations bench servers lint format installed pytest clean
.PHONY: formatted linted typed layered
.NOTPARALLEL:
.DEFAULT_GOAL := demo

WORKS := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for each in python3.13 python3.12 python3.11 python3; do \
	"$$each" -c '$(WORKS)' 2>/dev/null && echo "$$each" && break; done)
PYTHONS ?= $(shell for each in python3.11 python3.12 python3.13; do \
	"$$each" -c '$(WORKS)' 2>/dev/null && echo "$$each"; done)
PYTEST_ARGS ?=
ORACLE_ARGS ?= --positions 100000 --seed 1
ROUNDTRIP_ARGS ?= --positions 100
MUTATIONS_ARGS ?= --lines 200000 --seed 1

BIN := .venv/bin
PEERS ?=
PEERS_PYTHON ?= $(BIN)/python
BENCH_ARGS ?=
PIP := -m pip --quiet --disable-pip-version-check --no-input

# Debian keeps servers where not everybody's PATH looks.
export PATH := $(PATH):/usr/sbin:/sbin
unexport PYTHONPATH PYTHONHOME

demo: .venv/judge.stamp
	$(BIN)/judge demo

test: servers lint installed pytest

# A virtual environment is made anew when what it is made from has changed.
.venv/judge.stamp: setup.cfg pyproject.toml
	@test -n "$(PYTHON)" || { echo "judge needs Python 3.11 or newer with venv:" \
		"apt-get install python3 python3-venv, or say make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "installing judge into .venv"
	@rm -rf .venv
	@"$(PYTHON)" -m venv .venv
	@$(BIN)/python $(PIP) install --editable .
	@touch $@

.venv/test.stamp: .venv/judge.stamp
	@echo "installing the tools of the tests into .venv"
	@$(BIN)/python $(PIP) install --editable '.[test]'
	@touch $@

servers:
	@tests/house/bring-servers

lint: formatted linted typed layered

formatted: .venv/test.stamp
	$(BIN)/ruff format --check --quiet .

linted: .venv/test.stamp
	$(BIN)/ruff check --quiet .

typed: .venv/test.stamp
	$(BIN)/mypy --no-error-summary

layered: .venv/test.stamp
	$(BIN)/lint-imports --no-cache --no-logo

format: .venv/test.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

installed: .venv/test.stamp
	@tests/house/check-installed $(BIN)

pytest: .venv/test.stamp
	$(BIN)/pytest --quiet $(PYTEST_ARGS)

oracle: .venv/test.stamp
	PYTHONPATH=.:tests/rules $(BIN)/python tests/rules/oracle_run.py $(ORACLE_ARGS)

roundtrip: .venv/test.stamp
	PYTHONPATH=.:tests/reading $(BIN)/python tests/reading/roundtrip_run.py $(ROUNDTRIP_ARGS)

mutations: .venv/test.stamp
	PYTHONPATH=.:tests/reading $(BIN)/python tests/reading/mutations_run.py $(MUTATIONS_ARGS)

test-pythons: servers
	@test -n "$(PYTHONS)" || { echo "no Python of 3.11 to 3.13 is on PATH: install one, or" \
		"say make test-pythons PYTHONS='/path/to/python3.12 ...'" >&2; exit 1; }
	@set -e; for each in $(PYTHONS); do \
		folder=.venv-$$(basename "$$each"); \
		echo "== $$("$$each" --version)"; \
		rm -rf "$$folder"; \
		"$$each" -m venv "$$folder"; \
		"$$folder/bin/python" $(PIP) install --editable '.[test]'; \
		"$$folder/bin/pytest" --quiet $(PYTEST_ARGS); \
	done

bench: .venv/judge.stamp
ifeq ($(PEERS),)
	$(BIN)/python tests/bench/bench.py
else
	"$(PEERS_PYTHON)" "$(PEERS)/peers.py" --adapter tests/bench/adapter.py:judge $(BENCH_ARGS)
endif

clean:
	rm -rf .venv .venv-* build dist *.egg-info
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find judge tests -name __pycache__ -type d -prune -exec rm -rf {} +
