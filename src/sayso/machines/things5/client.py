"""The platform over HTTP: reads are tried again, with pauses; a command is sent once, whatever comes of it."""

import asyncio
import json
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from datetime import UTC, datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx2

from sayso.dataclass import dataclass
from sayso.machines.key import Key
from sayso.machines.things5.exchange import (
    Exchange,
    HttpRequest,
    HttpResponse,
    Missing,
    NotSent,
    NoWord,
    ResourceFound,
    away,
    refused_key,
    sent_elsewhere,
)
from sayso.machines.things5.patience import AGAIN, Patience, asked_pause, next_pause
from sayso.machines.things5.wire import CursorPage, page, parsed, unreadable
from sayso.settings import is_loopback

_LONGEST = 8 * 1024 * 1024  # bytes of an answer
_PAGES = 200  # of one list
_CONNECTIONS = 32
_BEFORE = (
    httpx2.ConnectError,
    httpx2.ConnectTimeout,
    httpx2.PoolTimeout,
    httpx2.ProxyError,
    httpx2.UnsupportedProtocol,
)


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class World:
    """Chance, time, waiting and the network, as the client needs them."""

    chance: Callable[[], float] = random.random  # 0 to 1
    now: Callable[[], datetime] = _now
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    transport: httpx2.AsyncBaseTransport | None = None  # None: the network


class Client:
    """One pool of connections for everybody; the key goes with each question, and nothing of an answer stays behind."""

    def __init__(self, url: str, patience: Patience | None = None, world: World | None = None) -> None:
        self._patience = patience or Patience()
        self._world = world or World()
        self._http = httpx2.AsyncClient(
            base_url=url,
            transport=self._world.transport,
            verify=self._world.transport is not None or httpx2.create_ssl_context(),  # once, for all connections
            timeout=self._patience.answer,
            limits=httpx2.Limits(max_connections=_CONNECTIONS, max_keepalive_connections=_CONNECTIONS),
            follow_redirects=False,
            trust_env=not is_loopback(httpx2.URL(url).host),  # a proxy does not know what this machine calls itself
            cookies=CookieJar(
                DefaultCookiePolicy(allowed_domains=[])
            ),  # one user's must not go with another's question
            headers={"Accept": "application/json", "User-Agent": "sayso"},
        )

    @property
    def now(self) -> datetime:
        """The time."""
        return self._world.now()

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def read(self, key: Key, call: HttpRequest) -> ResourceFound | Missing:
        """Ask, and ask again while the platform is busy or away; what this key may not see is missing."""
        failures, since = 0, self.now
        while True:
            last = await self._exchange("GET", key, call, None)
            if isinstance(last, HttpResponse) and last.status not in AGAIN:
                return _read(last)
            failures += 1
            asked = asked_pause(last.retry_after, self.now) if isinstance(last, HttpResponse) else None
            seconds = next_pause(failures, asked, self._world.chance(), self._patience)
            if seconds is None or (self.now - since).total_seconds() > self._patience.whole:
                raise away(last)
            await self._world.pause(seconds)

    async def pages(self, key: Key, call: HttpRequest) -> AsyncGenerator[CursorPage, None]:
        """A list page by page, each from where the last one ended; nothing where the list is missing."""
        after, seen = "", {""}
        for _ in range(_PAGES):
            params = (*call.params, *((("after", after),) if after else ()))
            answer = await self.read(key, HttpRequest(call.path, params))
            if isinstance(answer, Missing):
                if after:
                    raise unreadable("the rest of a list is gone")
                return
            found = page(answer.body)
            yield found
            after = found.after
            if not after or not found.items:
                return
            if after in seen:
                raise unreadable("the pages of a list go round in a circle")
            seen.add(after)
        raise unreadable("a list has no end")

    async def put(self, key: Key, call: HttpRequest, body: Mapping[str, object]) -> Exchange:
        """Send once. It is never tried again: nobody could tell whether the first one arrived."""
        return await self._exchange("PUT", key, call, body)

    async def _exchange(self, method: str, key: Key, call: HttpRequest, body: Mapping[str, object] | None) -> Exchange:
        headers = {"Authorization": f"Bearer {key.token}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        content = None if body is None else json.dumps(body).encode()
        try:
            # the client's own limits are for each piece of an answer; this one is for the whole
            async with asyncio.timeout(2 * self._patience.answer):
                params = tuple((name, _sendable(value)) for name, value in call.params) or None
                asked = self._http.stream(method, call.path, params=params, headers=headers, content=content)
                async with asked as response:
                    return HttpResponse(
                        response.status_code, await _body(response), response.headers.get("Retry-After", "")
                    )
        except (*_BEFORE, httpx2.InvalidURL):
            return NotSent()
        except (httpx2.RequestError, TimeoutError):
            return NoWord()


async def _body(response: httpx2.Response) -> bytes | None:
    found = bytearray()
    async for piece in response.aiter_bytes():
        found += piece
        if len(found) > _LONGEST:
            return None
    return bytes(found)


def _read(answer: HttpResponse) -> ResourceFound | Missing:
    match answer.status:
        case 200:
            return ResourceFound(parsed(answer.body))
        case 401:
            raise refused_key()
        case 403 | 404 | 410:  # what is another organisation's does not exist
            return Missing(answer.status == 403)
        case status if 300 <= status < 400:
            raise sent_elsewhere()
        case status:
            raise unreadable(f"the answer is one we do not know ({status})")


def _sendable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
