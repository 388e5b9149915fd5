"""What the page's list needs besides the tasks: what is heard while one is typed, and whether the list still holds."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from sayso.accounts.person import Person
from sayso.assistant.message import moment_of
from sayso.engine.nouns import Call, Confirm, Decision, Step, step_to_dict
from sayso.engine.pack import Pack
from sayso.engine.text import tokens
from sayso.engine.values.repeats import find_repeats
from sayso.regex import regex
from sayso.web.description import answers
from sayso.web.desk import Desk
from sayso.web.limits import Rate
from sayso.web.shapes import DraftBody
from sayso.web.task_answers import DraftPage, TaskChanges, TaskMark

_PER_MINUTE = 240  # a person types faster than one talks
_TOOL = "add_task"
_TITLE = "title"
_HOLE = "{text}"
_BETWEEN = regex(r"[,;:.!?)](?=\s)|\n")
_WORD = regex(r"\w+")
Draft = dict[str, Any]


def draft_routes(desk: Desk) -> APIRouter:
    """Hear a task while it is typed, and tell whether anything was changed."""
    routes = APIRouter(prefix="/api/tasks", tags=["tasks"])
    rate = Rate(_PER_MINUTE, desk.parts.rate_limit, "drafts")

    @routes.post("/draft", response_model=None, responses=answers(DraftPage))
    async def draft(request: Request, body: DraftBody) -> dict[str, object]:
        """The tasks that some words would add, and which words gave which value; nothing is added."""
        person = await desk.identify(request)
        await rate.count(person.id)
        moment = moment_of(body.said_at, desk.parts.clock())
        return {"drafts": await asyncio.to_thread(heard, desk, body, person, moment)}

    @routes.get("/mark", response_model=None, responses=answers(TaskMark))
    async def mark(request: Request) -> dict[str, object]:
        """A number that is another one after every change of your tasks."""
        return {"mark": await desk.parts.tasks.mark(await desk.session(request))}

    @routes.get("/changes", response_model=None, responses=answers(TaskChanges))
    async def changes(request: Request, since: Annotated[int, Query(ge=0, le=2**62)]) -> dict[str, object]:
        """What was changed after a mark; where that is too much, `has_more`, and the list is to be read anew."""
        found = await desk.parts.tasks.changed_since(await desk.session(request), since)
        if found is None:
            return {"mark": since, "tasks": [], "gone": [], "total": None, "has_more": True}
        told = [task.to_dict() for task in found.tasks]
        return {"mark": found.mark, "tasks": told, "gone": list(found.gone), "total": found.total, "has_more": False}

    return routes


def heard(desk: Desk, body: DraftBody, person: Person, at: datetime) -> list[Draft]:
    """In the language of the page, or in another where more is heard in that and no more is lost; as it is where it
    asks for a task by itself ("remind me to …"); the words themselves where nothing is heard. `at` is when it
    was said."""
    packs = sorted(desk.engine.packs, key=lambda pack: pack.language != body.language)
    alone = [(d, pack) for pack in packs if _is_adding(d := _decided(desk, body.text, person, (pack, at)))]
    named = next((d for d, _ in alone if all(_is_named(step) for step in d.steps)), None)
    if named is not None:
        return [_draft(step, 0, len(body.text)) for step in named.steps]
    found = [(drafts, pack) for pack in packs if (drafts := _drafts(desk, body, person, (pack, at)))]
    found += [([_draft(step, 0, len(body.text)) for step in d.steps], pack) for d, pack in alone]

    def worth(given: tuple[list[Draft], Pack]) -> tuple[bool, int, int, int]:
        drafts, pack = given
        lost = _lost(body.text, drafts, pack, at)
        first = min((mark["start"] for draft in drafts for mark in draft["marks"]), default=0)
        return _is_torn(body.text, drafts, pack), sum(at > first for at in lost), -_count(drafts), len(lost)

    best, _ = min(found, key=worth, default=([], None))
    return best or [{"parameters": {"title": body.text.strip()}, "marks": []}]


def _is_torn(text: str, drafts: list[Draft], pack: Pack) -> bool:
    """Whether there are more tasks than marks and words between which they could stand."""
    between = len(_BETWEEN.findall(text))
    between += sum(word.text in pack.joiners.by_word for word in tokens(text))
    return len(drafts) > between + 1


def _count(drafts: list[Draft]) -> int:
    """How many values were heard besides the titles."""
    return sum(mark["name"] != _TITLE for draft in drafts for mark in draft["marks"])


def _lost(text: str, drafts: list[Draft], pack: Pack, now: datetime) -> list[int]:
    """Where the words begin that are neither small ones nor part of a value or a title."""
    spans = [(mark["start"], mark["end"]) for draft in drafts for mark in draft["marks"]]
    spans += [r.tail for r in find_repeats(pack.line(text, tokens(text)), pack, now)]
    titles = {word.casefold() for draft in drafts for word in _WORD.findall(draft["parameters"].get(_TITLE, ""))}
    small = pack.references.light | pack.joiners.by_word.keys() | pack.shifts.lead | pack.shifts.ahead
    words = (word for word in _WORD.finditer(text) if word.group().casefold() not in small | titles)
    return [w.start() for w in words if not any(start < w.end() and w.start() < end for start, end in spans)]


def _drafts(desk: Desk, body: DraftBody, person: Person, by: tuple[Pack, datetime]) -> list[Draft]:
    said = by[0].replies["say_add"]
    before = said.index(_HOLE)
    decision = _decided(desk, said.replace(_HOLE, body.text), person, by)
    return [_draft(step, before, len(body.text)) for step in decision.steps] if _is_adding(decision) else []


def _decided(desk: Desk, message: str, person: Person, by: tuple[Pack, datetime]) -> Decision:
    context = {"user": {"id": person.id, "timezone": person.timezone}}
    language, now = by[0].language, by[1].isoformat()
    return desk.engine.decide({"message": message, "language": language, "context": context, "now": now})


def _is_named(step: Step) -> bool:
    """Whether a task is asked for in words that are no part of it."""
    reading = step.action.reading
    return isinstance(step, Call) and reading is not None and reading.grade == "named"


def _is_adding(decision: Decision) -> bool:
    are_whole = all(isinstance(step, Call | Confirm) for step in decision.steps)
    return are_whole and bool(decision.steps) and all(step.action.intent == _TOOL for step in decision.steps)


def _draft(step: Step, before: int, length: int) -> Draft:
    told = step_to_dict(step)
    sources = told["sources"]
    assert isinstance(sources, Mapping)
    marks = [
        {"name": name, "start": max(0, source["span"][0] - before), "end": min(length, source["span"][1] - before)}
        for name, source in sources.items()
        if source.get("span") and source["span"][1] > before
    ]
    return {"parameters": told["parameters"], "marks": sorted(marks, key=lambda mark: mark["start"])}
