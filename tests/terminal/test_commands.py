"""The commands as a person types them."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from sayso.cli import main

TOOLS = Path(__file__).parents[2] / "examples/tools.json"
NOW = ["--now", "2026-11-16T10:00:00+01:00"]


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_map_prints_a_decision_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "add buy milk tomorrow", *NOW]) == 0
    step = json.loads(printed(capsys))["steps"][0]
    assert step["parameters"] == {"title": "buy milk", "priority": "medium", "due": "2026-11-17"}


def test_map_takes_tasks_history_and_an_open_question(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tasks = tmp_path / "tasks.json"
    tasks.write_text(json.dumps([{"id": "1", "title": "buy milk"}, {"id": "2", "title": "buy bread"}]))
    pending = tmp_path / "pending.json"
    assert main(["map", "delete buy", "--tasks", str(tasks), *NOW]) == 0
    pending.write_text(printed(capsys))
    assert main(["map", "the second", "--tasks", str(tasks), "--pending", str(pending), *NOW]) == 0
    step = json.loads(printed(capsys))["steps"][0]
    assert (step["status"], step["parameters"]["task_identifier"]) == ("confirm", "2")
    history = tmp_path / "history.json"
    history.write_text(json.dumps([{"role": "assistant", "content": "'buy bread' is still open."}]))
    assert main(["map", "mark it done", "--tasks", str(tasks), "--history", str(history), *NOW]) == 0
    assert json.loads(printed(capsys))["steps"][0]["parameters"] == {"task_identifier": "2"}


def test_map_decides_among_the_tools_of_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "What's the weather in Rome tomorrow?", "--tools", str(TOOLS), *NOW]) == 0
    step = json.loads(printed(capsys))["steps"][0]
    assert (step["tool_name"], step["parameters"]) == ("get_weather", {"city": "Rome", "date": "2026-11-17"})
    assert main(["map", "add buy milk", "--tools", str(TOOLS), *NOW]) == 0
    assert json.loads(printed(capsys))["status"] == "decline"  # the built-in ones are not among them


@pytest.mark.parametrize(
    ("call", "status", "parameters"),
    [
        ({"name": "get_weather", "arguments": {"city": "Rome"}}, "call", {"city": "Rome"}),
        ({"name": "get_weather", "arguments": {"city": "Paris"}}, "ask", {}),
        ({"name": "add_task", "arguments": {"title": "Rome"}}, "failed", {}),
    ],
)
def test_map_guards_a_call_of_a_tool_of_the_file(
    call: dict[str, object], status: str, parameters: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["map", "What's the weather in Rome?", "--tools", str(TOOLS), "--call", json.dumps(call), *NOW]) == 0
    step = json.loads(printed(capsys))["steps"][0]
    assert (step["status"], step["parameters"]) == (status, parameters)


LISTED = json.loads(TOOLS.read_text(encoding="utf-8"))["tools"]
SHAPES = {
    "a list of MCP's": LISTED,
    "an answer as it came": {"jsonrpc": "2.0", "id": 1, "result": {"tools": LISTED}},
    "OpenAI": [
        {"type": "function", "function": {**{k: t[k] for k in ("name", "description")}, "parameters": t["inputSchema"]}}
        for t in LISTED
    ],
    "Anthropic": [{**{k: t[k] for k in ("name", "description")}, "input_schema": t["inputSchema"]} for t in LISTED],
}


@pytest.mark.parametrize("shape", SHAPES)
def test_map_takes_tools_in_whichever_shape(shape: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tools = tmp_path / "tools.json"
    tools.write_text(json.dumps(SHAPES[shape]))
    assert main(["map", "What's the weather in Rome?", "--tools", str(tools), *NOW]) == 0
    assert json.loads(printed(capsys))["steps"][0]["parameters"] == {"city": "Rome"}


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ({"message": "hi"}, "tools must be a list"),
        ("get_weather", "tools must be a list"),
        ([3], "tools[0] must be an object"),
        ([LISTED[0], {"description": "x"}], "tools[1] has no name"),
        ({"jsonrpc": "2.0", "error": {"code": -32601}}, "tools must be a list"),
    ],
)
def test_a_file_without_tools_is_told_with_what_to_save(
    held: object, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tools = tmp_path / "tools.json"
    tools.write_text(json.dumps(held))
    assert main(["map", "hi", "--tools", str(tools)]) == 2
    told = capsys.readouterr().err
    assert f"{tools}: holds no list of tools: {said}" in told
    assert "save the answer to MCP's tools/list" in told


def test_map_knows_the_persons_day(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "add call Tokyo today", "--now", "2026-11-16T20:00:00+00:00", "--timezone", "Asia/Tokyo"]) == 0
    assert json.loads(printed(capsys))["steps"][0]["parameters"]["due"] == "2026-11-17"


@pytest.mark.parametrize(
    ("message", "by"),
    [("add buy milk", "a pattern"), ("am I free of chores or what's left on the list?", "the tagger")],
)
def test_explain_says_who_heard_it_and_which_words_gave_a_value(
    message: str, by: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["map", message, "--explain", *NOW]) == 0
    told = capsys.readouterr().out
    assert f"heard by          {by}" in told
    if by == "a pattern":
        assert "from message 4-12 'buy milk'" in told
    else:
        assert "as likely as the tagger says" in told
        assert "read as" not in told


def test_explain_says_why_nothing_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "thanks a lot", "--explain", *NOW]) == 0
    assert "reason     nothing_asked" in capsys.readouterr().out


def test_explain_shows_words_candidates_and_what_the_confidence_is_made_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tasks = tmp_path / "tasks.json"
    tasks.write_text(json.dumps([{"id": "1", "title": "send the tax report"}, {"id": "2", "title": "send tax letter"}]))
    assert main(["map", "complete send tax report", "--tasks", str(tasks), "--explain", *NOW]) == 0
    text = printed(capsys)
    assert "^^^^^^^^^^^^^^^ task_identifier" in text
    assert "'send the tax report'" in text
    assert "loses" in text
    assert "the logistic of" in text
    assert "read as plain" in text


def test_map_reads_a_request_from_stdin(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"id": 7, "message": "show my tasks"}'))
    assert main(["map"]) == 0
    assert json.loads(printed(capsys))["id"] == 7


def test_a_batch_goes_on_after_bad_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        '{"id": "a", "message": "show my tasks"}',
        "{not json",
        "[]",
        '{"id": "b", "message": 3}',
        "",
        '{"id": "c", "message": ""}',
    ]
    batch = tmp_path / "requests.jsonl"
    batch.write_text("\n".join(lines))
    assert main(["map", "--batch", str(batch)]) == 0
    answers = [json.loads(line) for line in printed(capsys).splitlines()]
    assert [a.get("id") for a in answers] == ["a", None, None, "b", "c"]
    assert "not JSON" in answers[1]["error"]
    assert answers[3]["error"].startswith("message")
    assert answers[4]["status"] == "decline"


def test_a_batch_from_stdin_through_the_installed_command() -> None:
    command = Path(sys.executable).with_name("sayso")
    given = '{"id": 1, "message": "aggiungi il latte alla lista"}\n'
    run = subprocess.run(
        [command, "map", "--batch", "-"], input=given, capture_output=True, text=True, check=True, timeout=120
    )
    assert json.loads(run.stdout)["steps"][0]["parameters"]["title"] == "il latte"


def test_broken_bytes_and_half_characters_do_not_stop_a_batch() -> None:
    command = Path(sys.executable).with_name("sayso")
    given = b'{"id": 1, "message": "add buy \\ud83d milk"}\n\xff\xfe\n{"id": 2, "message": "show my tasks"}\n'
    run = subprocess.run([command, "map", "--batch", "-"], input=given, capture_output=True, check=True, timeout=120)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [a.get("status", "error") for a in answers] == ["call", "error", "call"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["map", "hi", "--tasks", "/nowhere.json"], "/nowhere.json: cannot be read"),
        (["map", "--batch", "/nowhere.jsonl"], "/nowhere.jsonl: cannot be read"),
        (["map", "hi", "--now", "noon"], "now: must be an ISO time"),
        (["map", "hi", "--language", "tlh"], "language: no pack"),
        (["eval", "/nowhere.jsonl"], "/nowhere.jsonl: no such file"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_ends_with_a_code(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) != 0
    assert said in capsys.readouterr().err


def test_a_file_that_is_no_json_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "tasks.json"
    bad.write_text("{")
    assert main(["map", "hi", "--tasks", str(bad)]) == 2
    assert "not JSON" in capsys.readouterr().err


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "map" in printed(capsys)


def test_the_prompt_keeps_the_thread(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("delete call mom\nyes\ncomplete 2\n\n"))
    assert main(["try"]) == 0
    text = printed(capsys)
    assert "Delete 'call mom'?" in text
    assert "call     delete_task(task_identifier='t3')" in text
    assert "call     complete_task(task_identifier='t2')" in text


def test_eval_prints_shares_with_intervals_and_draws_the_plot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def line(text: str, intent: str, slots: dict[str, str]) -> str:
        gold = {"intent": intent, "slots": slots}
        return json.dumps({"id": text, "lang": "en", "text": text, "domain": "tasks", "gold": gold, "note": "label=x"})

    tasks, negatives = tmp_path / "tasks.jsonl", tmp_path / "negatives.jsonl"
    tasks.write_text(
        "\n".join([line("add buy milk", "add_task", {"title": "buy milk"}), line("show my list", "list_tasks", {})])
    )
    negatives.write_text("\n".join([line("what a day", "none", {}), line("I need to feed the cat", "none", {})]))
    plot = tmp_path / "plot.svg"
    assert main(["eval", "--plot", str(plot), str(tmp_path)]) == 0
    text = printed(capsys)
    assert "right tool and direction           en  1.0000" in text
    assert "2 of 2" in text
    assert "a needless question                en  0.5000" in text
    assert "expected calibration error" in text
    assert plot.read_text().startswith("<svg")


def test_eval_reads_acceptance_cases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = tmp_path / "cases.jsonl"
    right = {"id": "x-en-1", "request": {"message": "who am I?"}, "expect": {"status": "call"}}
    wrong = {"id": "x-en-2", "request": {"message": "who am I?"}, "expect": {"status": "decline"}}
    cases.write_text("\n".join(map(json.dumps, [right, wrong])))
    assert main(["eval", str(cases)]) == 0
    text = printed(capsys)
    assert "1 of 2" in text
    assert "expected 'decline'" in text
