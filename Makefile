# Everything a machine with Python 3.11, pip and make needs to run, test and measure Sayso.
UV := .tools/bin/uv
RUN := $(UV) run --no-sync
DATA ?=
TEACHERS ?= 0
# now and then a test waits: one worker more than there are processors
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
needs_data = @test -n "$(DATA)" || { echo "name a folder of labelled utterances: make $@ DATA=folder"; exit 2; }
export UV_PYTHON_DOWNLOADS := never
export PYTHONHASHSEED := 0
export PYTHONDONTWRITEBYTECODE :=  # the commands that the tests start would compile everything again, each time

.PHONY: setup run test search blind test-model check eval cascade bench soak attack packs train train-in-context likeness calibrate picture docs sbom kubernetes dependencies clean

setup: .venv/.ready

.tools/bin/uv:
	@echo "installing uv, which installs the rest"
	@python3 -m pip install --quiet --disable-pip-version-check --target .tools 'uv>=0.9,<1'

.venv/.ready: pyproject.toml uv.lock | .tools/bin/uv
	$(UV) sync --quiet --frozen --extra all --python python3
	touch $@ .venv/.runs

.venv/.runs: pyproject.toml uv.lock | .tools/bin/uv  # what running needs; where there is more, it stays
	$(UV) sync --frozen --inexact --no-default-groups --extra all --python python3
	@touch $@

run: .venv/.runs  ## the assistant in the browser, for whoever sits here
	@echo "to have sayso on your path: $(UV) tool install '.[all]', or pipx install '.[all]'"
	$(RUN) sayso serve --local

test: setup  # a file's tests stay together: they share a server, a browser or a database
	$(RUN) pytest --numprocesses=$(WORKERS) --dist=loadfile --no-loadscope-reorder --max-worker-restart=0 --cov --cov-report=term --cov-fail-under=95

search: setup  ## look for examples that nobody thought of, twenty times as many, other ones each time
	$(RUN) pytest --numprocesses=auto --dist=loadfile -m hypothesis --hypothesis-profile=search

blind: setup  ## all lines and conversations that were blind once, of which `make test` plays some
	$(RUN) pytest --numprocesses=auto --dist=load -m whole

test-model: setup  ## a real model, far too small to be right: what it does wrong with the guard and without
	$(UV) sync --quiet --frozen --inexact --extra all --group small-model --python python3
	$(RUN) python tests/small_model.py

check: setup
	$(RUN) ruff format --check --quiet .
	$(RUN) ruff check .
	$(RUN) mypy
	$(RUN) lint-imports

eval: setup  ## measure on labelled utterances: make eval DATA=folder
	$(needs_data)
	$(RUN) sayso eval --plot docs/reliability.svg $(DATA)

cascade: setup  ## what the cascade saves and the guard holds back, with a sloppy model: make cascade DATA=folder
	$(needs_data)
	$(RUN) python -m sayso_evals.cascade $(DATA) tests/cases

bench: setup
	$(RUN) python -m benchmarks.speed
	$(RUN) python -m benchmarks.fleets
	$(RUN) python -m benchmarks.handed
	$(RUN) python -m benchmarks.calls
	$(RUN) python -m benchmarks.answers
	$(RUN) python -m benchmarks.machines
	$(RUN) python -m benchmarks.pauses
	$(RUN) python -m benchmarks.start
	$(RUN) python -m benchmarks.page

soak: setup  ## many clients, broken calls, a killed server, messages by the thousand; a crowd before a broker that dies
	$(RUN) python tests/soak.py
	$(RUN) python tests/soak_siege.py
	$(RUN) python tests/soak_talk.py
	$(RUN) python tests/soak_machines.py
	$(RUN) python tests/soak_reminders.py
	$(RUN) python -m benchmarks.answers --memory 50000

attack: setup  ## named attacks against a running server, on both databases, as a table
	$(RUN) python tests/attacking.py

dependencies: setup  ## what an installation brings along: licences, hashes, known vulnerabilities where their database can be reached
	$(RUN) python -m sayso_evals.dependencies

packs: setup  ## after a change to a pack or a domain: bundle the files for a quick start, renew the docs' tables of tools
	$(RUN) python -m sayso_evals.bundle

train: setup build/train/.ready  ## train the tagger from the sentences, with public utterances besides: make train [DATA=folder] [TEACHERS=2]
	mkdir -p build/hear
	$(RUN) python -m sayso_evals.hearing.rows build/hear/rows.jsonl.gz $(DATA)
	for n in $$(seq 1 $(TEACHERS)); do \
		WIDTH=256 LAYERS=4 BATCH=512 EPOCHS=10 DROP=0.2 SEED=1$$n build/train/bin/python evals/sayso_evals/hearing/train.py \
			build/hear/rows.jsonl.gz build/hear/teacher$$n.npz --opinions build/hear/opinions$$n.npz || exit 1; \
	done
	build/train/bin/python evals/sayso_evals/hearing/train.py build/hear/rows.jsonl.gz src/sayso/languages/tagger.npz \
		$(if $(filter-out 0,$(TEACHERS)),--teachers $$(seq -f build/hear/opinions%g.npz 1 $(TEACHERS)))

train-in-context: setup build/train/.ready  ## train the net that reads a message with what went before it: make train-in-context [DATA=folder]
	mkdir -p build/hear
	$(RUN) python -m sayso_evals.hearing.rows build/hear/rows.jsonl.gz $(DATA)
	$(RUN) python -m sayso_evals.hearing.turns build/hear/turns.jsonl.gz build/hear/rows.jsonl.gz tests/blind
	LONGEST=80 BATCH=512 EPOCHS=10 RATE=2.5e-3 build/train/bin/python evals/sayso_evals/hearing/train.py \
		build/hear/turns.jsonl.gz src/sayso/languages/in_context.npz --words src/sayso/languages/tagger.npz

build/train/.ready:  # PyTorch only trains: an environment of its own, which nothing else needs
	python3 -m venv build/train
	build/train/bin/python -m pip install --quiet --disable-pip-version-check torch==2.13.0 numpy
	touch $@

likeness: setup  ## train the packs' likeness scorers, which the confidence weighs, from likeness.yaml
	$(RUN) python -m sayso_evals.train
	$(RUN) python -m sayso_evals.bundle

calibrate: setup  ## fit the confidence: make calibrate DATA=folder
	$(needs_data)
	$(RUN) python -m sayso_evals.calibrate $(DATA)/tasks.jsonl $(DATA)/machines.jsonl $(DATA)/negatives.jsonl tests/cases

picture: setup  ## the docs' pictures: the page in a browser, and what the engine decides
	$(RUN) python tests/picture.py docs
	$(RUN) python -m sayso_evals.picture docs/decisions.svg
	$(RUN) python -m sayso_evals.moving docs/demo.svg

kubernetes: setup  ## check deploy/kubernetes.yaml against the schemas of Kubernetes, which are 72 MB
	$(UV) sync --quiet --frozen --inexact --extra all --group kubernetes --python python3
	$(RUN) kubernetes-validate --strict deploy/kubernetes.yaml

sbom: .tools/bin/uv  ## what an installation with all extras is made of, in CycloneDX, from the lock file
	@mkdir -p build
	$(UV) export --quiet --frozen --preview-features sbom-export --no-default-groups --extra all --no-emit-project --format cyclonedx1.5 --output-file build/sayso.cdx.json
	@echo "wrote build/sayso.cdx.json"

docs: setup  ## the docs site, into build/site; a link that leads nowhere fails it
	NO_MKDOCS_2_WARNING=1 $(RUN) mkdocs build --strict
	@echo "open build/site/index.html"

clean:
	rm -rf .venv .tools dist build
