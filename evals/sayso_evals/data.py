"""What is measured: lines of labelled utterances and acceptance cases, read into one shape."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sayso import SaysoError

NOW = "2026-11-16T10:00:00+01:00"
TOOL_OF_LABEL = {
    "identity_query": "get_user_info",
    "turn_on": "machine_command_execute",
    "turn_off": "machine_command_execute",
    "light_on": "machine_command_execute",
    "light_off": "machine_command_execute",
    "read_metric": "metrics_read",
    "check_connected": "device_firmware_detail",
}
DIRECTIONS = {"turn_on": "turn_on", "turn_off": "turn_off", "light_on": "turn_on", "light_off": "turn_off"}


class DataError(SaysoError):
    """A file of utterances or cases cannot be read."""


@dataclass(frozen=True, slots=True)
class Case:
    """A request and what is known about the right answer."""

    id: str
    group: str  # the file it came from
    language: str
    label: str  # the source's own label
    request: Mapping[str, object]
    tool: str | None = None  # the right tool; None where none is right
    title: str | None = None
    direction: str | None = None  # of a command: how its name must begin
    is_judged: bool = True  # whether a label is asserted at all
    expect: Mapping[str, object] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """What was said."""
        return str(self.request.get("message", ""))


def read(path: Path) -> Iterator[Case]:
    """The cases of a JSONL file, or of every JSONL file in a folder."""
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    for file in files:
        if not file.exists():
            raise DataError("no such file", str(file), "name a JSONL file or a folder of them")
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip():
                case = _case(file, number, line)
                if case is not None:
                    yield case


def _case(file: Path, number: int, line: str) -> Case | None:
    try:
        data = json.loads(line)
    except ValueError:
        raise DataError("not JSON", f"{file}:{number}", "one object a line") from None
    if "expect" in data and "request" in data:
        return _accepted(file, data)
    if "gold" in data and "text" in data:
        return _labelled(file, data)
    return None  # another format of the same folder (fixtures, benchmarks of other tools)


def _labelled(file: Path, data: Mapping[str, object]) -> Case | None:
    gold, note = data["gold"], str(data.get("note", ""))
    assert isinstance(gold, dict)
    intent = gold["intent"]
    if data.get("domain") == "machines" and file.stem == "machines" and intent not in TOOL_OF_LABEL:
        return None  # labels of requests for which there is no tool
    judged = file.stem in ("tasks", "machines", "negatives") or (file.stem == "near_negatives" and "guess=none" in note)
    label = note.removeprefix("label=").split(";")[0]
    request = {"message": data["text"], "now": NOW}
    return Case(
        str(data["id"]),
        file.stem,
        str(data["lang"]),
        intent if intent and intent != "none" else label,
        request,
        TOOL_OF_LABEL.get(intent, intent) if intent and intent != "none" else None,
        gold["slots"].get("title"),
        DIRECTIONS.get(intent),
        judged,
    )


def _accepted(file: Path, data: Mapping[str, object]) -> Case:
    request, expect = data["request"], data["expect"]
    assert isinstance(request, dict)
    assert isinstance(expect, dict)
    words = str(data["id"]).split("-")
    language = str(request.get("language") or ("it" if "it" in words[:2] else "en"))
    steps = expect.get("steps") or [{}]
    tool = steps[0].get("tool_name")
    return Case(
        str(data["id"]),
        file.stem,
        language,
        words[-2] if len(words) > 2 else words[0],
        request,
        tool if isinstance(tool, str) else None,
        expect=expect,
    )
