"""Whether a step is the call that a writer of lines expected, where several ways to say the same are as good."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any

READS = frozenset(
    (
        "list_tasks",
        "get_user_info",
        "metrics_read",
        "device_firmware_detail",
        "list_machines",
        "states_read",
        "events_read",
    )
)
_AS_GOOD = {
    "metrics_read": {"device_firmware_detail"},
    "device_firmware_detail": {"metrics_read", "states_read", "list_machines"},
    "events_read": {"states_read"},
    "states_read": {"events_read", "metrics_read", "device_firmware_detail"},
}
_RELATIVE = frozenset(("raise_temperature", "lower_temperature"))
_DAYS = {"today": 0, "tomorrow": 1}  # by the days from the day on which it is said
_WEEKS = frozenset(("this_week", "next_week"))
_ARTICLE = re.compile(r"^(the|a|an|my|il|lo|la|i|gli|le|un|una|l)\s+")
_NO_LETTER = re.compile(r"[^\w ]")
Fields = Mapping[str, Any]


def misfit(call: Fields, step: Fields, titles: Mapping[str, str], now: str) -> str | None:
    """What makes a step another one than the call; None where it is the call."""
    tool, given = step["tool_name"], _dated(step["parameters"], now)
    step = {**step, "parameters": given}
    values = _dated(call.get("values") or {}, now)
    if tool != call["tool"]:
        if not _is_as_good(call["tool"], values, step):
            return f"tool {tool}"
        if tool == "complete_task":
            values = {}
    named = str(given.get("task_identifier") or "")
    if call.get("task") and call["tool"] != "list_tasks" and not _is_same(titles.get(named, named), call["task"]):
        return f"task {titles.get(named, named)}"
    machine = str(given.get("device_id") or given.get("device_name") or "")
    if call.get("machine") and _plain(call["machine"]) not in _plain(machine):
        return f"machine {machine}"
    for name, wanted in values.items():
        if wanted is None and given.get(name) == "":  # nothing takes it away, as an empty text does
            continue
        if name in _FITS and not _FITS[name](wanted, step, name):
            return f"{name} {given.get(name)!r}, not {wanted!r}"
    more = {n for n in given if n.startswith("new_")} - set(values) - {"new_status"}
    return f"{sorted(more)} too" if tool == "update_task" and more else None


def _dated(values: Fields, now: str) -> dict[str, Any]:
    """The values with the day that is meant where it has a name."""
    due, today = values.get("due"), date.fromisoformat(now[:10])
    if due == "weekend":
        saturday = today + timedelta(days=5 - today.weekday())
        return {**values, "due": {"from": saturday.isoformat(), "to": (saturday + timedelta(days=1)).isoformat()}}
    if not isinstance(due, str) or due not in _DAYS:
        return dict(values)
    return {**values, "due": (today + timedelta(days=_DAYS[due])).isoformat()}


def _is_as_good(wanted: str, values: Fields, step: Fields) -> bool:
    """Whether another tool does what was wanted."""
    tool, given = step["tool_name"], step["parameters"]
    if wanted == "update_task" and tool == "complete_task":
        return values == {"new_status": "completed"}
    if wanted == "complete_task" and tool == "update_task":
        return bool(given.get("new_status") == "completed")
    return tool in _AS_GOOD.get(wanted, ())


def _plain(text: object) -> str:
    return _NO_LETTER.sub("", str(text).casefold()).strip()


def _is_same(one: object, other: object) -> bool:
    return _ARTICLE.sub("", _plain(one)) == _ARTICLE.sub("", _plain(other))


def _command(wanted: Any, step: Fields, _name: str) -> bool:
    given = step["parameters"]
    command = str(given.get("machine_command_id") or given.get("command_name") or "").split(":")[-1]
    return command == wanted or (wanted in _RELATIVE and command in _RELATIVE | {"set_temperature"})


def _value(wanted: Any, step: Fields, _name: str) -> bool:
    value = next(iter((step["parameters"].get("overrides") or {}).values()), None)
    if isinstance(value, Mapping):
        value = abs(value.get("by", 0))
    return value is not None and float(value) in (float(wanted), abs(float(wanted)))


def _metric(wanted: Any, step: Fields, _name: str) -> bool:
    asked = step["parameters"].get("metric_names")
    return step["tool_name"] != "metrics_read" or not asked or wanted in asked


def _text(wanted: Any, step: Fields, name: str) -> bool:
    return _is_same(step["parameters"].get(name, ""), wanted)


def _due(wanted: Any, step: Fields, name: str) -> bool:
    given = step["parameters"].get(name)
    if wanted is None:
        return bool(given == "")  # taken away
    if step["tool_name"] != "list_tasks":
        return str(given or "").startswith(str(wanted)[:16])
    if wanted == "overdue" and step["parameters"].get("filter") == wanted:
        return True  # where the tool has it
    if isinstance(wanted, Mapping) != isinstance(given, Mapping) and not _WEEKS.isdisjoint(map(str, (wanted, given))):
        return True  # a week by its name, or by its days
    return _window(given) == _window(wanted)


def _window(due: Any) -> object:
    return json.dumps(due, sort_keys=True) if isinstance(due, Mapping) else due


def _search(wanted: Any, step: Fields, name: str) -> bool:
    return _plain(wanted).split()[-1][:5] in _plain(step["parameters"].get(name, ""))


def _choice(wanted: Any, step: Fields, name: str) -> bool:
    given = step["parameters"].get(name)
    if name == "priority" and step["tool_name"] == "add_task" and wanted == "medium":
        return True  # as it is where nothing is said
    if name == "filter" and wanted in ("all", "pending"):
        return given in ("all", "pending", None) or (wanted == "pending" and given != "completed")
    return bool(given == wanted)


_FITS: dict[str, Callable[[Any, Fields, str], bool]] = {
    "command": _command,
    "value": _value,
    "metric": _metric,
    **dict.fromkeys(("title", "new_title", "description", "new_description"), _text),
    **dict.fromkeys(("due", "new_due"), _due),
    "search": _search,
    **dict.fromkeys(("priority", "new_priority", "filter", "new_status", "limit"), _choice),
}
