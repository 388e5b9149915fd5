"""Answers to what was asked of a machine: yes or no, the most, the mean, since when; pure, from what the tools say."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from sayso.assistant.wings.machine_words import MachineSpeech, Told, moment_of, span_words, state_words, value_words

_KEYS = {"max": "told_max", "min": "told_min", "average": "told_average"}


def answered(told: Told, speech: MachineSpeech, now: datetime) -> str | None:
    """The answer to what was asked; None where nothing was asked but what there is, or the tool cannot say."""
    if told["status"] != "success":
        return None
    answer = told.get("answer")
    if isinstance(answer, dict) and answer["is_so"] is not None:
        return _state(told, answer, speech, now)
    lines = [line for one in told.get("summary", ()) for line in _summed(told, one, speech, now)]
    return "\n".join(lines) or None


def _state(told: Told, answer: Told, speech: MachineSpeech, now: datetime) -> str:
    """ "Yes, 'Forno' is on, since 14:30 (2 h)." """
    yes = speech.pack.replies["told_yes" if answer["is_so"] else "told_no"]
    value = {True: "online", False: "offline"}[answer["value"]] if answer["name"] == "connection" else answer["value"]
    since = ""
    if answer.get("since"):
        lasts = lasting(now - moment_of(answer["since"], speech))
        since = speech.say("told_since", time=_when(answer["since"], speech, now), lasts=lasts)
    named = {"answer": yes, "name": told["device_name"], "since": since}
    if answer["name"] in ("switch", "power", "connection") and not answer.get("part"):
        words = speech.pack.labels["state_values"]
        return speech.say("told_answer_is", **named, value=words.get(str(value).casefold(), value))
    return speech.say("told_answer_part", **named, part=state_words(str(answer["name"]), value, speech))


def _summed(told: Told, one: Told, speech: MachineSpeech, now: datetime) -> Iterator[str]:
    unit = str(one["unit"])
    points: list[Any] = next((s["points"] for s in told.get("series", ()) if s["metric"] == one["metric"]), [])
    named: dict[str, Any] = {"name": told["device_name"], "metric": speech.metric(str(one["metric"]))}
    named["span"] = span_words(points[0]["at"], points[-1]["at"], speech) if points else ""
    for beyond in one["beyond"]:
        yield _beyond(told, one, beyond, named, (speech, now))
    if not one["beyond"] and told.get("aggregate") in _KEYS:
        which = str(told["aggregate"])
        point = one[which] if which != "average" else {"value": one["average"], "at": one["max"]["at"]}
        value = value_words(round(float(point["value"]), 1), unit, speech)
        yield speech.say(_KEYS[which], **named, value=value, time=_when(point["at"], speech, now))


def _beyond(told: Told, one: Told, beyond: Told, named: dict[str, Any], around: tuple[MachineSpeech, datetime]) -> str:
    """Whether values are or were above or below a bound."""
    speech, now = around
    side = "above" if "above" in beyond else "below"
    unit = str(one["unit"])
    point = one["max" if side == "above" else "min"]
    value = value_words(point["value"], unit, speech)
    if not named["span"]:
        yes = speech.pack.replies["told_yes" if beyond["is_so"] else "told_no"]
        return speech.say("told_now_is", **named, answer=yes, value=value)
    named = {**named, "bound": value_words(beyond[side], unit, speech), "value": value}
    if told.get("aggregate") == "duration" and beyond["since"]:
        lasts = lasting(now - moment_of(beyond["since"], speech))
        return speech.say(f"told_{side}_since", **named, time=_when(beyond["since"], speech, now), lasts=lasts)
    is_throughout = (side, told.get("aggregate")) in (("above", "min"), ("below", "max"))
    if is_throughout and not beyond["is_so"]:  # "did it stay below 5?": no, it was above
        far = one["max" if side == "below" else "min"]
        other = {**named, "value": value_words(far["value"], unit, speech), "time": _when(far["at"], speech, now)}
        return speech.say(f"told_{side}_left", **other)
    lasts = lasting(timedelta(seconds=beyond["seconds"]))
    key = f"told_{side}_{'no' if not beyond['is_so'] else 'for' if told.get('aggregate') == 'duration' else 'yes'}"
    return speech.say(key, **named, lasts=lasts, time=_when(point["at"], speech, now))


def lasting(length: timedelta) -> str:
    """A stretch of time, shortly: "2 h 10 min"."""
    minutes = max(round(length.total_seconds() / 60), 0)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = ((days, "d"), (hours, "h"), (minutes if not days else 0, "min"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count) or "0 min"


def _when(text: str, speech: MachineSpeech, now: datetime) -> str:
    """A time of today, or with its day."""
    at = moment_of(text, speech)
    is_today = at.date() == now.astimezone(speech.zone).date()
    return f"{at:%H:%M}" if is_today else f"{at:%H:%M} ({at.day}/{at.month})"
