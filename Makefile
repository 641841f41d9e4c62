PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# tests that run all kernels and do not take long without the JIT
INTERPRETED := tests/kernels/test_without_jit.py tests/published tests/modes/test_every_group.py \
	tests/coefficients/test_library.py tests/coefficients/test_motion.py \
	tests/global_solver/test_systems.py tests/global_solver/test_checking.py

# a few tests of every room, for a first answer: interpreted, so that nothing is compiled before it
QUICK := tests/test_imports.py tests/model/test_files.py tests/sketch tests/bad_input/test_files.py tests/conditions \
	tests/structure/test_reference_structures.py tests/structure/test_six_bar_table.py \
	tests/motion/test_group_motion.py tests/motion/test_dead_points.py tests/motion_api/test_reading.py \
	tests/published tests/coefficients/test_library.py tests/modes/test_library.py \
	tests/global_solver/test_checking.py tests/library/test_expectations.py tests/plots/test_curves.py \
	tests/page/test_writing.py tests/notebook tests/cli/test_program.py tests/cli/test_solve_command.py \
	tests/docs/test_readme.py tests/docs/test_pages.py

# their lines of code are shorter: they must fit the width of a page
PAGES := README.md $(wildcard docs/*.md docs/how-to/*.md)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo quick test oldest format cover fuzz fuzz-ranges fuzz-designs fuzz-derivatives fuzz-dynamics fuzz-spatial fuzz-synthesis size docs bench bench-page bench-before clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

demo: .venv/.core ## take a linkage apart, compare the methods, draw it, and write a page to play with
	$(BIN)/python -m benchmarks.demo

quick: .venv/.test ## the essential checks in about a minute: format, lint, imports, some tests of every room
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/lint-imports
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 --dist loadfile -q $(QUICK)
	$(BIN)/pytest -q tests/motion_api/test_reading.py

test: .venv/.test ## all gates: format, lint, types, imports, tests and doctests
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy $(dir $(wildcard sgkin/__main__.py benchmarks/__main__.py))
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2 --dist loadfile

oldest: .venv-oldest/.test ## run the tests with the oldest versions of all packages that are allowed
	.venv-oldest/bin/pytest -n 2 --dist loadfile -q

format: .venv/.test ## format the code and apply the safe fixes of the linter
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(BIN)/ruff format --line-length 88 $(PAGES)

cover: .venv/.test ## report coverage by lines and branches, and of docstrings; kernels count where they are interpreted
	$(BIN)/pytest -n 2 --dist loadfile -q --cov=sgkin --cov-branch --cov-report=
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 --dist loadfile -q $(INTERPRETED) --cov=sgkin --cov-branch --cov-append
	$(BIN)/pytest -q tests/docs/test_docstrings.py

fuzz: .venv/.test ## compare random mechanisms with a witness: START= first seed, COUNT= seeds, SECONDS= to begin in
	$(BIN)/python -m tests.fuzz $(if $(START),--start $(START)) $(if $(COUNT),--count $(COUNT)) $(if $(SECONDS),--seconds $(SECONDS))
	$(BIN)/python -m tests.structure.spatial_comparison
	$(BIN)/python -m tests.spatial.groups.comparison

fuzz-ranges: .venv/.test ## compare ranges, curves and strokes of random mechanisms with their motions, and 40,000 four-bars with Grashof's law
	$(BIN)/python -m tests.fuzz.ranges $(if $(START),--start $(START)) $(if $(COUNT),--count $(COUNT))
	$(BIN)/python -m tests.fuzz.quantities $(if $(START),--start $(START)) $(if $(COUNT),--count $(COUNT))

fuzz-designs: .venv/.test ## compare 1,000 designs of every registered group with each by itself: COUNT= designs
	$(BIN)/python -m tests.fuzz.designs $(if $(COUNT),--count $(COUNT))

fuzz-spatial: .venv/.test ## compare 1,000 random spatial mechanisms, structure and motion, with witnesses: START= COUNT=
	$(BIN)/python -m tests.structure.spatial_comparison $(if $(START),--start $(START)) $(if $(COUNT),--count $(COUNT))
	$(BIN)/python -m tests.spatial.groups.comparison $(if $(START),--start $(START)) $(if $(COUNT),--count $(COUNT))
	$(BIN)/python -m tests.spatial.groups.comparison --loops $(if $(START),--start $(START)) --count $(or $(COUNT),200)

fuzz-dynamics: .venv/.test ## forces and falls of random mechanisms, and rows of parallelograms that pass change points: START= COUNT=
	$(BIN)/python -m tests.fuzz.forces $(if $(START),--start $(START)) $(if $(COUNT),--count $(COUNT))
	$(BIN)/python -m tests.fuzz.falls $(if $(START),--start $(START)) $(if $(COUNT),--count $(COUNT))
	$(BIN)/python -m tests.fuzz.crossings $(if $(START),--start $(START)) $(if $(COUNT),--count $(COUNT))

fuzz-derivatives: .venv/.test ## compare derivatives by all dimensions in four ways: START= first seed, COUNT= seeds
	$(BIN)/python -m tests.sensitivity $(if $(START),--start $(START)) $(if $(COUNT),--count $(COUNT))

fuzz-synthesis: .venv/.test ## path problems of the literature and the atlas of coupler curves: COUNT= seeds
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.fuzz.synthesis $(if $(COUNT),--count $(COUNT))

size: .venv/.core ## count lines of code, without docstrings, comments and blanks
	$(BIN)/python -m benchmarks.size

docs: .venv/.docs ## build the documentation into docs/_build/html
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet docs docs/_build/html
	@echo "open docs/_build/html/index.html"

bench: .venv/.bench ## run the benchmarks
	$(BIN)/python -m benchmarks

bench-page: .venv/.peers ## run the benchmarks, keep the run with the code, and write all pages that tell its figures
	$(BIN)/python -m benchmarks --output benchmarks/results/stored.json
	$(BIN)/python -m benchmarks.page

bench-before: .venv/.bench ## is this state slower than BASE=REV? both take turns; LIMIT=1.05 fails above it
	$(BIN)/python -m benchmarks.before_after $(BASE) $(if $(LIMIT),--limit $(LIMIT))

clean: ## remove the environment, caches and everything built
	rm -rf .venv .venv-oldest build dist docs/_build docs/_made demo-* .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# pip is the last thing venv installs: without it the environment is incomplete and is made anew
$(BIN)/pip:
	@$(PYTHON) -m venv --clear .venv

.venv/.core: pyproject.toml | $(BIN)/pip
	@$(INSTALL) -e .
	@touch $@

.venv/.test: pyproject.toml | $(BIN)/pip
	@$(INSTALL) -e ".[test]"
	@touch .venv/.core $@

.venv/.docs: pyproject.toml | $(BIN)/pip
	@$(INSTALL) -e ".[docs]"
	@touch .venv/.core $@

.venv/.bench: pyproject.toml | $(BIN)/pip
	@$(INSTALL) -e ".[bench]"
	@touch .venv/.core $@

.venv/.peers: pyproject.toml | $(BIN)/pip
	@$(INSTALL) -e ".[bench,bench-peers]"
	@touch .venv/.core .venv/.bench $@

.venv-oldest/.test: pyproject.toml tests/lower_bounds.py
	@$(PYTHON) -m venv --clear .venv-oldest
	@$(PYTHON) -m tests.lower_bounds > .venv-oldest/constraints.txt
	@.venv-oldest/bin/python -m pip install --quiet --disable-pip-version-check -e ".[test]" -c .venv-oldest/constraints.txt
	@touch $@
