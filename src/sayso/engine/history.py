"""The turns of a request's history: what was said, what was decided and what came of it, which records were shown."""

from typing import get_args

from sayso.engine.fields import id_of, list_of, mapping, optional_text, text
from sayso.engine.nouns import Done, Outcome, RecordRef, Turn
from sayso.errors import RequestError

_ROLES = ("user", "assistant", "tool")
_OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
_ASSISTANTS = ("steps", "shown")  # what only a turn of the assistant carries


def read_turn(given: object, where: str) -> Turn | str:
    """A turn of the conversation; what a tool answered is only its text."""
    data = mapping(given, where)
    role = data.get("role")
    if role not in _ROLES:
        raise RequestError(f"must be one of {', '.join(_ROLES)}", f"{where}.role")
    content = text(data.get("content"), f"{where}.content")
    if role != "assistant":
        for key in _ASSISTANTS:
            if data.get(key) is not None:
                raise RequestError(f"cannot stand in a turn of the {role}", f"{where}.{key}", "the assistant's has it")
        return content if role == "tool" else Turn("user", content)
    steps = list_of(data.get("steps"), f"{where}.steps")
    shown = list_of(data.get("shown"), f"{where}.shown")
    return Turn(
        "assistant",
        content,
        tuple(_step(s, f"{where}.steps[{i}]") for i, s in enumerate(steps)),
        tuple(_id(s, f"{where}.shown[{i}]") for i, s in enumerate(shown)),
    )


def _step(given: object, where: str) -> Done:
    """A step as it was decided, with its outcome; what else stands in it was for the person, or for whoever did it."""
    data = mapping(given, where)
    if "tool_name" not in data:
        raise RequestError("missing", f"{where}.tool_name", "name the tool, or null where there was none")
    parameters = data.get("parameters")
    records = list_of(data.get("records"), f"{where}.records")
    return Done(
        optional_text(data["tool_name"], f"{where}.tool_name"),
        mapping({} if parameters is None else parameters, f"{where}.parameters"),
        _outcome(data.get("outcome"), f"{where}.outcome"),
        tuple(_record(r, f"{where}.records[{i}]") for i, r in enumerate(records)),
    )


def _outcome(given: object, where: str) -> Outcome:
    for outcome in _OUTCOMES:
        if given == outcome:
            return outcome
    what = "missing" if given is None else f"must be one of {', '.join(_OUTCOMES)}"
    raise RequestError(what, where, "say what came of the step")


def _record(given: object, where: str) -> RecordRef:
    data = mapping(given, where)
    return RecordRef(
        text(data.get("kind"), f"{where}.kind"),
        _id(data.get("id"), f"{where}.id"),
        text(data.get("name"), f"{where}.name"),
    )


def _id(given: object, where: str) -> str:
    known = id_of(given, where)
    if known is None:
        raise RequestError("missing", where, "records are told apart by their ids")
    return str(known)
