"""The routes of conversations and their messages."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BeforeValidator

from sayso.assistant.conversation import nobody
from sayso.assistant.memory import Posted
from sayso.assistant.message import Unheard
from sayso.audit.audit import AuditedEvent
from sayso.web.answers import ConversationAnswer, ConversationPage, ExchangeBody, MessagePage
from sayso.web.description import EVENT_STREAM, Responses, answers
from sayso.web.desk import DOOR, Desk, language_of
from sayso.web.problem import Problem, unheard
from sayso.web.shapes import Post
from sayso.web.stream import streamed


def _no_number(value: object) -> object:
    """A time is written as one: a number would be taken as seconds since 1970."""
    if isinstance(value, str) and value.replace(".", "").lstrip("+-").isdigit():
        raise ValueError("a number is no time")
    return value


Key = Annotated[str | None, Header(alias="Idempotency-Key", min_length=1, max_length=200, pattern=r"^[\x21-\x7e]+$")]
Before = Annotated[datetime | None, BeforeValidator(_no_number), Query()]
Search = Annotated[str, Query(max_length=200, pattern=r"^[^\x00]*$")]

_DONE = "Two messages; with `Accept: text/event-stream`, the same as it comes about."
_POSTED: Responses = answers(ExchangeBody, what=_DONE)
_POSTED[200]["content"] = {"text/event-stream": EVENT_STREAM}


def conversations(desk: Desk) -> APIRouter:
    """Begin, list and forget conversations; read their messages, and post one."""
    routes = APIRouter(prefix="/api/conversations", tags=["conversations"])
    memory = desk.assistant.memory

    @routes.post("", status_code=201, response_model=None, responses=answers(ConversationAnswer, 201))
    async def begin(request: Request) -> dict[str, object]:
        """Begin a conversation."""
        person = await desk.identify(request)
        return (await memory.begin(person.id)).to_dict()

    @routes.get("", response_model=None, responses=answers(ConversationPage))
    async def listed(
        request: Request,
        limit: Annotated[int, Query(ge=1, le=100)] = 20,
        before: Before = None,
        search: Search = "",
    ) -> dict[str, object]:
        """Your conversations, the latest first."""
        person = await desk.identify(request)
        found, has_more = await memory.list(person.id, limit, _aware(before), search)
        return {"conversations": [one.to_dict() for one in found], "has_more": has_more}

    @routes.delete("/{conversation_id}", status_code=204)
    async def remove(request: Request, conversation_id: str) -> Response:
        """Forget a conversation for good."""
        person = await desk.identify(request)
        if not await memory.remove(person.id, conversation_id):
            raise unheard(Unheard("no_conversation"))
        gone = AuditedEvent("conversation_removed", {"conversation": conversation_id})
        await desk.parts.audit.record(person.id, DOOR, gone)
        return Response(status_code=204)

    @routes.get("/{conversation_id}/messages", response_model=None, responses=answers(MessagePage))
    async def messages(
        request: Request,
        conversation_id: str,
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
        before: str | None = None,
    ) -> dict[str, object]:
        """The last messages, the oldest first."""
        person = await desk.identify(request)
        page = await memory.messages(person.id, conversation_id, limit, before)
        if isinstance(page, Unheard):
            raise unheard(page)
        told = [message.to_dict(message.id == page.open_id) for message in page.items]
        return {"messages": told, "has_more": page.has_more, "mode": page.mode}

    @routes.post("/{conversation_id}/messages", response_model=None, responses=_POSTED)
    async def post(request: Request, conversation_id: str, body: Post, key: Key = None) -> Response:
        """Say something, pick a suggestion, or answer yes or no; the answer is JSON or a stream of events."""
        person = await desk.speaker(request)
        await desk.rate.count(person.id)
        posted = Posted(person.id, conversation_id, body.said(), key, language_of(request))
        if "text/event-stream" in request.headers.get("accept", ""):
            return await streamed(desk, posted, person)
        exchange = await desk.assistant.answer(posted, person, DOOR, nobody)
        if isinstance(exchange, Unheard):
            raise unheard(exchange)
        desk.metrics.answered(exchange)
        return JSONResponse(exchange.to_dict())

    return routes


def _aware(moment: datetime | None) -> datetime | None:
    try:
        return None if moment is None else (moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC))
    except OverflowError:  # the first and last hours of the calendar
        raise Problem(422, "invalid", "before: no such time.", "Send the updated_at of a conversation.") from None
