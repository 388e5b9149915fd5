"""What the model is told: how to behave, the tools, the conversation, and the records that may be meant."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import dropwhile, groupby

from sayso.accounts.person import Person
from sayso.assistant.message import Message
from sayso.assistant.model.talker import ChatMessage, Entry, Offered
from sayso.domains.shipped import shipped_tools
from sayso.engine.pack import Pack
from sayso.engine.records.words import words_of

Record = Mapping[str, object]
Records = Mapping[str, Sequence[Record]]  # by their kind
_MOST = 20  # records of a kind
_LONGEST = 8000  # letters of one tool's answer, or of all records
_NAMES = ("title", "name", "place", "serial", "description")


def instructions(pack: Pack, person: Person, now: datetime) -> str:
    """How to behave, in the person's language."""
    speech = pack.speech
    known = {"now": now.strftime("%Y-%m-%d %H:%M (%A)"), "name": as_data(person.name), "timezone": person.timezone}
    lines = [speech.role, *(f"- {rule}" for rule in (*speech.rules, *speech.style)), speech.told["now"].format(**known)]
    return "\n".join(lines)


def offered(pack: Pack, tools: Collection[str]) -> tuple[Offered, ...]:
    """The tools that there are here, in the order of their definitions."""
    return tuple(
        Offered(tool.name, pack.speech.tools.get(tool.name) or tool.description, _plain(tool.input_schema()))
        for tool in shipped_tools()
        if tool.name in tools
    )


def _plain(schema: Mapping[str, object]) -> dict[str, object]:
    """A schema without what not every endpoint understands."""
    kept = ((name, inside) for name, inside in schema.items() if not (name == "format" and isinstance(inside, str)))
    return {name: _plainly(inside) for name, inside in kept}


def _plainly(inside: object) -> object:
    if isinstance(inside, list):
        return [_plainly(one) for one in inside]
    return _plain(inside) if isinstance(inside, Mapping) else inside


def conversation(pack: Pack, history: Sequence[Message], message: str, records: Records) -> tuple[Entry, ...]:
    """What was said so far, and last what the person says now, after the records that may be meant.

    A person begins, and the two take turns: many a model's template refuses anything else.
    """
    recent = " ".join([message, *(before.content for before in history[-2:])])
    meant = {kind: relevant(inside, recent) for kind, inside in records.items() if inside}
    known = f"{pack.speech.told['data']}\n{as_data(meant)}\n\n" if meant else ""
    said = [
        *dropwhile(lambda heard: heard.role == "assistant", map(_heard, history, (None, *history))),
        ChatMessage("user", known + message),
    ]
    turns = (list(turn) for _, turn in groupby(said, lambda heard: heard.role))
    return tuple(ChatMessage(turn[0].role, "\n\n".join(heard.text for heard in turn)) for turn in turns)


def _heard(said: Message, before: Message | None) -> ChatMessage:
    """An earlier message. One that told of records, asked about them or offered them is full of names that people gave;
    and what a person picked of that is such a name, too."""
    is_told = said.role == "assistant" and any(_names(said))
    is_picked = said.role == "user" and before is not None and said.content in _offered(before)
    return ChatMessage(said.role, as_data(said.content) if is_told or is_picked else said.content)


def _names(told: Message) -> Iterator[object]:
    """All of a reply that has names of records in it."""
    decision = told.about.get("decision")
    yield from (told.about.get(part) for part in ("results", "suggestions", "confirm"))
    yield decision.get("steps") if isinstance(decision, Mapping) else None


def _offered(told: Message) -> set[object]:
    """What could be picked of a reply."""
    offered = told.about.get("suggestions")
    return {one.get("label") for one in offered} if isinstance(offered, list) else set()


def relevant(records: Sequence[Record], said: str) -> list[Record]:
    """Of many records, those that share words or their number with what was said; of few, all."""
    if len(records) <= _MOST:
        return list(records)
    words = set(words_of(said))

    def shared(record: Record) -> int:
        own = set(words_of(" ".join(str(record.get(name) or "") for name in _NAMES)))
        return len(words & own) + (str(record.get("number")) in words)

    scored = [(shared(record), -at) for at, record in enumerate(records)]
    best = sorted((pair for pair in scored if pair[0]), reverse=True)[:_MOST]
    return [records[-at] for at in sorted((at for _, at in best), reverse=True)]


def as_data(value: object) -> str:
    """Records between marks that nothing inside them can close."""
    text = json.dumps(value, ensure_ascii=False, default=str)[:_LONGEST]
    return f"<data>{text.replace('<', chr(92) + 'u003c')}</data>"
