"""Settings in, working parts out: the only room that knows how the parts of the task service fit together."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from sayso.accounts.accounts import Accounts
from sayso.accounts.here import name_here, timezone_here
from sayso.accounts.person import Person
from sayso.accounts.secret import kept_secret
from sayso.accounts.tokens import Tokens
from sayso.assistant.conversation import Assistant
from sayso.assistant.memory import Memory
from sayso.audit.audit import Audit
from sayso.confirmations.confirmations import Confirmations
from sayso.face import Engine
from sayso.settings import Settings
from sayso.signin.signins import SignIns
from sayso.storage.database import Database
from sayso.tasks.belongings import Belongings
from sayso.tasks.service import Clock, Policy, TaskService, utc_now


@dataclass(frozen=True, slots=True)
class Parts:
    """The task service, put together."""

    settings: Settings
    database: Database
    accounts: Accounts
    tokens: Tokens
    signins: SignIns
    confirmations: Confirmations
    audit: Audit
    tasks: TaskService
    belongings: Belongings
    clock: Clock

    def assistant(self, engine: Engine) -> Assistant:
        """The assistant, with this engine; questions stay open as long as confirmations do."""
        lifetime = timedelta(seconds=self.settings.confirm_seconds)
        return Assistant(engine, self.tasks, Memory(self.database, self.clock, lifetime), self.clock)

    async def local_person(self) -> Person:
        """Whoever sits at this machine."""
        return await self.accounts.local(name_here(), timezone_here(os.environ))


@asynccontextmanager
async def assembled(settings: Settings, clock: Clock = utc_now) -> AsyncIterator[Parts]:
    """The parts, with the database's tables made or renewed; closed at the end."""
    policy = Policy(timedelta(seconds=settings.repeat_seconds), timedelta(days=settings.keep_deleted_days))
    async with Database(settings.database_url) as database:
        await database.migrate()
        confirmations = Confirmations(database, clock, timedelta(seconds=settings.confirm_seconds))
        yield Parts(
            settings=settings,
            database=database,
            accounts=Accounts(database, clock),
            tokens=Tokens(_secret(settings), timedelta(hours=settings.token_hours), clock),
            signins=SignIns(database, clock, timedelta(days=settings.signed_in_days)),
            confirmations=confirmations,
            audit=Audit(database, clock),
            tasks=TaskService(database, confirmations, clock, policy),
            belongings=Belongings(database, clock),
            clock=clock,
        )


def _secret(settings: Settings) -> str:
    if settings.secret is not None:
        return settings.secret
    scheme, _, rest = settings.database_url.partition(":///")
    return kept_secret(Path(rest.partition("?")[0]).parent if scheme == "sqlite" else settings.data_folder)
