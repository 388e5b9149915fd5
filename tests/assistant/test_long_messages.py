"""While a long message is thought about, everybody else is answered."""

import asyncio
from collections.abc import Mapping
from threading import Event

from household import Clock, settle
from model_server import Call, ModelServer, Says
from model_talk import talking
from talking import Parlour

from sayso import Engine
from sayso.engine.nouns import Decision
from sayso.face import Catalogue
from sayso.storage.database import Database


class Pondering(Engine):
    """Thinks until somebody else was answered."""

    def __init__(self) -> None:
        super().__init__()
        self.others = Event()
        self.was_free = False

    def decide(self, request: Mapping[str, object], catalogue: Catalogue | None = None) -> Decision:
        """The decision, after the others."""
        self.was_free = self.others.wait(20)
        return super().decide(request, catalogue)


class Guarding(Engine):
    """Judges a call until somebody else was answered."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.others = Event(), Event()
        self.was_free = False

    def decide(self, request: Mapping[str, object], catalogue: Catalogue | None = None) -> Decision:
        """The decision; about a call, after the others."""
        if "call" in request:
            self.begun.set()
            self.was_free = self.others.wait(20)
        return super().decide(request, catalogue)


async def test_judging_what_a_model_proposes_holds_up_nobody_else(own_file: Database, scripted: ModelServer) -> None:
    engine = Guarding()
    scripted.plays(Says("", (Call("add_task", {"title": "buy milk"}),)), Says(""))
    async with talking(own_file, engine, scripted.model("chat")) as talk:
        saying = asyncio.create_task(talk.say("add buy milk"))
        while not saying.done() and not engine.others.is_set():
            await asyncio.sleep(0)
            if engine.begun.is_set():
                engine.others.set()
        assert await saying == "Added 'buy milk'."
    assert engine.was_free


async def test_a_long_message_holds_up_nobody_else(database: Database) -> None:
    engine = Pondering()
    talk = await Parlour(database, engine, Clock()).welcome(await settle(database))
    saying = asyncio.create_task(talk.say("buy milk and bread " * 50))
    while not saying.done() and not engine.others.is_set():
        await asyncio.sleep(0)
        if "user" in talk.heard:  # it was taken in, and is being thought about
            engine.others.set()
    assert await saying
    assert engine.was_free
