# `make run` and `make test` set up everything they need in .venv first.
PYTHON ?= python3
VENV := .venv
READY := $(VENV)/.ready
RESEARCH := $(VENV)/.research
# So many tests run at once, one more than there are cores, since many wait for a browser or a disk; whoever is done
# early takes over from the others.
PROCESSES ?= $(shell expr $$(nproc) + 1)

# A module is compiled once, and not by every process that a test starts, whatever the surroundings ask for.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test setup research lint examples browser database people collected coverage value reference mutants clean

run: setup
	$(VENV)/bin/stellwerk serve

test: setup
	$(MAKE) --jobs 2 --output-sync=target research lint browser database examples people collected
	$(VENV)/bin/python -m pytest --numprocesses $(PROCESSES) --maxprocesses 8 --dist worksteal --rule-lines

# Plug-ins are installed beside the others, not among them: what is tested without them must not know them.
examples: setup
	rm -rf build/examples
	$(VENV)/bin/pip install --quiet --no-deps --no-build-isolation --target build/examples examples/shikoku1889
	cd examples/shikoku1889 && PYTHONPATH=$(CURDIR)/build/examples $(CURDIR)/$(VENV)/bin/python -m pytest

browser:
	@command -v chromium-headless-shell >/dev/null \
	  || { [ "$$(id -u)" = 0 ] && apt-get -qq update && apt-get -qq install -y chromium-headless-shell >/dev/null; } \
	  || command -v chromium >/dev/null \
	  || echo "Chromium is not here and cannot be installed: tests in a browser will be skipped."

database:
	@ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null \
	  || { [ "$$(id -u)" = 0 ] && apt-get -qq update && apt-get -qq install -y postgresql >/dev/null; } \
	  || echo "PostgreSQL is not here and cannot be installed: tests with it will be skipped."

# LightGBM, Ray and OpenSpiel, half a gigabyte that nobody needs who plays: tests with them are skipped without it.
research: $(RESEARCH)

$(RESEARCH): requirements-research.lock $(READY)
	@$(VENV)/bin/pip install --quiet --no-deps --requirement requirements-research.lock && touch $(RESEARCH) \
	  || echo "LightGBM, Ray and OpenSpiel cannot be had here: tests with them will be skipped."

# All tests found once: what pytest makes of their files is kept, and the processes need not each make it again. What
# is only half installed cannot be found.
collected: setup research
	@$(VENV)/bin/python -m pytest --collect-only -qq >$(VENV)/collected || { cat $(VENV)/collected; exit 1; }

# How `steady` stands with people, printed where records of their games are: nothing is asked of the figures.
RECORDS ?= ../shared/records
people: setup
	@set -- $(wildcard $(addprefix $(RECORDS)/,1835/Correct*.rails 1844/160062.json 1873/33770.json)); \
	  [ $$# = 0 ] || $(VENV)/bin/stellwerk compare-people --decisions 100 --games 1 "$$@"

# Which lines no test of all reaches. `make test` tells less, and quickly: which lines of rules tests of rules reach.
coverage: setup browser research
	rm -f build/coverage/.coverage*
	$(VENV)/bin/coverage run -m pytest --numprocesses $(PROCESSES) --maxprocesses 8 --dist worksteal
	$(VENV)/bin/coverage combine --quiet
	$(VENV)/bin/coverage html --quiet
	$(VENV)/bin/coverage report --skip-covered --sort=miss
	@echo "Line by line: build/coverage/index.html"

lint: setup
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy

# A value learned from nothing (TITLE=1835): games, trees, what they are worth. See docs/research.md.
value: TITLE ?= chicago-express
value: research
	mkdir -p build
	$(VENV)/bin/stellwerk value $(TITLE) --out build/value-$(TITLE).json --keep build/value-games --jobs 2

# docs/reference.md, from docstrings and titles, and docs/rules-*.md, from paragraphs, code and tests.
reference: setup
	$(VENV)/bin/python docs/make_reference.py

# Deliberate faults in a title's rules, one by one: which would its tests not notice? See docs/testing.md.
# ROOM=eighteen puts them into what 18xx titles share, and asks the tests of that title.
mutants: TITLE ?= t1835
ROOM ?= titles/$(TITLE)
MUTANTS ?= *
mutants: setup
	$(VENV)/bin/pip install --quiet mutmut==3.8.0
	rm -rf build/mutants && mkdir -p build/mutants
	cp -r src tests build/mutants
	sed 's#@TITLE@#$(TITLE)#; s#@ROOM@#$(ROOM)#' pyproject.toml > build/mutants/pyproject.toml
	cd build/mutants && export PYTHONPATH=src PATH="$(CURDIR)/$(VENV)/bin:$$PATH" && \
	  { nice mutmut run --max-children 1 'stellwerk.$(subst /,.,$(ROOM)).$(MUTANTS)'; mutmut results; }

setup: $(READY)

$(READY): requirements.lock pyproject.toml setup.py $(wildcard src/stellwerk/board/kernel/* src/stellwerk/routes/kernel/*/*)
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stellwerk needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --requirement requirements.lock
	$(VENV)/bin/pip install --quiet --no-deps --no-build-isolation --editable .
	touch $(READY)

clean:
	rm -rf $(VENV) build
