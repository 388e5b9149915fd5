"""What to say about machines: pure, in the person's language, and only from what the tools answered."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any

from sayso.dataclass import dataclass
from sayso.engine.pack import Pack
from sayso.engine.tell import day, either, say

_SHOWN = 10  # lines of events and states that are told; the page and the API have all of them
Told = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MachineSpeech:
    """A language, what commands and readings are called in it, and the person's own time zone."""

    pack: Pack
    command: Callable[[str], str]
    metric: Callable[[str], str]
    zone: tzinfo

    def say(self, key: str, **values: object) -> str:
        """A reply with its places filled."""
        return say(self.pack, key, values)


def about(tool: str, told: Told, speech: MachineSpeech) -> str:
    """What to say about the answer of a tool."""
    if told["status"] != "success":
        return _trouble(told, speech)
    match tool:
        case "machine_command_execute":
            return _commanded(told, speech)
        case "metrics_read":
            return _measured(told, speech)
        case "device_firmware_detail":
            return _status(told, speech)
        case "list_machines":
            return _machines(told, speech)
        case "states_read":
            return _happened("states", told, speech)
        case _:
            return _happened("events", told, speech)


def _commanded(told: Told, speech: MachineSpeech) -> str:
    named = {"name": told["device_name"], "command": _order(told, speech)}
    if told["effect"] == "planned":
        when = ", ".join(_times(told, speech))
        return speech.say("told_command_planned", **named, when=when, number=told["task_number"])
    if "until" in told and "task_number" in told:
        now = _commanded({name: value for name, value in told.items() if name != "until"}, speech)
        when = speech.say("time_ends", when=_clock(str(told["until"]), speech))
        return f"{now} {speech.say('told_command_ends', when=when, number=told['task_number'])}"
    if told["effect"] == "unchanged":
        return speech.say("told_command_unchanged", **named)
    if told["effect"] != "confirmed":
        return speech.say("told_command_sent", **named)
    states = ", ".join(state_words(name, value, speech) for name, value in _concerned(told))
    return speech.say("told_command_confirmed_states" if states else "told_command_confirmed", **named, states=states)


def _times(told: Told, speech: MachineSpeech) -> Iterator[str]:
    for key, name in (("at", "time_begins"), ("until", "time_ends")):
        if key in told:
            yield speech.say(name, when=_clock(str(told[key]), speech))


def _clock(iso: str, speech: MachineSpeech) -> str:
    """A time of a day to come, on the person's own clock."""
    at = datetime.fromisoformat(iso).astimezone(speech.zone)
    return f"{at:%H:%M}, {day(speech.pack, at.date().isoformat())}"


def _concerned(told: Told) -> Iterator[tuple[str, object]]:
    """The states that a command is about: the light after `turn_on_light`, all that is set after a mere `turn_on`."""
    asked = set(str(told.get("command_name", "")).split("_"))
    for name, value in (told.get("states") or {}).items():
        if asked & set(name.split("_")) or (name in ("switch", "power") and asked <= {"turn", "on", "off"}):
            yield name, value


def _order(told: Told, speech: MachineSpeech) -> str:
    """The command with what was set, in words: "Set temperature: 4"."""
    values = [
        f"{value['by']:+g}".replace("-", "−") if isinstance(value, Mapping) else value_words(value, "", speech)
        for value in (told.get("overrides") or {}).values()
    ]
    command = speech.command(str(told.get("command_name", "")))
    return f"{command}: {', '.join(values)}" if values else command


def _trouble(told: Told, speech: MachineSpeech) -> str:
    name = str(told.get("device_name") or told.get("serial") or told.get("device_id") or "")
    reason = str(told.get("reason") or told["error_message"])
    reason = speech.pack.labels["reasons"].get(reason, reason)
    named = {"name": name, "command": _order(told, speech), "reason": reason}
    match told["error"]:
        case "rejected" | "timed_out" | "offline" as kind:
            return speech.say(f"told_command_{kind}", **named)
        case "not_found":
            near = [str(one["device_name"]) for one in told.get("suggestions", ())]
            key = "told_no_machine_near" if near else "told_no_machine"
            return speech.say(key, **named, names=either(speech.pack, near) if near else "")
        case "several_match":
            return speech.say(
                "ask_which", names=either(speech.pack, [str(one["device_name"]) for one in told["candidates"]])
            )
        case "no_capability":
            return speech.say("told_no_capability", **named)
        case "invalid" if "takes" in told:
            return speech.say("told_out_of_bounds", **named, **_bounds(told["takes"], speech))
        case "invalid":
            return speech.say("told_bad_setting", **named)
        case "key_reused":
            return speech.say("told_repeated_key")
        case "no_account":
            return speech.say("told_no_account")
        case _:
            return speech.say("told_fleet_unavailable")


def _bounds(takes: Told, speech: MachineSpeech) -> dict[str, str]:
    """Between which values a setting may be."""
    least, most = value_words(takes["least"], "", speech), value_words(takes["most"], str(takes["unit"]), speech)
    return {"metric": speech.metric(str(takes["name"])), "least": least, "most": most}


def _measured(told: Told, speech: MachineSpeech) -> str:
    name = str(told["device_name"])
    series = [one for one in told.get("series", ()) if any(_is_number(p["value"]) for p in one["points"])]
    if series and any(len(one["points"]) > 1 for one in series):
        return "\n".join(_series(name, one, speech) for one in series)
    latest = [_reading(one, speech) for one in told.get("latest", ())]
    latest = latest or [_reading({**one, **one["points"][-1]}, speech) for one in series]
    if not latest:
        return speech.say("told_no_readings", name=name)
    text = speech.say("told_readings", name=name, readings=", ".join(latest))
    heard = [str(one["at"]) for one in told.get("latest", ())]
    if told.get("connected") is not False or not heard:
        return text
    moment = moment_of(max(heard), speech)
    when = f"{moment:%H:%M} ({moment.day}/{moment.month})"
    return f"{text} {speech.say('told_last_heard', time=when)}"


def _series(name: str, one: Told, speech: MachineSpeech) -> str:
    points = [point for point in one["points"] if _is_number(point["value"])]
    values = [float(point["value"]) for point in points]
    unit = str(one.get("unit") or "")
    return speech.say(
        "told_series",
        name=name,
        metric=speech.metric(str(one["metric"])),
        span=span_words(points[0]["at"], points[-1]["at"], speech),
        least=value_words(min(values), "", speech),
        most=value_words(max(values), unit, speech),
        last=value_words(values[-1], unit, speech),
    )


def _reading(one: Told, speech: MachineSpeech) -> str:
    return f"{speech.metric(str(one['metric']))} {value_words(one['value'], str(one.get('unit') or ''), speech)}"


def _status(told: Told, speech: MachineSpeech) -> str:
    latest = [_reading(one, speech) for one in told.get("latest", ())]
    states = [
        state_words(str(one["name"]), one["value"], speech)
        for one in told.get("states", ())
        if one["name"] != "connection"
    ]
    parts = [f"{', '.join([*latest, *states])}."] if latest or states else []
    if told.get("firmware"):
        parts.append(speech.say("told_status_firmware", firmware=told["firmware"]))
    if told.get("commands"):
        can = ", ".join(speech.command(str(one["name"])) for one in told["commands"])
        parts.append(speech.say("told_status_commands", commands=can))
    link = _link(told.get("connected"), speech)
    return speech.say("told_status", name=told["device_name"], link=link, readings=" ".join(parts)).rstrip(": ")


def _machines(told: Told, speech: MachineSpeech) -> str:
    machines: Sequence[Told] = told["machines"]
    if not machines:
        return speech.say("told_no_machines")
    total = int(told.get("total", len(machines)))
    lines = [speech.say("told_machines_one" if total == 1 else "told_machines_many", count=total)]
    for number, one in enumerate(machines, 1):
        more = f" ({one['place']})" if one.get("place") else ""
        link = _link(one.get("connected"), speech)
        lines.append(f"{number}. {speech.say('told_machine', name=one['name'], link=link, more=more)}")
    if total > len(machines):
        more_of_them = total - len(machines)
        lines.append(speech.say("told_more_one" if more_of_them == 1 else "told_more_many", count=more_of_them))
    return "\n".join(lines)


def _happened(what: str, told: Told, speech: MachineSpeech) -> str:
    lines: Sequence[Told] = told[what]
    named = {"name": told["device_name"], "span": span_words(told["from"], told["to"], speech)}
    if not lines:
        return speech.say(f"told_no_{what}", **named)
    key = f"told_{what}_one" if len(lines) == 1 else f"told_{what}_many"
    out = [speech.say(key, **named, count=len(lines))]
    shown = lines[-_SHOWN:]
    days = {moment_of(one["at"], speech).date() for one in shown}
    for one in shown:
        moment = moment_of(one["at"], speech)
        when = f"{moment:%H:%M}" if len(days) == 1 else f"{moment.day}/{moment.month} {moment:%H:%M}"
        text = state_words(str(one["name"]), one["value"], speech) if what == "states" else _event(one, speech)
        out.append(f"{when} {text}")
    if len(shown) < len(lines) or told.get("has_more"):
        out.append(speech.say("told_later_ones", count=len(shown)))
    return "\n".join(out)


def _event(one: Told, speech: MachineSpeech) -> str:
    name = str(one["name"])
    text = speech.pack.labels["events"].get(name, name.replace("_", " "))
    value = one.get("value")
    return text if value is None or value is True or value == "" else f"{text}: {value_words(value, '', speech)}"


def state_words(name: str, value: object, speech: MachineSpeech) -> str:
    """What a machine is: "light on", "porta aperta"."""
    labels = speech.pack.labels
    written = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value
    words = labels["state_values"]
    key = str(written).casefold()
    told = words.get(f"{name}.{key}") or words.get(key) or value_words(value, "", speech)
    label = labels["states"].get(name) or speech.metric(name)
    return f"{label} {told}"


def _link(is_connected: object, speech: MachineSpeech) -> str:
    key = "is_unknown" if is_connected is None else "is_connected" if is_connected else "is_offline"
    return speech.pack.replies[key]


def value_words(value: object, unit: str, speech: MachineSpeech) -> str:
    """A value as the language writes it, with its unit."""
    if isinstance(value, float | int) and not isinstance(value, bool):
        text = f"{value:.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
        text = text.replace(".", speech.pack.labels["marks"]["decimal"]).replace("-", "−")
        return f"{text} {unit}".rstrip()
    return str(value)


def _is_number(value: object) -> bool:
    return isinstance(value, float | int) and not isinstance(value, bool)


def moment_of(text: str, speech: MachineSpeech) -> datetime:
    """A time, in the person's own zone."""
    return datetime.fromisoformat(text).astimezone(speech.zone)


def span_words(since: str, until: str, speech: MachineSpeech) -> str:
    """From when to when, in words."""
    first, last = moment_of(since, speech), moment_of(until, speech)
    is_one_day = first.date() == last.date()
    told = [f"{m:%H:%M}" if is_one_day else f"{m:%H:%M} ({m.day}/{m.month})" for m in (first, last)]
    return speech.say("told_span", since=told[0], until=told[1])
