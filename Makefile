# Gruppetto: `make run` plays, `make test` checks; both make the virtual environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SITE := .venv-site
INSTALL := $(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -c constraints.txt -r pyproject.toml --extra postgres --extra cjk
# the files in which a mark stands: others need not even be imported
MARKED = $(shell grep -rlE --include='test_*.py' 'mark\.$(1)\b|of_table' tests)
# coverage is for CI; sys.monitoring makes it cheap, and knows branches from Python 3.14 on: without it they treble the time
BRANCHES = $(shell $(BIN)/python -c 'import sys; print("" if sys.version_info < (3, 14) else "--cov-branch")')
CORE = $(shell $(BIN)/python -c 'import sys; print("ctrace" if sys.version_info < (3, 12) else "sysmon")')
COVERED = $(if $(CI),--cov $(BRANCHES) --cov-report=)
REPORT = $(if $(CI),$(BIN)/coverage report --skip-covered --fail-under=98)
# the texts of all languages in one file, for a quicker start; a bot without it reads them where they are written
TEXTS := locales/compiled.msgpack
# pyright needs Node; the Playwright wheel brings one
NODE = $(firstword $(wildcard $(CURDIR)/$(VENV)/lib/python3*/site-packages/playwright/driver))
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONDONTWRITEBYTECODE  # tests start many processes, and each would compile everything again
.DELETE_ON_ERROR:
.PHONY: help run play install test tests quick quick-tests older lint bench season long lock dist platform release site

help:  ## list these targets
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*## /\t/'

install: $(VENV)/.run $(TEXTS)  ## install everything that the bot needs into .venv

run: $(VENV)/.run $(TEXTS)  ## start the bot: on Discord with DISCORD_TOKEN, otherwise in the Gruppetto sandbox
	@echo "Starting Gruppetto. Ctrl-C stops it."
	@$(BIN)/python bot.py

play: $(VENV)/.dev  ## play a game while it is written: make play pistard
	$(BIN)/python -m tests.play $(GAME)

# what stands behind `play` is a game, not a target
ifeq ($(firstword $(MAKECMDGOALS)),play)
GAME = $(word 2,$(MAKECMDGOALS))
$(if $(GAME),$(eval $(GAME): ; @:))
endif

# pyright takes one core for half a minute: tests run beside it
test: $(VENV)/.dev  ## run everything that CI runs: lint, types, layers, tests; with CI=true also measure coverage
	$(MAKE) --no-print-directory -j2 lint tests

tests: $(VENV)/.compiled
	COVERAGE_CORE=$(CORE) $(BIN)/python -m pytest -n 4 $(COVERED)
	@$(REPORT)

quick: $(VENV)/.dev  ## run a part of that in about a minute: lint, contract, clauses, words, store, host
	$(MAKE) --no-print-directory -j2 lint quick-tests

quick-tests: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 -m "(quick or small) and not (slow or long)" $(call MARKED,quick)

# another Python differs in the language and its library: all is imported, the engines play, a store is opened, matches are played
older: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 -m "(older or small) and not (slow or long)" $(call MARKED,older)

lint: $(VENV)/.dev  ## ruff, pyright (strict, standard in tests) and the import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	PATH="$(NODE):$$PATH" $(BIN)/pyright
	$(BIN)/lint-imports

bench: $(VENV)/.dev  ## measure speed, as ratios of one run
	$(BIN)/python -m bench

season: $(VENV)/.dev  ## play sixty days of slow play in some minutes: is anything stuck, what do plans save, how many pings
	$(BIN)/python -m bench.season --live 0.5

long: $(VENV)/.dev  ## run the tests that take too long for CI
	$(BIN)/python -m pytest -n 2 -m long -vv  # it takes an hour or two, so each failure is shown at once

lock: | $(BIN)/uv  ## write constraints.txt again after a change of pyproject.toml; what it holds stays, unless it no longer fits
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate \
		--all-extras --group dev pyproject.toml -o constraints.txt

dist: $(TEXTS)  ## build the package that others install, as a wheel and with its sources, into dist
	@rm -rf dist
	$(BIN)/uv build -q --python $(BIN)/python --require-hashes --build-constraints constraints.txt

platform: | $(BIN)/uv  ## ask npm what has changed of what the bot uses of Discord
	@$(BIN)/python -m deploy.platform

release: $(VENV)/.dev  ## write a version and its day: make release VERSION=1.2.3, see CONTRIBUTING.md
	@$(BIN)/python -m deploy.release "$(VERSION)" "$(REPOSITORY)" "$(PACKAGE)"

site: $(VENV)/.run $(TEXTS) $(SITE)/.made  ## build the docs site into site/html
	$(BIN)/python -m docs.site
	$(SITE)/bin/zensical build --clean --strict -f site/zensical.toml

$(VENV)/.dev: $(VENV)/.run | $(TEXTS)
	@echo "Installing the tools for tests into $(VENV) ..."
	@$(INSTALL) --extra contract --group dev
	@touch $@
# a clean checkout is compiled once, beside pyright, and not by each of the processes that test: for that
# the files are imported, and no tests are made
$(VENV)/.compiled: $(VENV)/.dev
	@$(BIN)/python -m pytest -n 0 -qq --collect-only -o python_functions=none > /dev/null || true
	@touch $@
$(VENV)/.run: pyproject.toml constraints.txt | $(BIN)/uv
	@echo "Installing the packages that the bot needs into $(VENV) (the first time this takes about a minute) ..."
	@$(INSTALL)
	@touch $@
# what builds the site never meets the bot or its tests
$(SITE)/.made: requirements-site.txt | $(BIN)/uv
	@echo "Installing what builds the docs site into $(SITE) ..."
	@$(BIN)/uv venv -q --clear --python $(BIN)/python $(SITE)
	@$(BIN)/uv pip install -q --require-hashes --python $(SITE)/bin/python -r requirements-site.txt
	@touch $@
$(TEXTS): $(wildcard locales/*.py locales/*/*.po locales/*/*.md) | $(VENV)/.run
	@$(BIN)/python -m locales.compile
$(BIN)/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Please use Python 3.11 or newer.")'
	@echo "Making a virtual environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) || (echo "On Debian: apt-get install python3-venv"; exit 1)
	@echo "Installing uv, which fetches the packages ..."
	@sed -n '/^uv==/,/[^\]$$/p' constraints.txt > $(VENV)/uv.txt  # pip takes no hashes from constraints
	@$(BIN)/python -m pip install -q --force-reinstall --require-hashes -r $(VENV)/uv.txt
	@touch $@
