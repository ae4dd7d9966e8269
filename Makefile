# Gruppetto: `make run` plays, `make test` checks; both make the virtual environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/uv pip install -q --python $(BIN)/python -c constraints.txt
# the files in which a mark stands: others need not even be imported
MARKED = $(shell grep -rlE --include='test_*.py' 'mark\.$(1)\b|of_table' tests)
# coverage is for CI: it takes time, least where Python can be monitored
COVERED = $(if $(CI),--cov --cov-report=term:skip-covered --cov-fail-under=98)
CORE = $(shell $(BIN)/python -c 'import sys; print("sysmon" if sys.version_info >= (3, 12) else "ctrace")')
# a clean checkout is compiled once, beside pyright, and not by each of the processes that test
COMPILED = $(if $(CI),$(BIN)/python -m pytest -n 0 -qq --collect-only > /dev/null || true)
# pyright needs Node; the Playwright wheel brings one
NODE = $(firstword $(wildcard $(CURDIR)/$(VENV)/lib/python3*/site-packages/playwright/driver))
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONDONTWRITEBYTECODE  # tests start many processes, and each would compile everything anew
.DELETE_ON_ERROR:
.PHONY: help run play install test tests quick quick-tests older lint bench season long

help:  ## list the targets
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*## /\t/'

install: $(VENV)/.run  ## everything that the bot needs, into .venv

run: $(VENV)/.run  ## start the bot: on Discord with DISCORD_TOKEN, else in the sandbox
	$(BIN)/python bot.py

play: $(VENV)/.dev  ## play a game while it is written: make play pistard
	$(BIN)/python -m tests.play $(GAME)

# what stands behind `play` is a game, not a target
ifeq ($(firstword $(MAKECMDGOALS)),play)
GAME = $(word 2,$(MAKECMDGOALS))
$(if $(GAME),$(eval $(GAME): ; @:))
endif

# pyright takes one core for half a minute: tests run beside it
test: $(VENV)/.dev  ## everything that CI runs: lint, types, layers, tests; with CI=true also how much they cover
	$(MAKE) --no-print-directory -j2 lint tests

tests: $(VENV)/.dev
	$(COMPILED)
	COVERAGE_CORE=$(CORE) $(BIN)/python -m pytest -n 4 $(COVERED)

quick: $(VENV)/.dev  ## a part of that in less than a minute: lint, contract, clauses, words, store, host
	$(MAKE) --no-print-directory -j2 lint quick-tests

quick-tests: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 -m "(quick or small) and not (slow or long)" $(call MARKED,quick)

# another Python differs in the language and its library: all is imported, the engines play, a store is opened, matches are played
older: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 -m "(older or small) and not (slow or long)" $(call MARKED,older)

lint: $(VENV)/.dev  ## ruff, pyright strict and the import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	PATH="$(NODE):$$PATH" $(BIN)/pyright
	$(BIN)/lint-imports

bench: $(VENV)/.dev  ## figures, as ratios measured in one run
	$(BIN)/python -m bench

season: $(VENV)/.dev  ## sixty days of slow play in some minutes: is anything stuck, what do plans save, how many pings
	$(BIN)/python -m bench.season

long: $(VENV)/.dev  ## what takes too long for CI
	$(BIN)/python -m pytest -n 2 -m long -vv  # it takes an hour or two: who has failed is told at once

$(VENV)/.dev: requirements-dev.txt $(VENV)/.run
	$(INSTALL) -r requirements.txt -r requirements-dev.txt
	touch $@
$(VENV)/.run: requirements.txt constraints.txt | $(BIN)/uv
	$(INSTALL) -r requirements.txt
	touch $@
$(BIN)/uv:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer, please")'
	$(PYTHON) -m venv $(VENV) || (echo "On Debian: apt-get install python3-venv"; exit 1)
	$(BIN)/python -m pip install -q -c constraints.txt uv
	touch $@
