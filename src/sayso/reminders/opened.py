"""The channels that are set, opened for as long as reminders are delivered."""

import importlib
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from functools import cache
from typing import Any

from sayso.accounts.secret import kept_file
from sayso.reminder_settings import ReminderSettings
from sayso.reminders.delivery import Delivery
from sayso.reminders.push import PushKey, PushSender, Words
from sayso.reminders.reminder import Reminder
from sayso.reminders.reminders import Reminders
from sayso.settings import Settings

_CHANNELS = "sayso.reminders.channels"  # loaded when something is first sent: most starts send nothing for a while


class LateChannel:
    """A channel that is opened when something is first sent by it."""

    def __init__(self, name: str, channels: Callable[[], Any]) -> None:
        self.name = name
        self._channels = channels

    async def send(self, one: Reminder) -> bool:
        """Send it."""
        is_sent: bool = await self._channels().named[self.name].send(one)
        return is_sent


def sender_of(settings: Settings) -> PushSender:
    """Who sends to browsers: by the key that is set, or one that is made at the first start and kept in a file."""
    given = settings.reminding
    path = settings.key_folder / "push"
    key = PushKey(given.push_key) if given.push_key else PushKey(kept_file(path, PushKey.new), str(path))
    return PushSender(key, given.push_contact or settings.public_url, given.push_hosts)


@asynccontextmanager
async def opened_delivery(
    given: ReminderSettings, reminders: Reminders, sender: PushSender, words: Words, grace: timedelta = timedelta(0)
) -> AsyncIterator[Delivery]:
    """Delivers by Web Push, and to the webhook where one is set; `grace` is for how long it leaves that to others."""
    async with AsyncExitStack() as stack:

        @cache
        def channels() -> Any:
            opened = importlib.import_module(_CHANNELS).Channels(given, reminders, sender, cache(words))
            stack.push_async_callback(opened.client.aclose)
            return opened

        names = ("push",) if given.webhook is None else ("push", "webhook")
        yield Delivery(reminders, [LateChannel(name, channels) for name in names], grace=grace)
