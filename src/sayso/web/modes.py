"""The routes about the language model of a conversation: how it is used, and that it stops."""

from fastapi import APIRouter, Request

from sayso.assistant.memory import Posted
from sayso.assistant.message import Unheard, Words
from sayso.web.answers import ConversationAnswer, Stopped
from sayso.web.description import answers
from sayso.web.desk import Desk
from sayso.web.problem import Problem, unheard
from sayso.web.shapes import ConversationBody


def modes(desk: Desk) -> APIRouter:
    """Choose a conversation's mode, and end what the model says in it."""
    routes = APIRouter(prefix="/api/conversations", tags=["conversations"])
    memory = desk.assistant.memory

    @routes.patch("/{conversation_id}", response_model=None, responses=answers(ConversationAnswer))
    async def choose(request: Request, conversation_id: str, body: ConversationBody) -> dict[str, object]:
        """Choose how a conversation uses the language model (null: as the server is set), or give it another name."""
        person = await desk.identify(request)
        if body.title is not None:
            named = await memory.rename(person.id, conversation_id, " ".join(body.title.split()))
            if isinstance(named, Unheard):
                raise unheard(named)
            return named.to_dict()
        if desk.assistant.model is None and body.mode not in (None, "engine"):
            raise Problem(422, "no_model", "No language model is configured here.", "Choose engine.")
        chosen = await memory.choose(person.id, conversation_id, body.mode)
        if isinstance(chosen, Unheard):
            raise unheard(chosen)
        return chosen.to_dict()

    @routes.post("/{conversation_id}/cancel", response_model=None, responses=answers(Stopped))
    async def cancel(request: Request, conversation_id: str) -> dict[str, bool]:
        """End what the language model is saying there now; what was done stays done, and is told."""
        person = await desk.identify(request)
        found = await memory.messages(person.id, conversation_id, 1)
        if isinstance(found, Unheard):
            raise unheard(found)
        place = (person.id, Posted(person.id, conversation_id, Words("")).conversation_id)
        return {"stopped": desk.assistant.model is not None and desk.assistant.model.stops.stop(place)}

    return routes
