"""The definitions of tools: as they are shipped, of a stranger's making, and broken."""

import shutil
from pathlib import Path

import jsonschema
import pytest

from sayso.domains.load import load
from sayso.domains.shipped import BUNDLE, shipped_tools
from sayso.engine.fault import Fault, Wording, fault, faults, sentence
from sayso.engine.tool import Tool, Toolbox
from sayso.errors import PackError
from sayso_evals.bundle import bundle_domains
from sayso_evals.tables import pages, with_tables

CALENDAR = Path(__file__).parent / "calendar"


@pytest.fixture(scope="module")
def calendar() -> Toolbox:
    return Toolbox([load(CALENDAR)])


def test_the_bundle_is_what_the_folders_say() -> None:
    assert BUNDLE.read_text(encoding="utf-8") == bundle_domains(), "run `make packs`"


def test_the_tables_in_the_docs_are_what_the_definitions_say() -> None:
    found = list(pages())
    assert {page.name for page in found} == {"fleet.md", "mcp.md", "tasks.md"}
    for page in found:
        text = page.read_text(encoding="utf-8")
        assert text == with_tables(text), f"{page.name}: run `make packs`"


def test_our_own_tools_are_fourteen_of_two_domains() -> None:
    tools = shipped_tools()
    assert len(tools) == 14
    assert [(d.name, d.threshold, len(d.tools)) for d in tools.domains] == [("tasks", 0.7, 8), ("machines", 0.9, 6)]
    assert [tool.name for tool in tools if tool.always_confirms] == ["delete_task"]
    assert {record.context for domain in tools.domains for record in domain.records} == {"tasks", "machines"}
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema())
        assert tool.schema == tool.input_schema()


def test_a_strangers_tool_is_the_same_noun_and_keeps_its_own_schema() -> None:
    schema = {"type": "object", "properties": {"path": {"type": "string"}}}
    assert Tool("read_file", "Read a file.", schema, False, True).input_schema() == schema


def test_a_domain_of_ones_own_is_a_folder(calendar: Toolbox) -> None:
    assert [tool.name for tool in calendar] == ["add_event", "list_events", "move_event", "cancel_event"]
    assert calendar.intents("calendar") == calendar.intents() == tuple(tool.intent for tool in calendar)
    assert calendar.intents("tasks") == ()
    assert calendar.threshold_of("calendar") == 0.8
    assert calendar.is_reading("list_events")
    assert not calendar.is_reading("nothing")
    assert calendar.always_confirms("cancel_event")
    assert not calendar.always_confirms("nothing")
    assert list(calendar["add_event"].defaults()) == [("colour", "blue")]
    assert calendar["move_event"].named("record") == ("event",)
    assert calendar.domains[0].records[0].name == "title"


def test_its_schemas_are_those_of_its_parameters(calendar: Toolbox) -> None:
    schema = calendar["add_event"].input_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["required"] == ["title", "starts"]
    assert schema["additionalProperties"] is False
    takes = schema["properties"]
    assert isinstance(takes, dict)
    assert (takes["title"]["minLength"], takes["title"]["maxLength"]) == (1, 120)
    assert (takes["minutes"]["type"], takes["minutes"]["maximum"]) == ("integer", 1440)
    assert takes["distance"] == {
        "type": "number",
        "minimum": 0,
        "description": "How far away it is, in kilometres.",
    }
    assert takes["guests"]["items"] == {"type": "string"}
    assert takes["colour"]["enum"] == ["red", "green", "blue"]
    assert "anyOf" in calendar["list_events"].input_schema()["properties"]["days"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("tool", "name", "value", "what"),
    [
        ("add_event", "title", "x" * 121, "too_long"),
        ("add_event", "title", "  ", "empty"),
        ("add_event", "title", 5, "value"),
        ("add_event", "starts", "soon", "value"),
        ("add_event", "starts", "2026-11-17", None),
        ("add_event", "minutes", 4, "range"),
        ("add_event", "minutes", 5000, "range"),
        ("add_event", "minutes", 5.5, "value"),
        ("add_event", "minutes", True, "value"),
        ("add_event", "minutes", 30.0, None),
        ("add_event", "distance", 5.5, None),
        ("add_event", "distance", -1, "least"),
        ("add_event", "colour", "pink", "option"),
        ("add_event", "guests", "Ann", "value"),
        ("add_event", "guests", ["Ann", 5], "value"),
        ("add_event", "guests", ["Ann"], None),
        ("list_events", "days", {"from": "2026-11-17"}, None),
        ("list_events", "days", 5, "value"),
        ("list_events", "is_private", "yes", "value"),
    ],
)
def test_its_bounds_hold(calendar: Toolbox, tool: str, name: str, value: object, what: str | None) -> None:
    found = fault(calendar[tool].parameter(name), value)
    assert (found and found.what) == what


def test_what_is_missing_is_a_fault_too(calendar: Toolbox) -> None:
    assert [(f.name, f.what) for f in faults(calendar["move_event"], {"event": "dinner"})] == [
        ("new_starts", "missing")
    ]


def test_the_nearest_value_is_the_bound_that_was_passed(calendar: Toolbox) -> None:
    minutes, distance = (calendar["add_event"].parameter(name) for name in ("minutes", "distance"))
    assert [Fault(minutes, "range", value).nearest for value in (1, 5000)] == [(5,), (1440,)]
    assert Fault(distance, "least", -1).nearest == (0,)
    assert Fault(distance, "value", "far").nearest == ()


def test_a_parameter_without_a_label_is_told_by_its_name(calendar: Toolbox) -> None:
    wording = Wording({"wrong_option": "{name}: {value} is none of {options}"}, {"options": {"red": "rosso"}})
    found = Fault(calendar["add_event"].parameter("colour"), "option", "p\0nk" + "!" * 100)
    assert sentence(found, wording).startswith("colour: p?nk!!!")
    assert sentence(found, wording).endswith("… is none of rosso, green, blue")


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("threshold: 0.8", "threshold: 8", 3, ("threshold 8 cannot be", "0 to 1")),
        ("threshold: 0.8", "treshold: 0.8", 1, ("missing threshold", "docs/domains.md")),
        ("domain: calendar", "domain: 5", 2, ("domain must be a name", "folder")),
        ("context: events, ", "", 6, ("event needs its context", "under which key")),
        ("attributes:", "atributes:", 6, ("unknown atributes", "attributes")),
        ("    intent: add_event", "    intent: list_events", 26, ("leads to add_event already", "of its own")),
        ("    title: Add an event", "    titel: Add an event", 15, ("unknown titel", "title")),
        ("    title: Add an event\n", "", 12, ("add_event has no title", "every tool")),
        ("[read_only, idempotent]", "[readonly]", 30, ("unknown hint readonly", "read_only")),
        ("kind: text, role: name", "kind: txt, role: name", 18, ("no kind 'txt'", "text")),
        ("kind: text, role: name", "role: name", 18, ("title has no kind", "kinds are")),
        ("role: search", "role: searching", 33, ("no role 'searching'", "search")),
        ("most: 120", "most: many", 18, ("most 'many' cannot be", "right kind")),
        ("least: 5, most: 1440", "least: 5, most: 1", 20, ("at least 5 and at most 1", "smaller")),
        ("kind: choice, options: [red, green, blue], ", "kind: choice, ", 21, ("if and only if", "options")),
        ("default: blue", "default: pink", 21, ("'pink' is no option", "red, green, blue")),
        ("default: blue, ", "", 21, ("no default to write out", "default")),
        ("of: event, ", "of: task, ", 44, ("record of no kind", "event")),
        ("    does: make", "    does: mak", 14, ("no tool does 'mak'", "make")),
        ("  add_event: [show_days]", "  add_event: 5", 56, ("next must be groups of words", "show how")),
        (
            "  show_days: {tool: list_events,",
            "  show_days: {tol: list_events,",
            59,
            ("offers must be offers", "show how"),
        ),
        ("tools:", "tools: [", 0, ("not YAML", "mend")),
    ],
)
def test_a_broken_definition_says_where_and_what_to_do(
    tmp_path: Path, old: str, new: str, line: int, told: tuple[str, str]
) -> None:
    folder = Path(shutil.copytree(CALENDAR, tmp_path / "calendar"))
    path = folder / "domain.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(PackError) as wrong:
        load(folder)
    assert told[0] in wrong.value.what
    assert told[1] in wrong.value.next_step
    assert wrong.value.where.startswith(str(path))
    if line:
        assert wrong.value.where == f"{path}:{line}"


@pytest.mark.parametrize("text", ["", "- a list"])
def test_what_is_no_definition_at_all_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "domain.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(PackError, match="not a mapping"):
        load(tmp_path)
    with pytest.raises(PackError, match="missing"):
        load(tmp_path / "nowhere")
