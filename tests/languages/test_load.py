"""Language packs: their examples hold, a third language is a folder, and a broken one says where."""

import shutil
from pathlib import Path

import pytest
import yaml

from sayso import Engine
from sayso.errors import PackError
from sayso.languages.load import load
from sayso.languages.shipped import LANGUAGES, load_shipped
from sayso_evals.bundle import bundle

HERE = Path(__file__).parent
SHIPPED = HERE.parent.parent / "src" / "sayso" / "languages"
NOW = "2026-11-16T10:00:00+01:00"
DOMAINS = SHIPPED.parent / "domains"
AT_LEAST = {"tasks": 30, "machines": 20}  # examples

# the kitchen of the machines' examples: the same machines in every language, but for their names
COOLS = ("turn_on_light", "turn_off_light", "start_defrost")
KITCHEN = {
    "fridge1": ((*COOLS, "stop_defrost", "set_temperature"), ("temperature", "humidity")),
    "fridge2": (COOLS, ("temperature",)),
    "chiller1": (
        ("turn_on", "turn_off", "start_cycle", "stop_cycle", "start_defrost"),
        ("temperature", "core_temperature"),
    ),
    "oven1": (("turn_on", "turn_off", "set_temperature", "open_door"), ("temperature", "energy")),
}
OFFLINE = "fridge2"
NAMES = {
    "en": ("Kitchen Fridge", "Bar Fridge", "Blast Chiller", "Oven"),
    "it": ("Frigo Cucina", "Frigo Sala", "Abbattitore", "Forno"),
    "es": ("Nevera Cocina", "Nevera Bar", "Abatidor", "Horno"),
}


def examples(folder: Path) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for domain, least in AT_LEAST.items():
        own = folder / f"{domain}.yaml"  # a language that we do not ship brings what it says about our domains
        file = own if own.exists() else DOMAINS / domain / f"{folder.name}.yaml"
        data = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)["examples"]
        assert len(data) >= least
        rows.extend({**row, "names": NAMES[folder.name]} if row.get("kitchen") else row for row in data)
    return rows


def kitchen(names: tuple[str, ...]) -> list[dict[str, object]]:
    return [
        {
            "id": machine,
            "name": name,
            "serial": f"SN-{machine}",
            "connected": machine != OFFLINE,
            "commands": [{"id": f"{machine}:{command}", "name": command} for command in commands],
            "metrics": list(metrics),
        }
        for name, (machine, (commands, metrics)) in zip(names, KITCHEN.items(), strict=True)
    ]


def holds(engine: Engine, row: dict[str, object], language: str | None) -> None:
    request: dict[str, object] = {"message": row["say"], "now": NOW}
    if language is not None:
        request["language"] = language
    if "names" in row:
        request["context"] = {"machines": kitchen(row["names"])}  # type: ignore[arg-type]  # as `examples` put them
    decision = engine.decide(request).to_dict()
    steps = decision["steps"]
    assert isinstance(steps, list)
    tools = row.get("tool", [])
    assert decision["status"] == row["status"]
    assert [s["tool_name"] for s in steps] == (tools if isinstance(tools, list) else [tools])
    for name, value in (row.get("parameters") or {}).items():  # type: ignore[attr-defined]
        assert steps[0]["parameters"].get(name) == value


@pytest.mark.untraced
@pytest.mark.parametrize("row", examples(SHIPPED / "en"), ids=lambda r: str(r["say"]))
def test_the_english_example_holds(row: dict[str, object], engine: Engine) -> None:
    holds(engine, row, None)


@pytest.mark.parametrize("row", examples(SHIPPED / "it"), ids=lambda r: str(r["say"]))
def test_the_italian_example_holds(row: dict[str, object], engine: Engine) -> None:
    holds(engine, row, None)


@pytest.mark.untraced
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bundle_is_what_the_folder_says(language: str) -> None:
    assert (SHIPPED / language / "pack.json").read_text(encoding="utf-8") == bundle(language), "run `make packs`"


@pytest.fixture(scope="module")
def spanish() -> Engine:
    return Engine([load(HERE / "es")])


@pytest.mark.parametrize("row", examples(HERE / "es"), ids=lambda r: str(r["say"]))
def test_a_third_language_is_a_folder(row: dict[str, object], spanish: Engine) -> None:
    holds(spanish, row, "es")


@pytest.mark.untraced
def test_a_third_language_is_told_from_the_others() -> None:
    engine = Engine([*load_shipped(), load(HERE / "es")])
    said = {"muéstrame mis tareas pendientes": "es", "show my pending tasks": "en", "mostrami le attività": "it"}
    assert {m: engine.decide({"message": m, "now": NOW}).language for m in said} == said


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HERE / "es", tmp_path / "es"))


def broken(folder: Path, file: str, old: str, new: str) -> PackError:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(PackError) as wrong:
        load(folder)
    return wrong.value


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("tasks.yaml", "intents:", "intentions:", "missing intents"),
        ("tasks.yaml", "    named:", "    nmaed:", "must hold the grades"),
        ("tasks.yaml", "{title}", "{ti tle}", "neither a slot nor a name"),
        ("machines.yaml", "  machine_command pause:", "  machine_command puase:", "puase is no act"),
        ("machines.yaml", "  fryer:", "  frier:", "frier, fryer"),
        ("grammar.yaml", "    weekday:", "    wekday:", "no mechanism 'wekday'"),
        ("replies.yaml", "  ask_title:", "  ask_titel:", "missing ask_title"),
        ("grammar.yaml", "language: es", "language: [", "not YAML"),
    ],
)
def test_a_broken_pack_says_where_and_what(copied: Path, file: str, old: str, new: str, said: str) -> None:
    error = broken(copied, file, old, new)
    assert file in error.where
    assert said in str(error)
    assert error.next_step


def test_a_missing_file_is_named(copied: Path) -> None:
    (copied / "replies.yaml").unlink()
    with pytest.raises(PackError, match=r"replies\.yaml.*missing"):
        load(copied)


@pytest.mark.untraced
@pytest.mark.parametrize(("name", "status"), [("borrar_archivo", "confirm"), ("leer_archivo", "call")])
def test_what_a_tool_does_is_told_by_the_words_of_any_language(name: str, status: str) -> None:
    schema = {"type": "object", "properties": {"ruta": {"type": "string"}}, "required": ["ruta"]}
    request = {
        "message": "el archivo notas.txt, por favor",
        "tools": [{"name": name, "description": "", "inputSchema": schema}],
        "call": {"name": name, "arguments": {"ruta": "notas.txt"}},
    }
    assert Engine([load(HERE / "es")]).decide(request).status == status
