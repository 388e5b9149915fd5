"""A message is a tree of spans for whoever brings OpenTelemetry's SDK, and nobody's words stand in them."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from traced import PARENT, TRACE

from sayso.tracing import continued, is_traced, span

Span = Mapping[str, Any]
Told = Mapping[str, Mapping[str, Any]]
FROM = PARENT["traceparent"].split("-")[2]  # the span of whoever asks


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """The spans of each scene."""
    command = [sys.executable, str(Path(__file__).with_name("traced.py")), str(tmp_path_factory.mktemp("traced"))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    found: Told = json.loads(done.stdout.splitlines()[-1])
    return found


def ours(spans: Sequence[Span]) -> list[Span]:
    return [one for one in spans if one["by"] == "sayso"]


def tree(spans: Sequence[Span], of: str = FROM) -> list[Any]:
    """The names of our spans below one, those below each after it."""
    out: list[Any] = []
    for one in ours(spans):
        if one["parent"] == of:
            below = tree(spans, one["id"])
            out += [one["name"], below] if below else [one["name"]]
    return out


def about(spans: Sequence[Span], name: str) -> Span:
    (found,) = [one for one in ours(spans) if one["name"] == name]
    attributes: Span = found["attributes"]
    return attributes


@pytest.mark.parametrize(
    ("scene", "expected"),
    [
        ("web", ["message", ["decide", "execute_tool add_task"]]),
        ("stream", ["message", ["decide", "execute_tool add_task"]]),
        ("model", ["message", ["decide", "guard", "guard", "execute_tool add_task"]]),
        ("mcp", ["execute_tool decide", ["decide"], "execute_tool add_task"]),
        (
            "gateway",
            [
                *("tools/call read_trace", ["guard", "execute_tool read_trace"]),
                *("message", ["decide", "tools/call read_trace", ["guard", "execute_tool read_trace"]]),
            ],
        ),
    ],
)
def test_a_message_is_a_tree_from_what_was_said_to_the_tools(told: Told, scene: str, expected: list[Any]) -> None:
    spans = told[scene]["spans"]
    assert tree(spans) == expected
    assert {one["trace"] for one in spans} == {TRACE}  # of whoever asked


def test_a_span_says_how_it_was_decided_and_what_came_of_it(told: Told) -> None:
    spans = told["web"]["spans"]
    decided = about(spans, "decide")
    assert (decided["sayso.status"], decided["sayso.language"], decided["sayso.tools"]) == ("call", "en", ["add_task"])
    assert 0 < decided["sayso.confidence"][0] <= 1
    carried_out = about(spans, "execute_tool add_task")
    assert (carried_out["gen_ai.tool.name"], carried_out["sayso.status"]) == ("add_task", "success")
    assert about(spans, "message") == {"sayso.door": "web", "sayso.status": "call", "sayso.language": "en"}
    guards = [one["attributes"] for one in ours(told["model"]["spans"]) if one["name"] == "guard"]
    assert [(one["gen_ai.tool.name"], one["sayso.status"]) for one in guards] == [
        ("add_task", "call"),
        ("unknown", "failed"),
    ]
    assert told["mcp"]["came"] == ["call", "error", "error"]
    assert about(told["mcp"]["spans"], "execute_tool add_task")["sayso.status"] == "error"


def test_the_server_behind_is_told_the_trace_and_the_span_that_calls_it(told: Told) -> None:
    (parent, state), status = told["gateway"]["came"]
    calling = [one["id"] for one in told["gateway"]["spans"] if one["name"] == "MCP send tools/call read_trace"]
    assert (parent.split("-")[1], state, status) == (TRACE, "a=1", "done")
    assert parent.split("-")[2] == calling[0]


def test_no_span_holds_words_or_ids_of_people(told: Told) -> None:
    """Nor do those of the libraries: what they would tell by themselves is whole addresses, ids and errors."""
    for scene in told.values():
        text = json.dumps(scene["spans"]).casefold()
        assert "surprise" not in text
        assert "bob" not in text
        assert {one["by"] for one in scene["spans"]} <= {"sayso", "mcp-python-sdk"}
        assert not {"enduser.id", "url.path", "url.query"} & {
            name for one in scene["spans"] for name in one["attributes"]
        }
        assert all(one["status"] == ["UNSET", None] and not one["events"] for one in scene["spans"])


FAILED = """
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from sayso.tracing import span
told = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(told))
trace.set_tracer_provider(provider)
try:
    with span("decide"):
        raise ValueError("a surprise for Bob")
except ValueError:
    (one,) = told.get_finished_spans()
    print(one.status.status_code.name, one.status.description, dict(one.attributes), one.events)
"""


def test_what_goes_wrong_is_told_without_its_words() -> None:
    said = subprocess.run([sys.executable, "-c", FAILED], capture_output=True, text=True, check=True, timeout=120)
    assert said.stdout == "ERROR None {'error.type': 'ValueError'} ()\n"


ALONE = """
import sys
{first}
from sayso.tracing import continued, is_traced, span
with continued({{"traceparent": "{parent}"}}), span("decide") as noted:
    noted.decided({{"status": "call", "steps": []}})
print(is_traced(), sorted(name for name in sys.modules if name.startswith("opentelemetry")))
"""


def test_where_nobody_brought_an_sdk_nothing_is_loaded_for_it() -> None:
    alone = [sys.executable, "-c", ALONE.format(first="", parent=PARENT["traceparent"])]
    said = subprocess.run(alone, capture_output=True, text=True, check=True, timeout=120)
    assert said.stdout == "False []\n"


def test_the_servers_load_the_api_and_no_sdk() -> None:
    first = "import sayso.terminal.hosting, sayso.terminal.gateway, sayso.terminal.serving"
    command = [sys.executable, "-c", ALONE.format(first=first, parent=PARENT["traceparent"])]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert said.stdout.startswith("False ['opentelemetry'")
    assert "opentelemetry.sdk" not in said.stdout


def test_without_spans_all_is_as_if_there_were_none() -> None:
    assert not is_traced()
    with continued(PARENT), span("decide", {"sayso.door": "web"}, "SERVER") as noted:
        noted.tell({"status": "call"})
    with pytest.raises(ValueError, match="as it was"), span("decide"):
        raise ValueError("as it was")
