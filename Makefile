# make lab     build and install graphlab into .venv and open JupyterLab on the first example
# make check   the quick tests: contract, layers, units; no browser
# make test    install what the tests need and run all of them
# make docs    build the documentation site in build/docs
# make format  bring Python, TypeScript and notebooks into shape
# make soak    look for faults until the time is over: `make soak ARGS='--minutes 60'`, `make soak ARGS='graphs --seed 7'`
# make bench   print the benchmark table
# make api     write docs/api_coverage.md, and print how much of what programs use is there
#
# ARGS goes on to what is run: `make lab ARGS=--no-browser`, `make test ARGS='-k prune'`. PYTHON names another interpreter,
# which gets an environment of its own: `make check PYTHON=python3.13`.

PYTHON ?= python3
ARGS ?=

# Whatever is run finds the programs of the environment first, and never waits for an answer.
VENV := .venv$(if $(filter-out python3,$(PYTHON)),-$(notdir $(PYTHON)))
BIN := $(CURDIR)/$(VENV)/bin
export PATH := $(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore
# pytest's rewritten modules, and graphlab's own, are stored for the next run.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip --quiet --no-input

EXTENSION := $(shell find extension -type f -not -path '*/node_modules/*' -not -path '*/lib/*' -not -path '*/tests/*')
SOURCES := pyproject.toml hatch_build.py $(EXTENSION)

# One process for each processor that there is, up to four; -n0 in ARGS, for a debugger, takes none besides pytest's own.
PYTEST := python -m pytest -n logical --maxprocesses=4
NODE_MODULES := extension/node_modules/.package-lock.json

.PHONY: help lab check test lint style types typescript renderer docs format soak bench api build machine browser clean
help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

lab: $(VENV)/lab.installed
	graphlab lab $(ARGS)

build: $(VENV)/lab.installed

# NumPy runs the quick tests, and XLA optimizes little of what they compile; `make test` compiles as users do.
check: export XLA_FLAGS += --xla_backend_optimization_level=0
check: $(VENV)/test.installed
	ruff check
	$(PYTEST) -m "not slow" $(addprefix --ignore=tests/,browser cells test_packaging.py) $(ARGS)

# What is compared with TensorFlow's answers runs compiled as well. pytest comes last, so that its closing line closes the run.
COMPILED := tests/test_op_contract.py tests/ops tests/compiler tests/state tests/session tests/autodiff

test: $(VENV)/test.installed $(NODE_MODULES) browser
	@$(MAKE) --no-print-directory -j2 lint renderer docs
	GRAPHLAB_REQUIRE_ALL=1 GRAPHLAB_TEST_TIER=compiled $(PYTEST) -m "not slow" $(COMPILED)
	GRAPHLAB_REQUIRE_ALL=1 $(PYTEST) $(ARGS)

# What takes longest begins first, where make runs two at a time.
lint: types typescript style

style: $(VENV)/test.installed
	ruff check
	ruff format --check

types: $(VENV)/test.installed
	pyright --pythonpath $(BIN)/python

typescript: $(NODE_MODULES)
	cd extension && npm run --silent typecheck && npm run --silent lint

renderer: $(NODE_MODULES)
	cd extension && npm test --silent

docs: $(VENV)/docs.installed
	@python -m docs.site $(ARGS)

format: $(VENV)/test.installed $(NODE_MODULES)
	ruff check --fix
	ruff format
	cd extension && npx biome check --write .

machine: $(VENV)/test.installed
	@python -m tests.machine

browser: machine
	@python -m tests.browser.chromium

soak: $(VENV)/soak.installed
	python -m tests.soak $(ARGS)

bench: $(VENV)/test.installed browser
	python -m benchmarks $(ARGS)

api: $(VENV)/test.installed
	python -m tests.api

clean:
	rm -rf .venv .venv-* build dist test-results extension/node_modules extension/lib graphlab/_src/viz/static build/labextension

$(VENV)/bin/python:
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "graphlab needs Python's venv module (Debian: apt install python3-venv)." >&2; exit 1; }

# Editable: Python changes count at once, and the extension is built again only when its sources changed.
$(VENV)/lab.installed: $(VENV)/bin/python $(SOURCES)
	@echo "Installing graphlab into $(VENV): a minute or two, the first time"
	@$(PIP) install --editable '.[lab]'
	@touch $@

$(VENV)/test.installed: $(VENV)/lab.installed
	@echo "Installing what the tests need into $(VENV)"
	@$(PIP) install --editable '.[test]'
	@touch $@

$(VENV)/docs.installed: $(VENV)/lab.installed
	@echo "Installing what the documentation needs into $(VENV)"
	@$(PIP) install --editable '.[docs]'
	@touch $@

$(VENV)/soak.installed: $(VENV)/test.installed
	@$(PIP) install --editable '.[soak]'
	@touch $@

$(NODE_MODULES): extension/package.json extension/package-lock.json
	cd extension && npm install --no-audit --no-fund --loglevel=error
	@touch $@
