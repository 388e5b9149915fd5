"""The connection to the broker: one at a time, a new one after each loss; nothing is ever sent a second time."""

import asyncio
import random
import socket
import ssl
from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any, Literal, Protocol

from aiomqtt import Client, ProtocolVersion, Will
from aiomqtt.exceptions import MqttConnectError
from paho.mqtt.client import MQTT_CLEAN_START_FIRST_ONLY
from paho.mqtt.enums import MQTTErrorCode
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from sayso.dataclass import dataclass
from sayso.settings import Mqtt

LARGEST_PACKET = 1_048_576  # bytes; a broker that keeps to the protocol sends us no larger one
_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 30.0  # seconds before the next try
_KEEP_ALIVE = 30
_AT_ONCE = 100  # topics in one subscription
_OLD_PROTOCOL = (1, 132)  # how brokers say that they speak only the older one
_UNDELAYED = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)  # else an order may wait 40 ms for the one before
_QUEUE = 100_000  # messages that may wait to be read

_NOBODY, _REFUSED = 16, 128  # codes of a broker: nobody listens there; and all from here on: no

# the broker has it; it has it, and nobody listens; it does not want it; it never left; nobody knows
Handed = Literal["taken", "unheard", "refused", "unsent", "unknown"]


class Listener(Protocol):
    """Who wants to know what is said."""

    def heard(self, topic: str, data: bytes, is_retained: bool) -> None:
        """A message came."""
        ...

    def turned(self, is_up: bool) -> None:
        """The broker came, or went, or could not be reached."""
        ...


class Acknowledging(Client):
    """A client that tells what the broker said to each message, which its own `publish` keeps to itself.

    Nor is anything awaited inside it: cancelling that can hang.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._taken: dict[int, asyncio.Future[int]] = {}

    def hand_over(
        self, topic: str, payload: str, is_retained: bool, properties: Properties | None
    ) -> "asyncio.Future[int] | None":
        """The code that the broker will answer with; None where there is no connection."""
        info = self._client.publish(topic, payload, 1, is_retained, properties)
        if info.rc != MQTTErrorCode.MQTT_ERR_SUCCESS:
            return None
        taken = self._taken[info.mid] = asyncio.get_running_loop().create_future()
        return taken

    def _on_publish(self, client: Any, userdata: Any, mid: int, reason_code: ReasonCode, properties: Any) -> None:
        taken = self._taken.pop(mid, None)
        if taken is None:
            super()._on_publish(client, userdata, mid, reason_code, properties)
        else:
            taken.set_result(_code(reason_code))


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """One connection, and the end of it."""

    client: Acknowledging
    lost: "asyncio.Future[None]"


class Link:
    """Holds a connection to a broker while it runs; what is to be followed is followed again after each loss."""

    def __init__(self, broker: Mqtt, listener: Listener, always: Sequence[str], will: Will | None = None) -> None:
        self.broker = broker
        self.connections = 0
        self.forbidden = 0  # topics that the broker does not let us follow
        self.trouble = ""
        self.wrong: Exception | None = None  # of the last try that failed
        self._listener = listener
        self._always = tuple(always)
        self._will = will
        self._topics: dict[str, None] = {}
        self._news: dict[str, bool] = {}  # topics to be followed, or not any more
        self._changed = asyncio.Event()
        self._ended = asyncio.Event()
        self._line: _Line | None = None
        self._protocol = ProtocolVersion.V5
        self._context = _context(broker) if broker.is_encrypted else None

    @property
    def is_up(self) -> bool:
        """Whether messages come and go."""
        return self._line is not None

    @property
    def lost(self) -> "asyncio.Future[None] | None":
        """Done when the present connection is over; None where there is none."""
        return None if self._line is None else self._line.lost

    def follow(self, topics: Iterable[str]) -> None:
        """Hear these from now on."""
        for topic in topics:
            if topic not in self._topics:
                self._topics[topic] = None
                self._news[topic] = True
        self._changed.set()

    def unfollow(self, topics: Iterable[str]) -> None:
        """Hear these no more."""
        for topic in topics:
            if topic in self._topics:
                del self._topics[topic]
                self._news[topic] = False
        self._changed.set()

    async def send(self, topic: str, payload: str, within: float, is_retained: bool = False) -> Handed:
        """Publish once. Nothing is tried again, and where the broker can it drops what came too late."""
        line = self._line
        if line is None:
            return "unsent"
        expiry = None
        if self._protocol == ProtocolVersion.V5 and not is_retained:
            expiry = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]  # theirs
            expiry.MessageExpiryInterval = ceil(within)
        taken = line.client.hand_over(topic, payload, is_retained, expiry)
        if taken is None:
            self._fall(line)  # there is no connection, though what came over it may still be read
            return "unsent"
        ends: set[asyncio.Future[Any]] = {taken, line.lost}
        await asyncio.wait(ends, timeout=within, return_when=asyncio.FIRST_COMPLETED)
        if not taken.done():
            return "unknown"
        if taken.result() == _NOBODY:
            return "taken" if is_retained else "unheard"
        return "refused" if taken.result() >= _REFUSED else "taken"

    async def run(self) -> None:
        """Be connected until `end`."""
        pause = _FIRST_PAUSE
        while not self._ended.is_set():
            before = self.connections
            try:
                async with self._client() as client:
                    await self._hold(client)
            except Exception as wrong:  # a name that cannot be one, a broker that speaks nonsense: it is tried again
                self.trouble, self.wrong = str(wrong) or type(wrong).__name__, _untraced(wrong)
                if isinstance(wrong, MqttConnectError) and _code(wrong.rc) in _OLD_PROTOCOL:
                    self._protocol = ProtocolVersion.V311
                self._listener.turned(False)
            pause = _FIRST_PAUSE if self.connections > before else min(pause * 2, _LONGEST_PAUSE)
            if not self._ended.is_set():
                ending = asyncio.create_task(self._ended.wait())
                await asyncio.wait({ending}, timeout=pause * random.uniform(0.5, 1.0))
                ending.cancel()

    def end(self) -> None:
        """Let `run` come to its end."""
        self._ended.set()

    def _client(self) -> Acknowledging:
        connect = None
        is_new = self._protocol == ProtocolVersion.V5
        if is_new:
            connect = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]  # theirs
            connect.MaximumPacketSize = LARGEST_PACKET
        return Acknowledging(
            self.broker.host,
            self.broker.port,
            username=self.broker.user,
            password=self.broker.password,
            protocol=self._protocol,
            clean_session=None if is_new else True,  # what an old connection had in hand is not taken up again
            clean_start=True if is_new else MQTT_CLEAN_START_FIRST_ONLY,
            keepalive=_KEEP_ALIVE,
            properties=connect,
            tls_context=self._context,
            will=self._will,
            max_queued_incoming_messages=_QUEUE,
            socket_options=_UNDELAYED,
        )

    async def _hold(self, client: Acknowledging) -> None:
        """Hear and follow until the connection breaks, or is not wanted any more."""
        line = _Line(client, asyncio.get_running_loop().create_future())
        work = [asyncio.create_task(self._receive(line)), asyncio.create_task(self._follow(line))]
        ending = asyncio.create_task(self._ended.wait())
        try:
            await asyncio.wait({*work, ending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._fall(line)
            for task in (*work, ending):
                task.cancel()
            done = await asyncio.gather(*work, ending, return_exceptions=True)
        for outcome in done:
            if isinstance(outcome, Exception):
                raise outcome

    def _fall(self, line: _Line) -> None:
        """A connection is over."""
        if not line.lost.done():
            line.lost.set_result(None)
            self._line = None
            self._listener.turned(False)

    async def _receive(self, line: _Line) -> None:
        async for message in line.client.messages:
            self._listener.heard(str(message.topic), message.payload, bool(message.retain))

    async def _follow(self, line: _Line) -> None:
        self._news.clear()
        await self._subscribe(line, [*self._always, *self._topics])
        if line.lost.done():
            return
        self._line = line
        self.connections += 1
        self.trouble = ""
        self._listener.turned(True)
        while not line.lost.done():
            await self._changed.wait()
            self._changed.clear()
            news, self._news = self._news, {}
            await self._subscribe(line, [topic for topic, is_wanted in news.items() if is_wanted])
            unwanted = [topic for topic, is_wanted in news.items() if not is_wanted]
            for some in _some(unwanted):
                await line.client.unsubscribe(some)

    async def _subscribe(self, line: _Line, topics: list[str]) -> None:
        """Nothing is acknowledged to the broker: what it must hold for that, it drops when many speak at once."""
        for some in _some(topics):
            answers = await line.client.subscribe([(topic, 0) for topic in some])
            self.forbidden += sum(_code(answer) >= _REFUSED for answer in answers)


def _some(topics: list[str]) -> Iterable[list[str]]:
    return (topics[i : i + _AT_ONCE] for i in range(0, len(topics), _AT_ONCE))


def _untraced(wrong: Exception) -> Exception:
    """The error without the frames that it went through: they would keep its socket."""
    one: BaseException | None = wrong
    while one is not None:
        one.__traceback__ = None
        one = one.__cause__ or one.__context__
    return wrong


def _code(said: int | ReasonCode | None) -> int:
    return said.value if isinstance(said, ReasonCode) else said or 0


def _context(broker: Mqtt) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=None if broker.authority is None else str(broker.authority))
    if broker.is_insecure:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context
