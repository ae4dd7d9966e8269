# Gruppetto: `make run` plays, `make test` checks; both make the virtual environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/uv pip install -q --python $(BIN)/python -c constraints.txt
QUICK = $(sort $(dir $(wildcard tests/engines/*/test_*.py))) $(wildcard tests/render/test_*_words.py) $(addprefix tests/, \
	engines/test_contract.py render/test_render_contract.py locales db/test_db_store.py cogs/test_cogs_words.py \
	cogs/ui/test_cogs_names.py) $(HOST)
# tests of the host, without the files that take two seconds and more
SLOW := test_database_gone.py test_doctor.py test_house_logs.py test_ownership.py test_privacy.py test_season.py test_slow_% test_two_houses.py test_upgrades.py test_vitals.py \
	careers/test_ladders.py careers/test_recount.py coach/test_making.py coach/test_reviews.py cups/test_cups.py repair/test_rewind.py \
	outbox/test_notifications.py outbox/test_outbox.py outbox/test_outbox_parallel.py outbox/test_retired.py \
	play/test_autoplay.py play/test_changed_answers.py play/test_dormant.py play/test_easy.py play/test_matches_% play/test_plans% \
	play/test_results.py play/test_silence_sleeves.py play/test_swing.py play/test_thought_pool.py table/test_newcomers.py table/test_pauses.py table/test_playable.py \
	table/test_rematch.py table/test_seats.py table/test_tried.py table/test_votes.py time/test_backups.py time/test_heartbeat.py time/test_player_clocks.py
# another Python differs in the language and its library: all is imported, the engines play, a store is opened, matches are played
OLDER := $(addprefix tests/,engines/test_contract.py db/test_db_store.py cogs/test_cogs_matches.py cogs/test_cogs_routes.py cogs/ui/test_cogs_names.py)
HOST := $(filter-out $(addprefix tests/host/,$(SLOW)),$(wildcard tests/host/test_*.py tests/host/*/test_*.py))
SMALL := not (postgres or oracle or thousand or every_kind or any_text) and (small or not contract)
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
	$(BIN)/python -m pytest -n 2 $(QUICK) -k "$(SMALL)"

older: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 $(OLDER) -k "$(SMALL)"

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
