PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test format bench clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 10

demo: .venv/.core ## take a walking leg apart and draw its structure
	$(BIN)/sgkin structure jansen_leg --plot demo-structure.png

test: .venv/.test ## all gates: format, lint, types, imports, tests and doctests
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy $(dir $(wildcard sgkin/__main__.py benchmarks/__main__.py))
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2

format: .venv/.test ## format the code and apply the safe fixes of the linter
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

bench: .venv/.bench ## run the benchmarks
	$(BIN)/python -m benchmarks

clean: ## remove the environment, caches and everything built
	rm -rf .venv build dist demo-*.png .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
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

.venv/.bench: pyproject.toml | $(BIN)/pip
	@$(INSTALL) -e ".[bench]"
	@touch .venv/.core $@
