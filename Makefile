# Everything a checkout needs is one word away; `make` lists the words.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --quiet --no-input \
	--require-hashes --only-binary :all:
LOCK := $(BIN)/uv pip compile --quiet --system-certs --universal --python-version 3.11 --no-build \
	--generate-hashes --custom-compile-command "make lock" pyproject.toml
# Prints where the compiled server is; nothing, and one line of complaint, if there can be none.
COMPILE := $(BIN)/python -m tools.compile
# Three workers for two cores: the tests of the server and of the page wait more than they compute.
# Each begins with a part of its own, so that what a module shares is made once, and takes from the
# others when it is done.
WORKERS ?= 3
SPREAD := -n $(WORKERS) --dist worksteal

# Many tests promise a time in which something happens, which a machine that others keep busy may
# exceed: what failed is tried once more with nothing beside it, and has to pass then.
ALONE := echo "What failed is tried once more, alone:" && \
	$(BIN)/python -m pytest --last-failed --last-failed-no-failures none

# A stamp is newer than its lock file exactly when that lock file is installed. A .venv without
# a stamp is one whose installation was cut off: it is made anew.
RUN_STAMP := .venv/.installed-run
DEV_STAMP := .venv/.installed-dev
NODE_STAMP := node_modules/.installed
# The wheels themselves, from which the tests build what the Dockerfile builds.
WHEELS_STAMP := .venv/.wheels/.complete

##@ Play
.PHONY: setup run
setup: $(RUN_STAMP) ## make .venv with what the server needs

run: $(RUN_STAMP) ## serve the game on http://127.0.0.1:8000 (settings: docs/operate.md)
	@PYTHONPATH="$$($(COMPILE))" PYTHONSAFEPATH=1; export PYTHONPATH PYTHONSAFEPATH; \
	exec $(BIN)/python -m app

##@ Work on it
.PHONY: dev test test-python test-web check format types coverage bench bench-page chaos a11y screenshots lock clean help
dev: $(DEV_STAMP) $(NODE_STAMP) $(WHEELS_STAMP) ## make everything that tests and checks need
	@$(COMPILE) >/dev/null

test: test-python test-web ## run every test (fetches what is missing, browsers and nginx too)

test-python: $(DEV_STAMP) $(WHEELS_STAMP) $(NODE_STAMP)
	@$(COMPILE) >/dev/null & compiling=$$!; \
	CHROMIUM="$$($(BIN)/python -m tools.find_chromium --install)" || exit 1; export CHROMIUM; \
	NGINX="$$($(BIN)/python -m tools.find_nginx --install)" || exit 1; export NGINX; \
	for engine in firefox webkit; do $(BIN)/python -m tools.find_$$engine --install >/dev/null; done; \
	wait $$compiling; \
	$(BIN)/python -m pytest $(SPREAD) $(ARGS) || { test $$? = 1 && $(ALONE); }

test-web: $(DEV_STAMP) $(NODE_STAMP)
	@PATH="$(CURDIR)/$(BIN):$$PATH" node --test "tests/web/**/*.test.{js,mjs}"

check: $(DEV_STAMP) $(NODE_STAMP) ## formatting, lint, types and layers of Python and JavaScript
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	@PATH="$(CURDIR)/$(BIN):$$PATH"; set -x; for project in tsconfig.json tsconfig.worker.json; do \
		node node_modules/typescript/bin/tsc --project $$project || exit 1; done

format: $(DEV_STAMP) ## let ruff format and fix what it can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

coverage: $(DEV_STAMP) ## branch coverage of the rules and the room, which must be complete
	$(BIN)/python -m pytest -q $(SPREAD) --cov --cov-report=term-missing \
		tests/unit/game tests/unit/room tests/laws

bench: $(DEV_STAMP) ## speed and memory beside a bare relay (less than ten minutes)
	$(BIN)/python -m tests.bench $(ARGS)

bench-page: $(DEV_STAMP) ## how soon the page can be used on a slow phone, and answers a finger
	@CHROMIUM="$$($(BIN)/python -m tools.find_chromium --install)" || exit 1; export CHROMIUM; \
	$(BIN)/python -m tests.bench.page $(ARGS)

chaos: $(DEV_STAMP) ## every fault again and again under a load of games (about ten minutes)
	$(BIN)/python -m tests.chaos $(ARGS)

a11y: $(DEV_STAMP) $(NODE_STAMP) ## every screen in every language, theme and width (a quarter of an hour)
	@CHROMIUM="$$($(BIN)/python -m tools.find_chromium --install)" || exit 1; export CHROMIUM; \
	$(BIN)/python -m tests.e2e.a11y $(ARGS)

screenshots: $(DEV_STAMP) ## make docs/images again, and every screen in build/screenshots (half an hour)
	@CHROMIUM="$$($(BIN)/python -m tools.find_chromium --install)" || exit 1; export CHROMIUM; \
	$(BIN)/python -m tools.screenshots && $(BIN)/python -m tools.screenshots --all build/screenshots

lock: $(DEV_STAMP) ## resolve the lock files again (UPGRADE=1 takes the newest releases)
	$(LOCK) $(if $(UPGRADE),--upgrade) --group build --output-file requirements/run.txt
	$(LOCK) $(if $(UPGRADE),--upgrade) --group build --group compile \
		--constraint requirements/run.txt --output-file requirements/compile.txt
	$(LOCK) $(if $(UPGRADE),--upgrade) --group build --group compile --group dev \
		--constraint requirements/run.txt --output-file requirements/dev.txt
	PATH="$(CURDIR)/$(BIN):$$PATH" npm $(if $(UPGRADE),update,install) --package-lock-only

clean: ## remove everything that make made
	rm -rf .venv node_modules build dist *.egg-info htmlcov .coverage .coverage.*
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find app tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@awk 'BEGIN { FS = ":.*## " } \
		/^##@/ { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- what the words above stand on ---------------------------------------------------------

$(RUN_STAMP): requirements/run.txt
	@python="$$(sh tools/find_python.sh)" || exit 1; \
	{ test -e $@ && $(BIN)/python -c '' 2>/dev/null; } || { \
		echo "Making .venv with $$python ..."; "$$python" -m venv --clear .venv; }
	@echo "Installing what the server needs ..."
	@$(PIP) -r requirements/run.txt
	@$(BIN)/python -m pip --disable-pip-version-check install --quiet --quiet --no-input \
		--no-deps --no-build-isolation --editable .
	@touch $@

$(DEV_STAMP): requirements/dev.txt $(RUN_STAMP)
	@echo "Installing what tests and checks need ..."
	@$(PIP) -r requirements/dev.txt
	@touch $@

$(WHEELS_STAMP): requirements/compile.txt $(RUN_STAMP)
	@rm -rf $(@D)
	@$(BIN)/python -m pip --disable-pip-version-check download --quiet --quiet --no-input \
		--require-hashes --only-binary :all: --dest $(@D) -r requirements/run.txt
	@$(BIN)/python -m pip --disable-pip-version-check download --quiet --quiet --no-input \
		--require-hashes --only-binary :all: --dest $(@D) -r requirements/compile.txt
	@touch $@

$(NODE_STAMP): package.json package-lock.json $(DEV_STAMP)
	@echo "Installing what the page's checks need ..."
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --ignore-scripts --loglevel=error
	@touch $@
