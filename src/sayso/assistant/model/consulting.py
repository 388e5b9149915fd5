"""Asking the model about a message: within the budget and the time that there is, its words checked, its cost kept."""

import asyncio
from collections.abc import Sequence
from dataclasses import field
from datetime import datetime
from time import monotonic

from sayso.accounts.person import Person
from sayso.assistant.acting import Acting, Stage
from sayso.assistant.message import Taken
from sayso.assistant.model.answering import Consulted, ModelAnswer, answered
from sayso.assistant.model.budget import Budget
from sayso.assistant.model.claims import ClaimChecker, SentenceBuffer
from sayso.assistant.model.cost import Cost, Prices
from sayso.assistant.model.instructions import Records, conversation, instructions, offered
from sayso.assistant.model.stopping import Stops
from sayso.assistant.model.store import UsageLedger, Use
from sayso.assistant.model.talker import Prompt, Talker, Usage, Why
from sayso.assistant.model.turn import Floor, Guard, ModelTurn, ModelTurnResult
from sayso.dataclass import dataclass
from sayso.engine.nouns import Decision
from sayso.engine.pack import Pack
from sayso.settings import Mode


@dataclass(frozen=True, slots=True)
class Matter:
    """What the model is asked about: a message, and what is known around it."""

    taken: Taken
    person: Person
    conversation_id: str
    records: Records
    decision: Decision  # the engine's own

    @property
    def now(self) -> datetime:
        """When it was said, where the person is."""
        return self.taken.message.created_at.astimezone(self.person.zone)

    @property
    def said(self) -> str:
        """The person's words."""
        return self.taken.message.content


@dataclass(frozen=True, slots=True)
class Terms:
    """How long it may take, and what it may cost."""

    seconds: float = 20.0
    prices: Prices = field(default_factory=Prices)
    budget: Budget = field(default_factory=Budget)
    mode: Mode = "cascade"  # where a conversation has none of its own


class Consulting:
    """The model that this assistant may ask; `packs` are the languages in which its words can be checked."""

    def __init__(self, talker: Talker, ledger: UsageLedger, terms: Terms, packs: Sequence[Pack]) -> None:
        self.terms = terms
        self.name = talker.name
        self.stops = Stops()
        self._talker = talker
        self._ledger = ledger
        self._packs = packs

    async def answer(self, matter: Matter, guard: Guard, acting: Acting, stage: Stage) -> ModelAnswer:
        """Let the model have its turn about a message, and the engine do what it leaves."""
        consulted = await self._consult(matter, guard, acting, stage)
        return await answered(consulted, matter.decision, acting, stage)

    async def _consult(self, matter: Matter, guard: Guard, acting: Acting, stage: Stage) -> Consulted:
        began = monotonic()
        mode, day = matter.taken.mode or self.terms.mode, matter.now.date()
        if self.terms.budget.is_used_up(await self._ledger.spent(matter.person.id, day)):
            turned = ModelTurnResult(why="budget")
        else:
            stage.watch("model", {"name": self.name, "mode": mode})
            turned = await self._turn(matter, guard, acting, stage)
        text, why = _shown(turned, ClaimChecker(self._packs, matter.said))
        cost = Cost(turned.usage, monotonic() - began, self.terms.prices.of(turned.usage))
        if turned.usage != Usage():
            await self._ledger.keep(stage.session, Use(day, self.name, mode, cost, why))
        return Consulted(turned.acted(), tuple(turned.steps), text, mode, cost, why)

    async def _turn(self, matter: Matter, guard: Guard, acting: Acting, stage: Stage) -> ModelTurnResult:
        prompt = Prompt(
            instructions(stage.pack, matter.person, matter.now),
            conversation(stage.pack, matter.taken.history, matter.said, matter.records),
            offered(stage.pack, acting.tools),
        )
        draft = SentenceBuffer(ClaimChecker(self._packs, matter.said))

        def hear(piece: str) -> None:
            shown = draft.add(piece) if not matter.decision.steps else ""
            if shown:
                stage.watch("draft", {"delta": shown})

        with self.stops.going((matter.person.id, matter.conversation_id)) as stop:
            floor = Floor(asyncio.get_running_loop().time() + self.terms.seconds, stop, hear)
            return await ModelTurn(self._talker, guard, acting, stage).run(prompt, floor)


def _shown(turned: ModelTurnResult, hearing: ClaimChecker) -> tuple[str | None, Why | None]:
    """What the model said, where that claims nothing; and why it is of no use, where it is of none."""
    text = turned.text.strip()
    if turned.why is not None or turned.open is not None or not text:
        is_empty = not text and not turned.steps and turned.why is None
        return None, "broken" if is_empty else turned.why
    if "<data" in text or hearing.claims(text):
        return None, None if turned.steps else "claimed"
    return text, None
