"""A model's turn: it proposes, the guard decides, what passes is carried out, and the model hears what came of it.

At most a few rounds. What is refused goes back once, with the reason; a second round of inventing ends the turn. A
question ends it, too: it is the person's to answer. What was done by then stays done, and is told.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import field, replace
from itertools import count, groupby

from sayso.assistant.acting import Acting, Stage
from sayso.assistant.deed import Acted, Deed, ExecutedStep
from sayso.assistant.model.instructions import as_data
from sayso.assistant.model.talker import (
    Answered,
    Entry,
    Hear,
    Prompt,
    ProposedCall,
    Silent,
    Spoke,
    Talker,
    Usage,
    Why,
    estimated,
)
from sayso.assistant.model.verdict import Held, Passed, Refused, Verdict, covers, verdict
from sayso.dataclass import dataclass
from sayso.engine.nouns import Decision, Step
from sayso.tracing import span

ROUNDS = 4
_CALLS = 8  # of one round
_PATIENCE = 1.0  # seconds in which a talker that was cut off may tidy up

Guard = Callable[[ProposedCall], Awaitable[Decision]]


@dataclass(slots=True)
class ModelTurnResult:
    """What a turn has come to."""

    deeds: list[Deed] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)  # all that were carried out or asked about
    open: Acted | None = None
    rest: list[Step] = field(default_factory=list)
    text: str = ""
    usage: Usage = field(default_factory=Usage)
    why: Why | None = None  # where the model is of no more use

    def acted(self) -> Acted:
        """As the reply is told from."""
        last = self.open or Acted(())
        return replace(last, deeds=(*self.deeds, *last.deeds), rest=(*last.rest, *self.rest))


@dataclass(frozen=True, slots=True)
class Floor:
    """What a turn needs at hand: until when it may last, who may end it, and who listens."""

    deadline: float  # of the event loop's clock
    stop: asyncio.Event
    hear: Hear


class ModelTurn:
    """One model's turn about one message."""

    def __init__(self, talker: Talker, guard: Guard, acting: Acting, stage: Stage) -> None:
        self._talker = talker
        self._guard = guard
        self._acting = acting
        self._stage = stage
        self._ids = (f"call_{number}" for number in count())
        self.come = ModelTurnResult()

    async def run(self, prompt: Prompt, floor: Floor) -> ModelTurnResult:
        """Let the model talk until it is done, a question is open, or it is of no more use."""
        refused = 0
        come = self.come
        for _ in range(ROUNDS):
            spoke = await _spoken(self._talker, prompt, floor)
            come.usage += spoke.usage
            if isinstance(spoke, Silent):
                come.why = spoke.why
                return come
            if not spoke.calls:
                come.text = spoke.text
                return come
            calls = [replace(call, id=next(self._ids)) for call in spoke.calls[:_CALLS]]
            before = len(come.deeds)
            answers, is_refused = await self._carried_out(calls)
            if come.open is not None:
                return come
            refused += is_refused
            if refused > 1:
                come.why = "refused"
                return come
            if not is_refused and len(come.deeds) == before:  # it only repeats itself
                return come
            prompt = replace(prompt, entries=(*prompt.entries, *calls, *answers))
        come.why = "broken"
        return come

    async def _carried_out(self, calls: Sequence[ProposedCall]) -> tuple[list[Entry], bool]:
        """Guard calls one by one and carry out what passes, in order; reads that follow each other, side by side."""
        judged = [(call, verdict(call, await self._judged(call), self._stage.pack)) for call in calls]
        answers: list[Entry] = []
        for is_read, group in groupby(judged, lambda pair: isinstance(pair[1], Passed) and pair[1].is_read):
            if self.come.open is not None:
                self.come.rest.extend(self._left(found for _, found in group))
                continue
            several = list(group)
            if is_read:
                answers += await self._read(
                    [(call, found.step) for call, found in several if isinstance(found, Passed)]
                )
                continue
            for at, (call, found) in enumerate(several):
                answers.append(await self._one(call, found))
                if self.come.open is not None:
                    self.come.rest.extend(self._left(other for _, other in several[at + 1 :]))
                    break
        return answers, any(isinstance(found, Refused) for _, found in judged)

    async def _judged(self, call: ProposedCall) -> Decision:
        known = call.name if call.name in self._acting.tools else "unknown"  # what a model makes up may be anything
        with span("guard", {"gen_ai.tool.name": known}) as noted:
            decision = await self._guard(call)
            noted.decided(decision.to_dict())
            return decision

    async def _one(self, call: ProposedCall, found: Verdict) -> Entry:
        match found:
            case Refused(why):
                return Answered(call.id, why)
            case Passed(step) | Held(step):
                earlier = self._earlier(step)
                if earlier is None:
                    earlier = self._took(step, await self._act(step, len(self.come.steps)))
                return _answer(call, earlier)

    async def _read(self, several: Sequence[tuple[ProposedCall, Step]]) -> list[Entry]:
        """Reads, side by side; one that is asked for twice is made once."""
        fresh: list[Step] = []
        for _, step in several:
            if self._earlier(step) is None and not any(covers(other, step) for other in fresh):
                fresh.append(step)
        first = len(self.come.steps)
        done = await asyncio.gather(*(self._act(step, first + at) for at, step in enumerate(fresh)))
        for step, acted in zip(fresh, done, strict=True):
            if self.come.open is None:
                self._took(step, acted)
        return [_answer(call, self._earlier(step)) for call, step in several]

    async def _act(self, step: Step, number: int) -> Acted:
        stage, decision = self._stage, Decision(None, self._stage.pack.language, (step,), None)
        session = replace(stage.session, decision={**decision.to_dict(), "proposed_by": self._talker.name})
        return await self._acting.act(decision, replace(stage, session=session, key=f"{stage.key}:m", first=number))

    def _took(self, step: Step, acted: Acted) -> ExecutedStep | None:
        """Write down what came of a step."""
        self.come.steps.append(step if acted.open is None or acted.deeds else acted.open)
        self.come.deeds.extend(acted.deeds)
        if acted.open is not None:
            self.come.open = replace(acted, deeds=())
        return next((deed for deed in acted.deeds if isinstance(deed, ExecutedStep)), None)

    def _earlier(self, step: Step) -> ExecutedStep | None:
        """What came of the same step before: a call that is proposed twice is made once."""
        done = (deed for deed in self.come.deeds if isinstance(deed, ExecutedStep))
        return next((deed for deed in done if covers(deed.step, step)), None)

    def _left(self, others: Iterator[Verdict]) -> list[Step]:
        """Of the calls after a question those that the person asked for: they wait for its answer."""
        known: list[Step] = [*self.come.steps, *self.come.rest]
        left: list[Step] = []
        for other in others:
            if not isinstance(other, Refused) and not any(covers(step, other.step) for step in (*known, *left)):
                left.append(other.step)
        return left


def _answer(call: ProposedCall, done: ExecutedStep | None) -> Entry:
    return Answered(call.id, as_data(done.carried.result if done is not None else {}))


async def _spoken(talker: Talker, prompt: Prompt, floor: Floor) -> Spoke | Silent:
    """What the model says, unless it takes too long or is told to stop."""
    pieces: list[str] = []

    def hear(piece: str) -> None:
        pieces.append(piece)
        floor.hear(piece)

    if floor.stop.is_set():
        return Silent("stopped")
    talking = asyncio.ensure_future(talker.speak(prompt, hear))
    stopping = asyncio.ensure_future(floor.stop.wait())
    try:
        left = max(floor.deadline - asyncio.get_running_loop().time(), 0.0)
        await asyncio.wait({talking, stopping}, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        if talking.done() and not floor.stop.is_set():
            return talking.result()
        why: Why = "stopped" if floor.stop.is_set() else "slow"
        return Silent(why, estimated(prompt, "".join(pieces)))
    finally:
        for task in (talking, stopping):
            task.cancel()
        await asyncio.wait({talking, stopping}, timeout=_PATIENCE)
