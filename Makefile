# make lab     build and install graphlab into .venv and open JupyterLab on the first example
# make test    install what the tests need and run all of them
# make format  bring Python, TypeScript and notebooks into shape
# make soak    look for faults until the time is over: `make soak ARGS='--minutes 60'`, `make soak ARGS='graphs --seed 7'`
# make bench   print the benchmark table
# make api     write docs/api_coverage.md, and print how much of what programs use is there
#
# ARGS goes on to what is run: `make lab ARGS=--no-browser`, `make test ARGS='-k prune'`.

PYTHON ?= python3
ARGS ?=

# Whatever is run finds the programs of .venv first, and never waits for an answer.
VENV := $(CURDIR)/.venv
export PATH := $(VENV)/bin:$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore
PIP := $(VENV)/bin/python -m pip --quiet --no-input

EXTENSION := $(shell find extension -type f -not -path '*/node_modules/*' -not -path '*/lib/*' -not -path '*/tests/*')
SOURCES := pyproject.toml hatch_build.py $(EXTENSION)

.PHONY: help lab test lint format soak bench api build machine browser clean
help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

lab: .venv/lab.installed
	graphlab lab $(ARGS)

build: .venv/lab.installed

# pytest comes last, so that its closing line closes the run.
test: .venv/test.installed extension/node_modules/.package-lock.json browser lint
	cd extension && npm test --silent
	GRAPHLAB_REQUIRE_ALL=1 python -m pytest $(ARGS)

lint: .venv/test.installed extension/node_modules/.package-lock.json
	ruff check
	ruff format --check
	pyright --pythonpath $(VENV)/bin/python
	cd extension && npm run --silent typecheck && npm run --silent lint

format: .venv/test.installed extension/node_modules/.package-lock.json
	ruff check --fix
	ruff format
	cd extension && npx biome check --write .

machine: .venv/test.installed
	@python -m tests.machine

browser: machine
	@python -m tests.browser.chromium

soak: .venv/soak.installed
	python -m tests.soak $(ARGS)

bench: .venv/test.installed browser
	python -m benchmarks $(ARGS)

api: .venv/test.installed
	python -m tests.api

clean:
	rm -rf .venv build dist test-results extension/node_modules extension/lib graphlab/_src/viz/static build/labextension

.venv/bin/python:
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "graphlab needs Python's venv module (Debian: apt install python3-venv)." >&2; exit 1; }

# Editable: Python changes count at once, and the extension is built again only when its sources changed.
.venv/lab.installed: .venv/bin/python $(SOURCES)
	@echo "Installing graphlab into .venv: a minute or two, the first time"
	@$(PIP) install --editable '.[lab]'
	@touch $@

.venv/test.installed: .venv/lab.installed
	@echo "Installing what the tests need into .venv"
	@$(PIP) install --editable '.[test]'
	@touch $@

.venv/soak.installed: .venv/test.installed
	@$(PIP) install --editable '.[soak]'
	@touch $@

extension/node_modules/.package-lock.json: extension/package.json extension/package-lock.json
	cd extension && npm install --no-audit --no-fund --loglevel=error
	@touch $@
