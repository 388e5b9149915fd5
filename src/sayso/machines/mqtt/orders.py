"""An order on its way to a device: sent once, waited for, and told as it went."""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field
from math import ceil
from typing import assert_never

from sayso.dataclass import dataclass
from sayso.machines.device import Confirmed, Effect, Offline, Order, Rejected, Sent, Setting, TimedOut, Value
from sayso.machines.mqtt.entity import Deed, Entity, named_values
from sayso.machines.mqtt.link import Link
from sayso.machines.mqtt.naming import cleaned
from sayso.machines.mqtt.shades import WARMTHS, shade
from sayso.machines.mqtt.template import LONGEST_TEXT, Absent, filled, number

REFUSED = "the broker does not let us"
UNWRITABLE = "its message cannot be written"
BUSY = "too many orders wait for it already"
_MOST_WAITING = 50  # orders to one device
_REMEMBERED = 10_000  # orders that are known again


@dataclass(frozen=True, slots=True)
class CommandPayload:
    """What is published, and the value that it sets."""

    payload: str
    value: Value = None


@dataclass(eq=False, slots=True)
class Watch:
    """Somebody who waits for a device to say that it did as it was told."""

    entity: Entity
    deed: Deed
    asked: Value
    met: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def hear(self, signal: str, value: Value) -> None:
        """Take what the device says."""
        expected = self.deed.expected
        if expected is None or expected.signal != signal or self.met.done():
            return
        if expected.is_met(value, self.asked):
            self.met.set_result(None)


def prepared(deed: Deed, values: Mapping[str, object], present: Value) -> CommandPayload | Rejected:
    """The message of an order; a value may be given by how much it is to change from what it is."""
    setting = deed.setting
    if setting is None:
        return Rejected("this command takes no values") if values else CommandPayload(deed.payload)
    if len(values) > 1:
        return Rejected(f"it takes only one value, {setting.name}")
    # people and models call it by many names, and there is but one
    given = next(iter(values.values()), None)
    is_step = given is None and deed.step is not None
    given = {"by": deed.step} if is_step else given
    if isinstance(given, Mapping):
        by = number(given.get("by"))
        if not isinstance(by, Absent) and not isinstance(present, float):
            return Rejected(f"nobody knows what its {setting.name} is now")
        given = present + by if isinstance(present, float) and isinstance(by, float) else None
        given = _within(given, setting) if is_step and given is not None else given
    if isinstance(given, str) and (setting.options or _is_free(setting)):
        return _chosen(deed, setting, given)
    value = number(given)
    if isinstance(value, Absent) or (setting.options and setting.least is None):
        needed = "one of its words" if setting.options and setting.least is None else "a number"
        return Rejected(f"it needs {needed} for {setting.name}")
    least, most = setting.least, setting.most
    if (least is not None and value < least) or (most is not None and value > most):
        return Rejected(f"{setting.name} {value:g} is out of its bounds")
    return _written(deed, value)


def _is_free(setting: Setting) -> bool:
    return setting.least is None and setting.most is None


def _within(value: float, setting: Setting) -> float:
    """The value, held within the setting's bounds: a step further ends there."""
    least, most = setting.least, setting.most
    value = value if least is None else max(value, least)
    return value if most is None else min(value, most)


def _chosen(deed: Deed, setting: Setting, given: str) -> CommandPayload | Rejected:
    """The message for a word: one of those that may be chosen, or any text where none are given."""
    option = next((o for o in setting.options if o.casefold() == given.strip().casefold()), None)
    if setting.options and option is None:
        return Rejected(f"{setting.name} cannot be set to that")
    if deed.encoding in ("kelvin", "mireds"):
        return _written(deed, _within(WARMTHS[option or ""], setting))
    chosen = option or cleaned(given, LONGEST_TEXT)
    more = shade(chosen) if deed.encoding == "color" else None
    payload = filled(deed.payload, chosen, more)
    return Rejected(UNWRITABLE) if payload is None else CommandPayload(payload, chosen)


def _written(deed: Deed, value: float) -> CommandPayload | Rejected:
    """The message for a number, in the steps of the device."""
    if deed.encoding == "mireds":
        payload = filled(deed.payload, round(1e6 / max(value, 1.0)))
        return Rejected(UNWRITABLE) if payload is None else CommandPayload(payload, value)
    scale = deed.scale
    sent = scale.offset + value * scale.factor
    if scale.is_whole:
        sent = float(ceil(round(sent, 6))) if scale.is_ceiled else float(round(sent))
    told = int(sent) if sent.is_integer() else round(sent, 6)
    payload = filled(deed.payload, told, named_values(told))
    return Rejected(UNWRITABLE) if payload is None else CommandPayload(payload, value)


class Once:
    """Has each order carried out once, however often it is handed over; those to one device one after the other."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], asyncio.Task[Effect]] = OrderedDict()
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._waiting: defaultdict[str, int] = defaultdict(int)

    async def carry_out(self, who: str, order: Order, work: Callable[[], Awaitable[Effect]]) -> Effect:
        """Do it, or say what became of it when it was done; whoever asked may go, the order is seen through."""
        key = (who, order.id)
        known = self._known.get(key)
        if known is None:
            if self._waiting[order.device_id] >= _MOST_WAITING:
                return Rejected(BUSY)
            known = self._known[key] = asyncio.create_task(self._in_turn(order.device_id, work))
            for old in list(self._known)[: max(len(self._known) - _REMEMBERED, 0)]:
                if self._known[old].done():
                    del self._known[old]
        return await asyncio.shield(known)

    async def _in_turn(self, device_id: str, work: Callable[[], Awaitable[Effect]]) -> Effect:
        self._waiting[device_id] += 1
        try:
            async with self._turns[device_id]:
                return await work()
        finally:
            self._waiting[device_id] -= 1
            if not self._waiting[device_id]:
                del self._waiting[device_id], self._turns[device_id]

    async def finished(self) -> None:
        """Wait for all that is under way."""
        await asyncio.gather(*self._known.values(), return_exceptions=True)


async def handed_over(link: Link, watch: Watch, message: CommandPayload, within: float) -> Effect:
    """Send an order's message, and wait for the device's own word where it gives one."""
    lost = link.lost
    if lost is None:
        return Offline()
    loop = asyncio.get_running_loop()
    until = loop.time() + within
    handed = await link.send(watch.deed.topic, message.payload, within)
    match handed:
        case "unsent" | "unheard":
            return Offline()
        case "refused":
            return Rejected(REFUSED)
        case "taken" if watch.deed.expected is None:
            return Sent()
        case "taken":
            left = max(until - loop.time(), 0)
            await asyncio.wait({watch.met, lost}, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        case "unknown":
            pass
        case _:
            assert_never(handed)
    return Confirmed() if watch.met.done() else TimedOut()
