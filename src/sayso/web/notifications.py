"""The routes by which somebody chooses how to be reminded: time zone, quiet hours, and browsers that are told."""

from urllib.parse import urlsplit

from fastapi import APIRouter, Request, Response

from sayso.accounts.person import zone
from sayso.audit.audit import AuditedEvent
from sayso.reminders.push import PushSender, hash_of, subscription_of
from sayso.signin.signins import hashed
from sayso.web.cookie import secret_of
from sayso.web.description import answers
from sayso.web.desk import DOOR, Desk
from sayso.web.limits import Rate
from sayso.web.problem import Problem
from sayso.web.proof import token_of
from sayso.web.reminder_answers import NotificationAnswer
from sayso.web.shapes import NotificationBody, SubscriptionBody, UnsubscribeBody

_PER_MINUTE = 20
_BY_HAND = Problem(403, "forbidden", "Only a signed-in browser can be told.", "Sign in on the page.")
Told = dict[str, object]


def notification_routes(desk: Desk, sender: PushSender) -> APIRouter:
    """Choose how to be told."""
    routes = APIRouter(prefix="/api", tags=["reminders"])
    reminders = desk.parts.reminders
    rate = Rate(_PER_MINUTE, desk.parts.rate_limit, "subscriptions")

    @routes.get("/notifications", response_model=None, responses=answers(NotificationAnswer))
    async def chosen(request: Request) -> Told:
        """How you are told: your time zone, your quiet hours, and the key that a browser subscribes with."""
        person = await desk.identify(request)
        quiet = await reminders.quiet(person.id)
        hours = None if quiet is None else {"starts": quiet[0], "ends": quiet[1]}
        browsers = len(await reminders.subscriptions(person.id))
        return {"timezone": person.timezone, "quiet": hours, "push_key": sender.key.public, "browsers": browsers}

    @routes.put("/notifications", response_model=None, responses=answers(NotificationAnswer))
    async def choose(request: Request, body: NotificationBody) -> Told:
        """Choose your time zone and your quiet hours."""
        person = await desk.identify(request)
        if zone(body.timezone) is None:
            raise Problem(422, "invalid", "That is no time zone.", "For example Europe/Rome.")
        hours = None if body.quiet is None else (body.quiet.starts, body.quiet.ends)
        if not await reminders.keep_quiet(person.id, hours):
            raise Problem(422, "no_quiet_hours", "These are no quiet hours.", "For example from 22:00 to 07:00.")
        await desk.parts.accounts.move(person.id, body.timezone)
        event = AuditedEvent("notifications", {"timezone": body.timezone, "quiet": hours and list(hours)})
        await desk.parts.audit.record(person.id, DOOR, event)
        return await chosen(request)

    @routes.post("/push", status_code=204, response_model=None)
    async def subscribe(request: Request, body: SubscriptionBody) -> Response:
        """Tell this browser, while it is signed in, also when no page is open."""
        secret = secret_of(request)
        if token_of(request) is not None or secret is None:
            raise _BY_HAND
        person = await desk.identify(request)
        await rate.count(person.id)
        keys = {"endpoint": body.endpoint, "p256dh": body.p256dh, "auth": body.auth}
        one = subscription_of(keys, hashed(secret), body.language)
        if one is None or not sender.is_service(body.endpoint):
            raise Problem(422, "invalid", "That is no browser's subscription.", "See SAYSO_PUSH_HOSTS.")
        await reminders.subscribe(person.id, one)
        event = AuditedEvent("push_subscribed", {"service": urlsplit(body.endpoint).hostname})
        await desk.parts.audit.record(person.id, DOOR, event)
        return Response(status_code=204)

    @routes.delete("/push", status_code=204, response_model=None)
    async def unsubscribe(request: Request, body: UnsubscribeBody) -> Response:
        """Tell this browser no longer."""
        person = await desk.identify(request)
        if await reminders.unsubscribe(hash_of(body.endpoint), person.id):
            await desk.parts.audit.record(person.id, DOOR, AuditedEvent("push_unsubscribed"))
        return Response(status_code=204)

    return routes
