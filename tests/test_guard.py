"""The guard: calls of every shape go in, and nothing that nobody said comes out as a call."""

import json
import logging
from typing import Any

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from kitchen import CASES, KITCHEN

from sayso import Engine, SaysoError, compose_intelligently, guard, guard_realtime, needs_input
from sayso_evals.calls import own
from sayso_evals.corrupt import KINDS, misses, passes, run

NOW = "2026-11-16T10:00:00+01:00"
WEATHER = {
    "type": "object",
    "properties": {
        "city": {"type": "string"},
        "days": {"type": "integer"},
        "unit": {"type": "string", "enum": ["celsius", "fahrenheit"], "default": "celsius"},
    },
    "required": ["city", "days"],
}
TOOLS = {
    "openai chat": {"type": "function", "function": {"name": "forecast", "description": "f", "parameters": WEATHER}},
    "openai responses": {"type": "function", "name": "forecast", "description": "f", "parameters": WEATHER},
    "anthropic": {"name": "forecast", "description": "f", "input_schema": WEATHER},
    "mcp": {"name": "forecast", "description": "f", "inputSchema": WEATHER, "annotations": {"readOnlyHint": True}},
}
ARGUMENTS = {"city": "Turin", "days": 3}
CALLS = {
    "openai chat": {
        "id": "1",
        "type": "function",
        "function": {"name": "forecast", "arguments": json.dumps(ARGUMENTS)},
    },
    "openai responses": {"type": "function_call", "name": "forecast", "arguments": json.dumps(ARGUMENTS)},
    "anthropic": {"type": "tool_use", "id": "1", "name": "forecast", "input": ARGUMENTS},
    "mcp": {"method": "tools/call", "params": {"name": "forecast", "arguments": ARGUMENTS}},
}
SAID = "what will the weather be in Turin for the next 3 days"
MESSAGES: dict[str, list[Any]] = {
    "openai chat": [{"role": "system", "content": "Be kind."}, {"role": "user", "content": SAID}],
    "openai responses": [{"role": "user", "content": [{"type": "input_text", "text": SAID}]}],
    "anthropic": [{"role": "user", "content": [{"type": "text", "text": SAID}]}],
    "mcp": [{"role": "user", "content": {"type": "text", "text": SAID}}],
}


HARMFUL = [
    "rm",
    "empty_trash",
    "unlock_door",
    "disable_alarm",
    "flush_db",
    "truncate_table",
    "kill_process",
    "cancel_order",
    "revoke_token",
    "send_mail",
    "pay",
    "buy_stock",
    "dropDatabase",
    "file.erase",
    "acquista_azioni",
    "vendi",
    "cancella_file",
    "elimina",
    "svuota_cestino",
    "invia_posta",
    "paga",
    "sblocca_porta",
    "disattiva_allarme",
]
HARMLESS = [
    "get_mail",
    "search_books",
    "order_status_check",
    "calculate_area",
    "leggi_file",
    "mostra_stato",
    "cerca_libri",
    "elenca_file",
]


def one(decision: Any) -> dict[str, Any]:
    """The one step of a decision."""
    (step,) = decision.to_dict()["steps"]
    return dict(step)


@pytest.mark.parametrize("shape", list(TOOLS))
def test_a_call_whose_every_value_was_said_passes_unchanged(shape: str) -> None:
    step = one(guard(MESSAGES[shape], [TOOLS[shape]], CALLS[shape], {"now": NOW}))
    assert (step["status"], step["parameters"]) == ("call", ARGUMENTS)
    assert step["sources"]["city"]["kind"] == "message"


@pytest.mark.parametrize(
    ("arguments", "status", "kept"),
    [
        ({"city": "Turin", "days": 3, "unit": "celsius"}, "call", {"city": "Turin", "days": 3, "unit": "celsius"}),
        ({"city": "Turin", "days": "3"}, "call", ARGUMENTS),
        ({"City": "Turin", "days": 3}, "call", ARGUMENTS),
        ({"city": "Milan", "days": 3}, "ask", {"days": 3}),
        ({"city": "Turin"}, "ask", {"city": "Turin"}),
        ({"city": "Turin", "days": 12}, "ask", {"city": "Turin"}),
        ({"city": "Turin", "days": None}, "ask", {"city": "Turin"}),
        ({"city": "", "days": 3}, "ask", {"days": 3}),
        ({"city": "Turin", "days": 3, "user_id": "u9", "mood": "good"}, "call", ARGUMENTS),
        ('{"city": "Turin", "days": 3', "ask", {}),
    ],
)
def test_what_nobody_said_is_left_out_and_asked_for(arguments: Any, status: str, kept: dict[str, object]) -> None:
    step = one(guard(MESSAGES["mcp"], [TOOLS["mcp"]], {"name": "forecast", "arguments": arguments}, {"now": NOW}))
    assert (step["status"], step["parameters"]) == (status, kept)
    assert set(step["sources"]) == set(kept)


def test_a_tool_that_is_not_registered_is_refused_with_the_nearest_ones() -> None:
    step = one(guard(MESSAGES["mcp"], [TOOLS["mcp"]], {"name": "get_forecast", "arguments": ARGUMENTS}))
    assert (step["status"], step["reason"], step["tool_name"]) == ("failed", "unknown_tool", None)
    assert [s["tool_name"] for s in step["suggestions"]] == ["forecast"]


@pytest.mark.parametrize(
    ("tool", "status"),
    [
        ({"name": "send_mail", "description": "Sends a mail"}, "confirm"),
        ({"name": "send_mail", "description": "Sends", "annotations": {"destructiveHint": False}}, "call"),
        ({"name": "mail", "description": "Mail", "annotations": {"destructiveHint": True}}, "confirm"),
        ({"name": "remove_mail", "description": "", "annotations": {"readOnlyHint": True}}, "confirm"),
        ({"name": "mail_get", "description": "", "annotations": {"readOnlyHint": True}}, "call"),
        ({"name": "mail", "description": ""}, "confirm"),  # what says nothing of itself may do anything
        ({"name": "get_mail", "description": ""}, "call"),
        ({"name": "mail_list", "description": "Returns the mails of a person"}, "call"),
        ({"name": "get_mail", "description": "Fetches the mails and permanently deletes them"}, "confirm"),
        ({"name": "get_order_record", "description": "Retrieves the record of an order"}, "call"),
        ({"name": "get_deleted_mails", "description": ""}, "call"),
        ({"name": "deletemail", "description": ""}, "confirm"),
        ({"name": "get_and_delete_mail", "description": "Gets a mail"}, "confirm"),
        *(({"name": n, "description": ""}, "confirm") for n in HARMFUL),
        *(({"name": n, "description": ""}, "call") for n in HARMLESS),
    ],
)
def test_what_destroys_or_sends_is_confirmed(tool: dict[str, Any], status: str) -> None:
    schema = {"type": "object", "properties": {"to": {"type": "string"}}, "required": ["to"]}
    said = [{"role": "user", "content": "send a mail to bob@example.com, remove nothing"}]
    call = {"name": tool["name"], "arguments": {"to": "bob@example.com"}}
    step = one(guard(said, [{**tool, "inputSchema": schema}], call))
    assert (step["status"], step["requires_confirmation"]) == (status, status == "confirm")


@pytest.mark.parametrize(
    ("message", "status"),
    [("non accendere la luce", "decline"), ("come si accende la luce?", "decline"), ("che bella giornata", "decline")],
)
def test_a_message_that_does_not_ask_for_it_is_never_a_call(message: str, status: str) -> None:
    call = {"name": "machine_command_execute", "arguments": {"device_id": "fc", "machine_command_id": "fc:on"}}
    decision = guard([{"role": "user", "content": message}], None, call, {"machines": KITCHEN})
    assert decision.status == status


def test_the_realtime_payload_is_completed_from_the_conversation() -> None:
    payload = {
        "user_message": "Accendi la luce",
        "function_call": {"name": "machine_command_execute", "arguments": {}},
        "conversation_history": [
            {"role": "user", "content": "Ho un problema con il frigo cucina"},
            {"role": "assistant", "content": "Cosa succede?"},
        ],
    }
    step = one(guard_realtime(payload, None, {"machines": KITCHEN}))
    assert (step["status"], step["parameters"]["device_id"]) == ("call", "fc")
    assert step["sources"]["device_id"] == {"kind": "history", "turn": 0, "record": "fc"}


def test_every_composition_is_one_event_without_the_persons_words(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "sayso.composition"):
        guard(MESSAGES["mcp"], [TOOLS["mcp"]], {"name": "forecast", "arguments": {"city": "Turin", "mood": "x"}})
    (record,) = caplog.records
    told = record.composition  # type: ignore[attr-defined]
    assert (told["tool"], told["status"], told["dropped"]) == ("forecast", "ask", ["mood"])
    assert told["repairs"] == ["mood: left out: the tool has no such parameter"]
    assert "weather" not in record.getMessage() + str(told)


@pytest.mark.untraced
def test_spoilt_calls_are_mended_asked_about_or_refused_and_none_passes_on_wrong(engine: Engine) -> None:
    rights = list(own(CASES, engine))
    assert len(rights) > 200
    table = run(rights, engine)
    assert {kind for _, kind in table} == set(KINDS)
    assert sum(counts["wrong"] for counts in table.values()) == 0
    for domain in ("tasks", "machines"):
        assert table[domain, "unknown tool"].keys() == {"refused"}
        assert table[domain, "unspoilt"].keys() == {"right"}
    assert not [miss for right, miss in misses(rights) if passes(right, miss, engine)]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=8), inside, max_size=3),
    max_leaves=6,
)


@examples(200)
@given(
    message=st.text(max_size=60) | st.sampled_from([SAID, "accendi la luce", "add buy milk"]),
    name=st.sampled_from(["forecast", "add_task", "metrics_read", "machine_command_execute", "list_tasks", "nope"]),
    arguments=st.dictionaries(
        st.sampled_from(["city", "days", "device_id", "device_name", "title", "metric_names", "_user_prompt", "x"]),
        values,
    )
    | st.text(max_size=30),
    is_own=st.booleans(),
)
def test_any_call_gets_a_decision_with_a_source_for_every_value(
    message: str, name: str, arguments: Any, is_own: bool
) -> None:
    tools = None if is_own else [TOOLS["mcp"]]
    try:
        decision = guard(
            [{"role": "user", "content": message}], tools, {"name": name, "arguments": arguments}, {"machines": KITCHEN}
        )
    except SaysoError:
        return
    for step in decision.to_dict()["steps"]:  # type: ignore[attr-defined]
        assert set(step["parameters"]) == set(step["sources"])
        device = step["parameters"].get("device_id")
        assert device is None or device in {m["id"] for m in KITCHEN}
        if step["status"] == "call" and step["tool_name"] == "forecast" and message:
            assert all(step["sources"][n]["kind"] != "call" for n in step["parameters"])


NESTED: dict[str, Any] = {}
for _ in range(3000):
    NESTED = {"a": NESTED}
DEEP: dict[str, Any] = {"type": "object"}
for _ in range(3000):
    DEEP = {"type": "object", "properties": {"a": DEEP}}
CALL = {"name": "forecast", "arguments": {}}


@pytest.mark.parametrize(
    ("door", "named"),
    [
        (lambda: guard(None, None, CALL), "messages"),  # type: ignore[arg-type]
        (lambda: guard([], 3, CALL), "tools"),  # type: ignore[arg-type]
        (lambda: guard([], None, 3), "tool_call"),
        (lambda: guard([], None, {"arguments": {}}), "tool_call"),
        (lambda: guard([], [{"inputSchema": {}}], CALL), "tools"),
        (lambda: guard([], None, CALL, "x"), "context"),  # type: ignore[arg-type]
        (lambda: guard_realtime(None), "payload"),  # type: ignore[arg-type]
        (lambda: compose_intelligently(None), "context"),  # type: ignore[arg-type]
        (lambda: needs_input({}), "result"),
        (
            lambda: guard(SAID, [{"name": "deep", "inputSchema": {}}], {"name": "deep", "arguments": NESTED}),
            "request",
        ),
    ],
)
def test_wrong_types_at_the_doors_are_named(door: Any, named: str) -> None:
    with pytest.raises(SaysoError, match=named):
        door()


def test_a_schema_without_end_is_left_alone_after_some_steps() -> None:
    step = one(guard(SAID, [{"name": "deep", "inputSchema": DEEP}], {"name": "deep", "arguments": NESTED}))
    assert step["parameters"] == {}


@pytest.mark.parametrize("arguments", ["[" * 100_000, '{"a":' * 100_000, "", "null", "3"])
def test_broken_arguments_of_any_size_get_a_decision(arguments: str) -> None:
    step = one(guard(SAID, [TOOLS["mcp"]], {"name": "forecast", "arguments": arguments}))
    assert step["status"] == "ask"


def test_a_models_own_objects_and_mcps_list_of_tools_are_understood() -> None:
    class Call:
        def model_dump(self) -> dict[str, object]:
            return {"type": "function", "function": {"name": "forecast", "arguments": json.dumps(ARGUMENTS)}}

    step = one(guard(MESSAGES["anthropic"], {"tools": [TOOLS["mcp"]]}, Call()))
    assert step["parameters"] == ARGUMENTS
