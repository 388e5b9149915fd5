# Everything a machine with Python 3.11, pip and make needs to run, test and measure Sayso.
UV := .tools/bin/uv
RUN := $(UV) run --no-sync
DATA ?= ../shared/data/nlu
export UV_PYTHON_DOWNLOADS := never
export PYTHONHASHSEED := 0

.PHONY: setup run test check eval bench train calibrate clean

setup: .venv/.ready

.tools/bin/uv:
	python3 -m pip install --quiet --disable-pip-version-check --target .tools 'uv>=0.9,<1'

.venv/.ready: pyproject.toml uv.lock | .tools/bin/uv
	$(UV) sync --quiet --frozen --group dev
	touch $@

run: setup  ## type messages, see decisions
	$(RUN) sayso try

test: setup
	$(RUN) pytest -n auto

check: setup
	$(RUN) ruff check .
	$(RUN) mypy
	$(RUN) lint-imports

eval: setup  ## measure on labelled utterances: make eval DATA=folder
	$(RUN) sayso eval --plot docs/reliability.svg $(DATA)

bench: setup
	$(UV) sync --quiet --frozen --group dev --group bench
	$(RUN) python -m benchmarks.speed

train: setup  ## train the packs' likeness scorers from their own sentences
	$(UV) sync --quiet --frozen --group dev --group train
	$(RUN) python -m sayso_evals.train

calibrate: setup  ## fit the confidence: make calibrate DATA=folder
	$(UV) sync --quiet --frozen --group dev --group train
	$(RUN) python -m sayso_evals.calibrate $(DATA)/tasks.jsonl $(DATA)/negatives.jsonl tests/cases

clean:
	rm -rf .venv .tools dist build
