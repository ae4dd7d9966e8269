# Gruppetto: `make run` plays, `make test` checks; both make the virtual environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/uv pip install -q --python $(BIN)/python -c constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
.DELETE_ON_ERROR:
.PHONY: help run test lint bench long

help:  ## list the targets
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*## /\t/'

run: $(VENV)/.run  ## start the bot: on Discord with DISCORD_TOKEN, else in the sandbox
	$(BIN)/python bot.py

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
