"""Talking to the assistant of a server, over its HTTP API."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from urllib.parse import quote

import httpx2

from sayso.accounts.here import language_here
from sayso.assistant.message import Said, Unheard, YesNo
from sayso.errors import ServerError
from sayso.tasks.task import largest_page
from sayso.terminal.talk.address import Address
from sayso.terminal.talk.talk import DueNotice, OutgoingMessage, notice_of
from sayso.terminal.talk.trouble import not_ours, problem_of, unheard_of, unreachable
from sayso.terminal.talk.turn import ShownTurn, turn_of

PAUSES = (0.2, 0.6, 1.5)  # seconds before each further try
_TIMEOUT = httpx2.Timeout(60, connect=10)
_AWAY = 503
_LEAVING = "send_request_headers.started"  # from here on the server may get it
_REMINDERS = "api/reminders"
_TASKS = "api/tasks?filter=all&limit="
_MACHINES = "api/machines"


class There:
    """The assistant of a server. What is said is sent again under its key where the connection broke, so that it is
    carried out once."""

    def __init__(self, client: httpx2.AsyncClient, url: str, pauses: Sequence[float] = PAUSES) -> None:
        self._client = client
        self._url = url
        self._pauses = pauses
        self._is_saying = False
        self._has_left = False

    @property
    def is_in_doubt(self) -> bool:
        """Whether what was said last may have been carried out although no answer came."""
        return self._is_saying and self._has_left

    async def person(self) -> str:
        """The name of whoever the token belongs to."""
        told = self._told(await self._asked(self._client.build_request("GET", "api/me")))
        if not isinstance(told.get("name"), str):
            raise not_ours(self._url)
        return str(told["name"])

    async def begin(self) -> str:
        """The id of a new conversation."""
        told = self._told(await self._asked(self._client.build_request("POST", "api/conversations")))
        if not isinstance(told.get("id"), str):
            raise not_ours(self._url)
        return str(told["id"])

    async def say(self, sent: OutgoingMessage) -> ShownTurn | Unheard:
        """What is answered."""
        self._is_saying = True
        body, headers = _body(sent.said), {"Idempotency-Key": sent.key}
        path = _messages(sent.conversation_id)
        answered = await self._asked(self._client.build_request("POST", path, json=body, headers=headers))
        self._is_saying = answered.status_code >= 500
        unheard = unheard_of(answered.status_code, _json(answered))
        return unheard or self._turn(self._told(answered))

    async def open_turn(self, conversation_id: str) -> ShownTurn | None:
        """The last turn of a conversation, where its question is open."""
        path = _messages(conversation_id)
        answered = await self._asked(self._client.build_request("GET", path, params={"limit": 2}))
        if unheard_of(answered.status_code, _json(answered)) is not None:
            return None
        match self._told(answered).get("messages"):
            case [{"role": "user"} as user, {"role": "assistant", "is_open": True} as assistant]:
                return self._turn({"user": user, "assistant": assistant})
        return None

    async def names(self) -> Mapping[str, str]:
        """The names of the tasks and of the machines, by id."""
        named: dict[str, str] = {}
        for path, kind, name in ((f"{_TASKS}{largest_page()}", "tasks", "title"), (_MACHINES, "machines", "name")):
            answered = await self._asked(self._client.build_request("GET", path))
            if kind == "machines" and not answered.is_success:  # told where a machine is asked for
                continue
            found = self._told(answered).get(kind)
            records = [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []
            named |= {str(one.get("id", "")): str(one.get(name, "")) for one in records}
        return named

    async def due(self) -> tuple[DueNotice, ...]:
        """What the person is reminded of now."""
        told = self._told(await self._asked(self._client.build_request("GET", _REMINDERS))).get("reminders")
        try:
            return tuple(notice_of(one, None) for one in told) if isinstance(told, list) else ()
        except (KeyError, TypeError, ValueError):
            raise not_ours(self._url) from None

    async def finish(self, one: DueNotice) -> None:
        """Mark what the person was reminded of as done."""
        self._told(await self._asked(self._client.build_request("POST", f"{_REMINDERS}/{quote(one.id)}/done")))

    async def snooze(self, one: DueNotice, minutes: int) -> None:
        """Bring it again later."""
        path, body = f"{_REMINDERS}/{quote(one.id)}/snooze", {"minutes": minutes}
        answered = await self._asked(self._client.build_request("POST", path, json=body))
        if not answered.is_success:
            self._told(answered)

    async def _asked(self, request: httpx2.Request) -> httpx2.Response:
        """What is answered to a request, which is sent again where the connection broke or the database was away."""
        pauses = iter(self._pauses)
        self._has_left = False
        request.extensions["trace"] = self._watch
        while True:
            try:
                answered = await self._client.send(request)
                pause = next(pauses, None) if answered.status_code == _AWAY else None
                if pause is None:
                    return answered
            except (httpx2.TransportError, httpx2.DecodingError) as wrong:
                pause = next(pauses, None) if self._has_left else None
                if pause is None:
                    raise unreachable(self._url, wrong, self._has_left) from None
            await asyncio.sleep(pause)

    async def _watch(self, event: str, _about: object) -> None:
        self._has_left = self._has_left or event.endswith(_LEAVING)

    def _told(self, answered: httpx2.Response) -> Mapping[str, object]:
        """The body of a good answer; any other is told as what it is."""
        told = _json(answered)
        if answered.is_success and isinstance(told, Mapping):
            return told
        raise problem_of(self._url, answered.status_code, answered.headers, told)

    def _turn(self, exchange: object) -> ShownTurn:
        try:
            return turn_of(exchange)
        except (KeyError, TypeError, ValueError):
            raise not_ours(self._url) from None


def _messages(conversation_id: str) -> str:
    return f"api/conversations/{quote(conversation_id, safe='')}/messages"


def _body(said: Said) -> dict[str, object]:
    """What is posted; a PIN goes out with a yes, and is part of nothing that is kept."""
    if isinstance(said, YesNo) and said.pin is not None:
        return {"answer": {"message_id": said.message_id, "yes": said.yes, "pin": said.pin}}
    return said.to_dict()


def _json(answered: httpx2.Response) -> object:
    try:
        return answered.json()
    except (ValueError, RecursionError):
        return None


@asynccontextmanager
async def opened(address: Address | None) -> AsyncIterator[There]:
    """The assistant of the server at an address."""
    assert address is not None
    headers = {"Accept": "application/json", "Accept-Language": language_here(os.environ)}
    if address.token is not None:
        headers["Authorization"] = f"Bearer {address.token}"
    try:
        client = httpx2.AsyncClient(
            base_url=address.url,
            headers=headers,
            timeout=_TIMEOUT,
            trust_env=not address.is_loopback,  # what is meant for this machine goes through no proxy
            verify=address.url.startswith("https:"),  # certificates take a while to load, and http has none
        )
    except (httpx2.InvalidURL, ValueError) as wrong:
        raise ServerError(f"cannot be spoken to: {wrong}", address.url, "check the address and the proxy") from None
    async with client:
        yield There(client, address.url)
