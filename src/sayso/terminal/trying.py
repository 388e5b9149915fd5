"""What `sayso doctor` tries besides looking: one token of the model, a change of the database, keys, clock, webhook."""

from datetime import UTC, datetime, timedelta

import httpx2
from sqlalchemy import text

from sayso.assemble import Parts
from sayso.errors import SaysoError
from sayso.reminders.opened import sender_of
from sayso.settings import Model, Settings
from sayso.web.readiness import Readiness

_MODEL_SECONDS = 20.0  # a model of one's own may have to be loaded first
_HOOK_SECONDS = 5.0
_APART = timedelta(seconds=5)  # that two clocks may be
_ENGINE = "until then the engine answers alone"


class Unwell(Exception):  # noqa: N818 - a finding rather than an error of ours
    """What was tried does not work: what was found, and what to do."""

    def __init__(self, told: str, next_step: str) -> None:
        super().__init__(told)
        self.told = told
        self.next_step = next_step


async def try_model(model: Model) -> str:
    """Have the model say one token."""
    bearer = {"Authorization": f"Bearer {model.key}"}
    asked = [{"role": "user", "content": "."}]
    body: dict[str, object] = {"model": model.name, "messages": asked, "max_tokens": 1}
    path = "chat/completions"
    if not model.is_chat:
        path, body = (
            "responses",
            {"model": model.name, "input": ".", "max_output_tokens": 16},
        )  # fewer are refused there
    try:
        trying = httpx2.AsyncHTTPTransport(retries=2)  # one that is just starting refuses a connection or two
        async with httpx2.AsyncClient(timeout=_MODEL_SECONDS, transport=trying) as client:
            answered = await client.post(f"{model.url.rstrip('/')}/{path}", headers=bearer, json=body)
    except httpx2.TimeoutException:
        raise Unwell("no answer in time", f"see that it can keep up; {_ENGINE}") from None
    except (httpx2.HTTPError, httpx2.InvalidURL):
        next_step = f"see that it runs, and that OPENAI_BASE_URL is its address; {_ENGINE}"
        raise Unwell("nobody answers there", next_step) from None
    match answered.status_code:
        case 200:
            return "answers"
        case 401 | 403:
            raise Unwell("the key is refused", "set OPENAI_API_KEY")
        case 404:
            raise Unwell("there is no such model, or no such API", "see SAYSO_MODEL, SAYSO_MODEL_API, OPENAI_BASE_URL")
        case 429:
            raise Unwell("too many requests, or no money left", f"see the provider's page; {_ENGINE}")
        case status:
            raise Unwell(f"answers with an error ({status})", f"see its log; {_ENGINE}")


async def try_database(parts: Parts) -> str:
    """Change something."""
    if not await Readiness(parts.database, parts.rate_limit).is_ready():
        raise Unwell("can be read, and takes no changes", "see that its disk is not full, and that it may be written")
    return "takes changes"


async def try_clock(parts: Parts) -> str:
    """Compare this machine's clock with the database's: reminders, links and yeses go by it."""
    if parts.database.is_sqlite:
        return f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    async with parts.database.reading() as tx:
        there: datetime = (await tx.execute(text("SELECT clock_timestamp()"))).scalar_one()
    apart = abs(there - datetime.now(UTC))
    if apart > _APART:
        told = f"{apart.total_seconds():.0f} seconds apart from the database's"
        raise Unwell(told, "set both by the same time server: reminders, links and confirmations go by them")
    return "the same as the database's"


def try_push(settings: Settings) -> str:
    """Read the key that signs Web Push, or make it."""
    try:
        sender_of(settings)
    except SaysoError as wrong:
        raise Unwell(f"{wrong.where}: {wrong.what}", wrong.next_step or "leave it out, and one is made") from None
    return "SAYSO_PUSH_KEY" if settings.reminding.push_key else "its key is beside the database"


async def try_things5(url: str) -> str:
    """See whether somebody is there; no key is shown."""
    try:
        async with httpx2.AsyncClient(timeout=_HOOK_SECONDS) as client:
            await client.head(url)
    except (httpx2.HTTPError, httpx2.InvalidURL):
        next_step = "see that SAYSO_THINGS5_URL is the platform's address, and that it can be reached from here"
        raise Unwell(f"nobody answers at {url}", next_step) from None
    return f"{url} answers; each person has a key of their own"


async def try_webhook(url: str) -> str:
    """See whether somebody is there; nothing is posted."""
    try:
        async with httpx2.AsyncClient(timeout=_HOOK_SECONDS) as client:
            await client.head(url)
    except (httpx2.HTTPError, httpx2.InvalidURL):
        raise Unwell("nobody answers there", "see SAYSO_REMIND_WEBHOOK; reminders are tried again for hours") from None
    return "reachable"
