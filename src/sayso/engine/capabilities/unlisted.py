"""Requests to subjects that nobody listed: names travel as text, and what changes something is confirmed."""

from collections.abc import Mapping
from dataclasses import replace

from sayso.engine.capabilities import tell
from sayso.engine.capabilities.action import action_of, is_harmful, subject_span
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.fleet import Ability
from sayso.engine.capabilities.room import NOTHING, InFocus, Room
from sayso.engine.nouns import Argument, Ask, Call, Confirm, Evidence, Source, Step
from sayso.engine.tell import say


def unlisted(asked: Asked, room: Room, focus: InFocus) -> tuple[Step | None, InFocus]:
    """The subjects are not known: names travel as text, and what changes something is confirmed at most."""
    pack = room.pack
    parts = {i for i, t in asked.things.items() if t.role == "component"}
    musts = asked.named.musts | parts
    span = subject_span(asked, frozenset(musts))
    arguments: list[Argument] = []
    spoken = focus
    if span is not None:
        name = asked.line.raw[span[0] : span[1]]
        arguments.append(Argument(room.key("record"), name, Source("message", span)))
        spoken = InFocus((), None, name, span)
    elif focus.name and (asked.is_pronoun or not asked.named.texts):
        source = Source("history", turn=focus.turn) if focus.turn is not None else Source("message", focus.span)
        arguments.append(Argument(room.key("record"), focus.name, source))
    if asked.reading.does == "command":
        things = asked.wanted.things | {t.name for i, t in asked.things.items() if i not in parts}
        name = asked.command or "_".join(
            (_act_name(asked.wanted.act, bool(things), room.lexicon.whole), *sorted(things))
        )
        arguments.append(Argument(room.key("capability"), name, Source("message", asked.span)))
    if asked.metrics:
        arguments.append(Argument(room.key("readings"), list(asked.metrics), Source("message", asked.metrics_span)))
    action = action_of(asked, room, tuple(arguments), (Evidence("subject left to the tool", 1.0),))
    if action.confidence < room.policy.worth_asking_a_subject:
        return None, NOTHING
    told = {
        "name": action.of("record") or "",
        "command": tell.named_label(str(action.of("capability") or ""), room),
    }
    if asked.is_all and asked.reading.does == "command":
        kept = tuple(a for a in arguments if a.name == room.key("capability"))
        return Ask(replace(action, arguments=kept), pack.replies[room.reply("ask_all_", is_many=True)]), NOTHING
    if action.of("record") is None:
        return Ask(action, pack.replies[room.reply("ask_")]), NOTHING
    if asked.reading.does == "command":
        is_harm = is_harmful(Ability(asked.wanted.act, asked.things_but(frozenset()), frozenset()), room.lexicon)
        return Confirm(
            replace(action, is_dangerous=is_harm),
            say(pack, "confirm_now" if asked.when.is_later else f"confirm_{action.intent}", told),
        ), spoken
    if action.confidence < room.policy.threshold(action.intent):
        return Confirm(action, say(pack, f"confirm_{action.intent}", told)), spoken
    return Call(action), spoken


def _act_name(act: str | None, has_things: bool, whole: Mapping[str, str]) -> str:
    """The pack's own name for an act; to start a whole subject is to turn it on."""
    return (act or "run") if has_things else whole.get(act or "run", act or "run")
