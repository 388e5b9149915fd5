"""The wing of the machines."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, tzinfo
from functools import partial
from typing import Any

from sayso.assistant.wings.machine_answers import answered
from sayso.assistant.wings.machine_words import MachineSpeech, about
from sayso.assistant.wings.wing import Came, Carried, Errand, Unclear, Waits
from sayso.engine.nouns import Action, Ask, Failed, Suggestion
from sayso.engine.pack import Pack
from sayso.engine.tell import either, say
from sayso.errors import FleetUnavailable, StorageUnavailable
from sayso.face import Engine
from sayso.tools.call import ToolInvocation
from sayso.tools.told import error
from sayso.tools.wing import ToolAnswer, Verb

TOOLS = frozenset(
    ("list_machines", "machine_command_execute", "metrics_read", "device_firmware_detail", "states_read", "events_read")
)


class MachineWing:
    """Carries out what is asked of machines."""

    tools: Collection[str] = TOOLS
    is_at_home = False  # that a command was sent is kept before it is, and has to be, whatever comes after

    def __init__(self, verb: Verb, engine: Engine) -> None:
        self._verb = verb
        self._engine = engine

    def asks_first(self, _: Action) -> bool:
        """A command is what was asked about, word for word: nothing about it can change before the yes."""
        return False

    async def carry_out(self, errand: Errand) -> Came:
        """Make a call; that the machines cannot be reached is an answer, too."""
        tool, language = errand.action.tool_name or "", errand.pack.language
        try:
            answer = await self._verb(ToolInvocation(errand.session, tool, errand.given, errand.key, language))
        except (StorageUnavailable, FleetUnavailable) as wrong:
            answer = ToolAnswer(error("unavailable", wrong.what, wrong.next_step))
        told: Mapping[str, Any] = errand.given | answer.told  # what was asked about, as far as the answer leaves it out
        if answer.pending is not None:
            return Waits(answer.pending.id, self._question(errand, told))
        if told.get("error") == "several_match":
            return Unclear(_which(errand, told["candidates"]))
        speech = speech_of(self._engine, errand.pack, errand.now.tzinfo or UTC)
        text = answered(told, speech, errand.now) or about(tool, told, speech)
        return Carried(answer.told, text, _offering(errand.action, told, text))

    def _question(self, errand: Errand, told: Mapping[str, Any]) -> str:
        command = self._engine.command_label(str(told.get("command_name", "")), errand.pack)
        return say(errand.pack, "confirm_machine_command", {"name": told.get("device_name", ""), "command": command})


def speech_of(engine: Engine, pack: Pack, zone: tzinfo) -> MachineSpeech:
    """How to speak of machines in a language."""
    return MachineSpeech(pack, partial(engine.command_label, pack=pack), partial(engine.metric_label, pack=pack), zone)


def _which(errand: Errand, candidates: Sequence[Mapping[str, Any]]) -> Ask:
    names = either(errand.pack, [str(one["device_name"]) for one in candidates])
    return Ask(errand.action, say(errand.pack, "ask_which", {"names": names}), _suggestions(errand.action, candidates))


def _offering(action: Action, told: Mapping[str, Any], text: str) -> Failed | None:
    """What can be offered where a tool found nothing: the nearest machines."""
    near = told.get("suggestions")
    if told.get("error") != "not_found" or not near:
        return None
    return Failed(action, "not_found", text, _suggestions(action, near))


def _suggestions(action: Action, machines: Sequence[Mapping[str, Any]]) -> tuple[Suggestion, ...]:
    share = round(action.confidence / max(len(machines), 1), 4)
    return tuple(
        Suggestion(
            str(one["device_name"]), {"device_id": one["device_id"]}, share, description=one.get("place") or None
        )
        for one in machines
    )
