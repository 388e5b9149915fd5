"""Carries the steps of a decision out through the tools, one by one, up to the first that is open."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime

from sayso.assistant.deed import Acted, Deed, ExecutedStep, NotDone, asked_at_once
from sayso.assistant.wings.wing import AssistantWing, Came, Carried, Errand, Nowhere, Unclear, Waits
from sayso.confirmations.confirmations import Confirmations
from sayso.dataclass import dataclass
from sayso.engine.nouns import Action, Ask, Call, Confirm, Decision, Failed, Step
from sayso.engine.pack import Pack
from sayso.engine.tell import say
from sayso.session import Session
from sayso.tasks.walking import Bound, ShownChange
from sayso.tracing import tool_span

Watch = Callable[[str, Mapping[str, object]], None]  # told the name of what happens, and about it


@dataclass(frozen=True, slots=True)
class Stage:
    """What acting needs at hand: for whom, in which language, who watches, and which yes the person has just given."""

    session: Session
    pack: Pack
    key: str  # of the message: each of its calls is carried out once, however often the message comes
    watch: Watch
    now: datetime  # in the person's own zone
    granted: frozenset[str] = frozenset()  # the ids of the confirmations that the person said yes to
    agreed: int = 0  # how many of the first steps are word for word what the person has just said yes to
    first: int = 0  # the number of the first step, where others went before
    pin: str | None = field(default=None, repr=False)  # that came with the yes
    shown: ShownChange | None = None  # the change that an undo was offered for, where that offer is taken up

    def allows(self, number: int, waits: Waits) -> bool:
        """Whether the person's yes is for this call: the very question, or where that can't have changed, its words."""
        return waits.confirmation in self.granted if waits.is_bound else self.is_agreed(number)

    def is_agreed(self, number: int) -> bool:
        """Whether a step is one of those that the person has just said yes to."""
        return self.first <= number < self.first + self.agreed


class Acting:
    """Carries decisions out."""

    def __init__(self, wings: Sequence[AssistantWing], confirmations: Confirmations) -> None:
        self._wings: dict[str, AssistantWing] = {tool: wing for wing in wings for tool in wing.tools}
        self._confirmations = confirmations

    @property
    def tools(self) -> Collection[str]:
        """The names of all tools that there are here."""
        return self._wings.keys()

    def is_at_home(self, decision: Decision) -> bool:
        """Whether all of a decision is done in our own database."""
        return all((self._wings.get(s.action.tool_name or "") or Nowhere()).is_at_home for s in decision.steps)

    async def act(self, decision: Decision, stage: Stage) -> Acted:
        """Carry out what can be; stop at the first step that is open. A step that failed holds up no other."""
        deeds: list[Deed] = []
        waiting: list[Acted] = []  # what was agreed to with others, and is no longer what the person saw
        offering: Failed | None = None
        for number, step in enumerate(decision.steps, stage.first):
            rest = decision.steps[number - stage.first + 1 :]
            if waiting and not stage.is_agreed(number):
                return _asked_anew(deeds, waiting, (step, *rest))
            if isinstance(step, Ask):
                return Acted(tuple(deeds), step, rest)
            if isinstance(step, Failed):
                deeds.append(NotDone(step))
                offering = step if step.suggestions else offering
                continue
            done = await self._done(number, step, stage)
            if isinstance(done, Acted) and stage.is_agreed(number) and stage.agreed > 1:
                waiting.append(done)
            elif isinstance(done, Acted):
                more = await self._asked_besides(number, (step, *rest), stage)
                return replace(done, deeds=tuple(deeds), rest=rest, confirmations=(*done.confirmations, *more))
            else:
                deeds.append(done)
                offering = done.carried.offering or offering
        return _asked_anew(deeds, waiting, ()) if waiting else Acted(tuple(deeds), offering)

    async def _asked_besides(self, number: int, steps: tuple[Step, ...], stage: Stage) -> tuple[str, ...]:
        """The ids under which a yes to the other steps of one question is kept."""
        found: list[str] = []
        for place, step in enumerate(steps[1 : asked_at_once(steps)], number + 1):
            assert isinstance(step, Confirm)
            done = await self._done(place, step, stage)
            found.append("".join(done.confirmations) if isinstance(done, Acted) else "")
        return tuple(found)

    async def refuse(self, confirmation: str, user_id: str) -> None:
        """Put a question away that was not answered with a yes."""
        await self._confirmations.refuse(confirmation, user_id)

    async def _done(self, number: int, step: Call | Confirm, stage: Stage) -> ExecutedStep | Acted:
        """A step that was carried out, or what it leaves open."""
        action = step.action
        wing = self._wings.get(action.tool_name or "") or Nowhere()
        if isinstance(step, Confirm) and not wing.asks_first(action):
            return Acted((), step, confirmations=("",))
        granted = stage.granted if isinstance(step, Call) and stage.is_agreed(number) else frozenset()
        bound = Bound(stage.shown, granted)
        errand = Errand(action, stage.session, stage.pack, f"{stage.key}:{number}", stage.now, bound)
        if isinstance(step, Call):
            stage.watch("call", {"step": number, "tool_name": action.tool_name, "parameters": errand.given})
        came = await _carried_out(wing, errand)
        if isinstance(came, Waits) and isinstance(step, Call) and stage.allows(number, came):
            user_id = stage.session.user_id
            told = await self._confirmations.pin_check(came.confirmation, user_id, stage.pin)
            if told != "right":
                question = say(stage.pack, f"pin_{told}", {"question": came.question})
                return Acted((), Confirm(action, question), confirmations=(came.confirmation,))
            await self._confirmations.grant(came.confirmation, user_id, stage.pin)
            came = await _carried_out(wing, errand)
        match came:
            case Carried():
                stage.watch("result", {"step": number, "result": came.result})
                return ExecutedStep(number, step, came)
            case Waits():  # also where the record is no longer what the person said yes to
                asked = step if isinstance(step, Confirm) else Confirm(action, came.question)
                return Acted((), asked, confirmations=(came.confirmation,))
            case Unclear(ask):
                return Acted((), ask)


async def _carried_out(wing: AssistantWing, errand: Errand) -> Came:
    with tool_span(errand.action.tool_name or "none") as noted:
        came = await wing.carry_out(errand)
        asked = "needs_confirmation" if isinstance(came, Waits) else "needs_input"
        noted.tell({"status": str(came.result.get("status")) if isinstance(came, Carried) else asked})
        return came


def _asked_anew(deeds: list[Deed], waiting: list[Acted], rest: tuple[Step, ...]) -> Acted:
    """What was done, and the first of those that are to be asked about again; the others come after it."""
    first, *others = waiting
    return replace(first, deeds=tuple(deeds), rest=(*(a.open for a in others if a.open is not None), *rest))


def is_same(one: Action, other: Action) -> bool:
    """Whether two actions are the same call."""
    return one.tool_name == other.tool_name and _given(one) == _given(other)


def _given(action: Action) -> dict[str, object]:
    return {a.name: a.value for a in action.arguments}
