"""What goes out of the house: signed webhooks that come again until they are taken, and Web Push to browsers alone."""

import base64
import hashlib
import hmac
import json
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta

import httpx2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from household import Clock, serve, settle
from push_service import PushService, push_service

from sayso.errors import SettingsError
from sayso.languages.shipped import load_replies
from sayso.reminder_settings import SERVICES, ReminderSettings
from sayso.reminders.delivery import Delivery
from sayso.reminders.opened import opened_delivery
from sayso.reminders.push import PushKey, PushSender, padless, subscription_of
from sayso.reminders.push_channel import Push
from sayso.reminders.reminders import Reminders
from sayso.reminders.store import BROWSERS
from sayso.reminders.webhook import Webhook
from sayso.session import Session
from sayso.signin.signins import SignIns, hashed
from sayso.storage.database import Database
from sayso.tasks.task import NewTask

SECRET = "a secret of twenty-four letters, and some"


@pytest.fixture
def place() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
async def client() -> AsyncIterator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(trust_env=False) as opened:
        yield opened


async def due(database: Database, clock: Clock) -> Session:
    """Ann, who has to call Anna now."""
    ann = await settle(database, timezone="Europe/Rome")
    at = (clock.now + timedelta(minutes=1)).isoformat()
    await serve(database, clock).add(ann, NewTask("call Anna", "about the move", "high", at))
    clock.go(minutes=1)
    return ann


async def test_a_webhook_is_signed_and_comes_again_until_it_is_taken(
    database: Database, place: PushService, client: httpx2.AsyncClient
) -> None:
    clock = Clock()
    ann = await due(database, clock)
    reminders = Reminders(database, clock)
    delivery = Delivery(reminders, [Webhook(f"http://{place.host}/due", SECRET, client, clock)])
    place.answer = 503
    await delivery.deliver_due()
    headers, body = place.next()
    meant = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    proof = base64.b64encode(hmac.new(SECRET.encode(), meant, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{proof}"
    assert headers["webhook-timestamp"] == str(int(clock.now.timestamp()))
    told = json.loads(body)
    assert (told["type"], told["data"]["person"]["id"]) == ("reminder.due", ann.user_id)
    assert told["data"]["task"]["title"] == "call Anna"
    place.answer = 200
    clock.go(seconds=10)
    await delivery.deliver_due()
    again, _ = place.next()
    assert again["webhook-id"] == headers["webhook-id"]  # so that whoever got both knows it for one
    clock.go(hours=1)
    await delivery.deliver_due()
    assert place.received.empty()


async def browser_of(database: Database, clock: Clock, place: PushService, ann: Session) -> tuple[SignIns, str]:
    """A browser of Ann's that is signed in and told; gives the secret of its session."""
    signins = SignIns(database, clock, timedelta(days=30))
    signed = await signins.open(ann.user_id)
    one = subscription_of(place.subscription(), hashed(signed.secret), "it")
    assert one is not None
    await Reminders(database, clock).subscribe(ann.user_id, one)
    return signins, signed.secret


async def test_a_browser_is_told_in_its_language_and_forgotten_where_it_is_gone(
    database: Database, place: PushService, client: httpx2.AsyncClient
) -> None:
    clock = Clock()
    ann = await due(database, clock)
    await browser_of(database, clock, place, ann)
    reminders, key = Reminders(database, clock), PushKey(PushKey.new())
    place.answer = 410
    push = Push(reminders, client, PushSender(key, "mailto:ann@example.org", (place.host,)), load_replies)
    await Delivery(reminders, [push]).deliver_due()
    headers, body = place.next()
    assert place.proven(headers, key.public)["sub"] == "mailto:ann@example.org"
    assert place.read(body)["body"] == "Scadenza alle 13:01"  # in Rome
    assert await reminders.subscriptions(ann.user_id) == ()


async def test_who_signs_out_is_told_there_no_longer(database: Database, place: PushService) -> None:
    clock = Clock()
    ann = await due(database, clock)
    signins, secret = await browser_of(database, clock, place, ann)
    reminders = Reminders(database, clock)
    assert len(await reminders.subscriptions(ann.user_id)) == 1
    await signins.close(secret)
    assert await reminders.subscriptions(ann.user_id) == ()


async def test_a_browser_is_told_of_one_person_alone(database: Database, place: PushService) -> None:
    clock = Clock()
    ann = await due(database, clock)
    await browser_of(database, clock, place, ann)
    bob = await settle(database, "Bob")
    await browser_of(database, clock, place, bob)
    reminders = Reminders(database, clock)
    assert await reminders.subscriptions(ann.user_id) == ()
    assert len(await reminders.subscriptions(bob.user_id)) == 1


async def test_of_very_many_browsers_of_one_person_the_newest_are_told(database: Database, place: PushService) -> None:
    clock = Clock()
    ann, bob = await settle(database), await settle(database, "Bob")
    signed = await SignIns(database, clock, timedelta(days=30)).open(ann.user_id)
    reminders = Reminders(database, clock)
    await browser_of(database, clock, place, bob)
    for number in range(BROWSERS + 3):
        clock.go(seconds=number // 2)
        keys = {**place.subscription(), "endpoint": f"http://{place.host}/{number}"}
        one = subscription_of(keys, hashed(signed.secret), "en")
        assert one is not None
        await reminders.subscribe(ann.user_id, one)
    told = {json.loads(one.token)["endpoint"] for one in await reminders.subscriptions(ann.user_id)}
    assert len(told) == BROWSERS
    assert f"http://{place.host}/{BROWSERS + 2}" in told
    assert f"http://{place.host}/0" not in told
    assert len(await reminders.subscriptions(bob.user_id)) == 1


async def test_what_is_said_is_read_once(database: Database, place: PushService) -> None:
    clock = Clock()
    ann = await due(database, clock)
    await browser_of(database, clock, place, ann)
    reads: list[str] = []

    def words() -> dict[str, dict[str, str]]:
        reads.append("read")
        return load_replies()

    reminders, sender = Reminders(database, clock), PushSender(PushKey(PushKey.new()), None, (place.host,))
    async with opened_delivery(ReminderSettings(), reminders, sender, words) as delivery:
        for _ in range(2):
            await delivery.deliver_due()
            again = (clock.now + timedelta(minutes=1)).isoformat()
            await serve(database, clock).add(ann, NewTask("call Bo", due=again))
            clock.go(minutes=1)
    assert reads == ["read"]


@pytest.mark.parametrize(
    ("endpoint", "is_service"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("http://fcm.googleapis.com/fcm/send/abc", False),
        ("https://fcm.googleapis.com.example.org/abc", False),
        ("https://evilfcm.googleapis.com.example.org/abc", False),
        ("https://notfcm.googleapis.com/abc", False),
        ("https://127.0.0.1/abc", False),
        ("https://169.254.169.254/latest", False),
        ("https://user@fcm.googleapis.com/abc", False),
        ("https://user@updates.push.services.mozilla.com/abc", False),
        ("http://127.0.0.1:80@updates.push.services.mozilla.com/abc", False),
        ("https://updates.push.services.mozilla.com:8443/abc", False),
        ("https://FCM.googleapis.com/fcm/send/abc", True),
        ("https://fcm.googleapis.com:none/abc", False),
        ("https://[broken", False),
        ("https://evil.example.org%2f.fcm.googleapis.com/abc", False),
        ("https://evil.example.org\\.fcm.googleapis.com/abc", False),
        ("https://a..fcm.googleapis.com/abc", False),
        ("https://xn--.fcm.googleapis.com/abc", False),
        (f"https://{'a' * 64}.fcm.googleapis.com/abc", False),
    ],
)
def test_nothing_is_sent_to_an_address_that_is_no_push_services(endpoint: str, is_service: bool) -> None:
    assert PushSender(PushKey(PushKey.new()), None, SERVICES).is_service(endpoint) == is_service


@pytest.mark.parametrize(
    "given",
    [
        {"SAYSO_REMIND_WEBHOOK": "https://example.org/due"},
        {"SAYSO_REMIND_WEBHOOK": "https://example.org/due", "SAYSO_REMIND_SECRET": "short"},
        {"SAYSO_REMIND_WEBHOOK": "https://example.org/due", "SAYSO_REMIND_SECRET": "whsec_" + "c2hvcnQgc2hvcnQhIQ=="},
        {"SAYSO_REMIND_WEBHOOK": "https://example.org/due", "SAYSO_REMIND_SECRET": "whsec_no base64, but long enough"},
        {"SAYSO_REMIND_WEBHOOK": "example.org", "SAYSO_REMIND_SECRET": SECRET},
        {"SAYSO_PUSH_CONTACT": "ann"},
    ],
)
def test_settings_that_cannot_be_are_told(given: dict[str, str]) -> None:
    with pytest.raises(SettingsError):
        ReminderSettings.read(given)


def test_a_key_that_is_none_is_told() -> None:
    with pytest.raises(SettingsError):
        PushKey("not a key")


def test_a_key_is_one_that_the_curve_has() -> None:
    """As the library says that uses it later: the server starts without loading it."""
    most = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    for number in (0, most):
        with pytest.raises(ValueError, match=r"key|positive"):
            ec.derive_private_key(number, ec.SECP256R1())
        with pytest.raises(SettingsError):
            PushKey(padless(number.to_bytes(32)))
    for number in (1, most - 1):
        public = ec.derive_private_key(number, ec.SECP256R1()).public_key()
        told = PushKey(padless(number.to_bytes(32))).public
        assert told == padless(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
