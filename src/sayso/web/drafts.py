"""What the page's list needs besides the tasks: what is heard while one is typed, and whether the list still holds."""

import asyncio
import re
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from sayso.accounts.person import Person
from sayso.engine.nouns import Call, Confirm, Decision, Step, step_to_dict
from sayso.engine.pack import Pack
from sayso.web.description import answers
from sayso.web.desk import Desk
from sayso.web.limits import Rate
from sayso.web.shapes import DraftBody
from sayso.web.task_answers import DraftPage, TaskChanges, TaskMark

_PER_MINUTE = 240  # a person types faster than one talks
_TOOL = "add_task"
_HOLE = "{text}"
_WORD = re.compile(r"\w+")
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
        return {"drafts": await asyncio.to_thread(heard, desk, body, person)}

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


def heard(desk: Desk, body: DraftBody, person: Person) -> list[Draft]:
    """In the language of the page, or in another where more is heard in that and no more is left out; the words
    themselves where nothing is heard."""
    packs = sorted(desk.engine.packs, key=lambda pack: pack.language != body.language)
    found = [drafts for pack in packs if (drafts := _drafts(desk, body, person, pack))]
    best = min(found, key=lambda drafts: (_left_out(body.text, drafts), -_count(drafts)), default=[])
    return best or [{"parameters": {"title": body.text.strip()}, "marks": []}]


def _count(drafts: list[Draft]) -> int:
    return sum(len(draft["marks"]) for draft in drafts)


def _left_out(text: str, drafts: list[Draft]) -> int:
    """How many words are part of no value: they would be lost."""
    spans = [(mark["start"], mark["end"]) for draft in drafts for mark in draft["marks"]]
    words = (word.span() for word in _WORD.finditer(text))
    return sum(not any(start < b and a < end for start, end in spans) for a, b in words)


def _drafts(desk: Desk, body: DraftBody, person: Person, pack: Pack) -> list[Draft]:
    said = pack.replies["say_add"]
    before = said.index(_HOLE)
    context = {"user": {"id": person.id, "timezone": person.timezone}}
    decision = desk.engine.decide(
        {
            "message": said.replace(_HOLE, body.text),
            "language": pack.language,
            "context": context,
            "now": desk.parts.clock().isoformat(),
        }
    )
    return [_draft(step, before, len(body.text)) for step in decision.steps] if _is_adding(decision) else []


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
