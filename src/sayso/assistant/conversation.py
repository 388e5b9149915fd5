"""The conversation: look, think, act, tell, keep."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from uuid import uuid4

from sayso.accounts.person import Person
from sayso.assistant.acting import Acting, Stage, Watch
from sayso.assistant.asking import after_no, agreed, asked_by, is_offering, question_of, suggestions_of
from sayso.assistant.before import closed, lately, offer, turns, undo_offered, words_about
from sayso.assistant.confirming import Circumstances, asks_for_more, confirmed_first, left_behind
from sayso.assistant.deed import Acted, ExecutedStep, needs_pin
from sayso.assistant.house import Crew, House
from sayso.assistant.looking import Looking, MessageContext, StoredContext
from sayso.assistant.memory import Memory, Posted
from sayso.assistant.message import Message, Pick, Question, Said, Taken, Unheard, Words, YesNo, first_words
from sayso.assistant.model.answering import ModelAnswer, unasked
from sayso.assistant.model.cascade import asks_model
from sayso.assistant.model.consulting import Consulting, Matter
from sayso.assistant.model.talker import ProposedCall
from sayso.assistant.model.turn import Guard
from sayso.assistant.model.verdict import is_unvoiced
from sayso.assistant.naming import name_of
from sayso.assistant.nearly import nearly
from sayso.assistant.preferences import Lesson, Preferences
from sayso.assistant.telling import told, untimed
from sayso.assistant.traced import traced_answer, traced_decision
from sayso.confirmations.pending import is_pin
from sayso.engine.nouns import Call, Confirm, Decision, step_to_dict
from sayso.engine.proposer import proposer_of
from sayso.errors import StorageUnavailable
from sayso.face import Catalogue, Engine
from sayso.guarding import grounding, log_composition
from sayso.session import Session
from sayso.storage.whole import whole
from sayso.tasks.service import Clock

Event = tuple[str, Mapping[str, object]]  # what whoever watches is told: its name, and what it is about
_AT_ONCE = {"user": 60, "assistant": 4000}  # letters of a message that are decided about in a few milliseconds


@dataclass(frozen=True, slots=True)
class DecisionContext:
    """What a message is decided by: the request without its open question, and the records that may be meant."""

    request: Mapping[str, object]
    catalogue: Catalogue


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a person said, and what was answered."""

    user: Message
    assistant: Message
    is_open: bool

    @property
    def status(self) -> str:
        """What was decided."""
        decision = self.assistant.about.get("decision")
        return str(decision["status"]) if isinstance(decision, Mapping) else "decline"

    def to_dict(self) -> dict[str, object]:
        """What may be shown."""
        return {"user": self.user.to_dict(), "assistant": self.assistant.to_dict(self.is_open)}


@dataclass(frozen=True, slots=True)
class Decided:
    """A message that was taken in, what there was to talk about, and what was decided."""

    posted: Posted
    taken: Taken
    scene: MessageContext
    around: DecisionContext | None  # what it was decided by, where the model is asked, too
    decision: Decision
    shown: Mapping[str, object]  # the decision, as it is told and kept
    preface: str | None


@dataclass(frozen=True, slots=True)
class HeardMessage:
    """A message that was taken in, what is to be told of it by now, and how far it has come: answered already, decided
    about, or with what the database knows of what it can be about."""

    taken: Taken
    happened: Sequence[Event]
    known: StoredContext | None = None
    decided: Decided | None = None
    answered: Exchange | None = None


class Assistant:
    """Answers people's messages. It holds nothing between two of them: all that lasts is in the database."""

    def __init__(
        self, engine: Engine, house: House, memory: Memory, clock: Clock, model: Consulting | None = None
    ) -> None:
        self.memory = memory
        self.model = model
        self.preferences = house.preferences
        self._engine = engine
        self._guarding = grounding(engine)
        self._looking = Looking(house.tasks, house.machines, house.preferences)
        self._crew = Crew(house, memory, engine)
        self._pins = house.tasks.confirmations.pins
        self._clock = clock

    @traced_answer
    async def answer(self, posted: Posted, person: Person, door: str, watch: Watch) -> Exchange | Unheard:
        """Take a message in and answer it; `watch` is told what happens meanwhile."""
        session = Session(person.id, door, language=posted.language)
        posted = await self._with_pin(posted)
        heard = await self._hear(posted, person, session)
        if isinstance(heard, Unheard):
            return heard
        for name, about in heard.happened:
            watch(name, about)
        if heard.answered is not None:
            return heard.answered
        taken, decided = heard.taken, heard.decided
        if taken.answer is not None:  # it came before
            return Exchange(taken.message, taken.answer, await _is_open(self.memory, posted, taken.answer))
        if decided is None:
            assert heard.known is not None
            scene = await self._looking.scene(session, heard.known)
            deciding = (posted, taken, scene, person)
            decided = await asyncio.to_thread(self._decided, *deciding) if _is_long(taken) else self._decided(*deciding)
        if decided.around is None:
            watch("decision", {"decision": decided.shown})
            if self._crew.acting.is_at_home(decided.decision):
                return await self._carry_out_at_once(decided, person, session, watch)
        try:
            asking = replace(session, decision=decided.shown)
            return await self._carry_out(self._crew, decided, person, asking, watch)
        finally:
            self._looking.forget(session)

    async def _with_pin(self, posted: Posted) -> Posted:
        """A PIN that is typed as an answer is a yes with it, before anybody keeps or reads it as words."""
        said = posted.said
        if not isinstance(said, Words) or not is_pin(said.content.strip()) or not await self._pins.has(posted.user_id):
            return posted
        page = await self.memory.messages(posted.user_id, posted.conversation_id, 1)
        if isinstance(page, Unheard) or page.open_id is None:
            return posted
        return replace(posted, said=YesNo(page.open_id, True, said.content.strip()))

    @whole
    async def _hear(self, posted: Posted, person: Person, session: Session) -> HeardMessage | Unheard:
        """Take a message in and, where nothing outside the database must be waited for, answer it in the same
        transaction: all of it happens, or nothing does. Else it is kept before anything is done."""
        async with self.memory.transaction() as tx:
            memory = self.memory.within(tx)
            taken = await memory.hear(posted, self._spoken)
            if isinstance(taken, Unheard):
                return taken
            happened: list[Event] = [("user", taken.message.to_dict())]
            if taken.answer is not None:
                return HeardMessage(taken, happened)
            known = await self._looking.known(session, words_about(taken), lately(taken), tx)
            scene = None if _is_long(taken) else self._looking.scene_at_once(session, known)
            decided = None if scene is None else self._decided(posted, taken, scene, person)
            if decided is not None and decided.around is None and self._crew.acting.is_at_home(decided.decision):
                happened.append(("decision", {"decision": decided.shown}))
                asking, crew = replace(session, decision=decided.shown), self._crew.within(tx)
                done = await self._carry_out(crew, decided, person, asking, lambda *event: happened.append(event))
                return HeardMessage(taken, happened, answered=done)
            kept = taken if taken.is_kept else await memory.say(posted, taken)
            return HeardMessage(kept, happened, known, None if decided is None else replace(decided, taken=kept))

    @traced_decision
    def _decided(self, posted: Posted, taken: Taken, scene: MessageContext, person: Person) -> Decided:
        """What was decided about a message, and by what."""
        around = self._around(taken, scene, person)
        own, preface = self._decide(posted.said, taken, around)
        decision = confirmed_first(own, self._circumstances(taken, scene, own, person))
        preface = preface if decision.steps == own.steps or own.steps else None
        asks = self.model is not None and self._asks(posted.said, taken, decision)
        shown = self._shown(decision, taken.message.content, scene.catalogue)
        return Decided(posted, taken, scene, around if asks else None, decision, shown, preface)

    def _circumstances(self, taken: Taken, scene: MessageContext, decision: Decision, person: Person) -> Circumstances:
        pack = self._engine.pack(decision.language)
        return Circumstances(taken, scene.tasks.tasks, pack, self._clock().astimezone(person.zone))

    @whole
    async def _carry_out_at_once(self, decided: Decided, person: Person, session: Session, watch: Watch) -> Exchange:
        """Do all of it and keep the answer in one transaction; nobody is told of it before it has happened."""
        happened: list[Event] = []
        asking = replace(session, decision=decided.shown)
        async with self.memory.transaction() as tx:
            crew = self._crew.within(tx)
            done = await self._carry_out(crew, decided, person, asking, lambda *event: happened.append(event))
        for name, about in happened:
            watch(name, about)
        return done

    async def _carry_out(
        self, crew: Crew, decided: Decided, person: Person, session: Session, watch: Watch
    ) -> Exchange:
        """Act, tell, keep."""
        taken, decision = decided.taken, decided.decision
        pack = self._engine.pack(decision.language)
        count = agreed(taken, decision)
        granted = await _granted(crew.acting, taken, count, person)
        now = self._clock().astimezone(person.zone)
        session = replace(session, batch=taken.message.id)  # undone at once, as they were asked for
        pin = decided.posted.said.pin if isinstance(decided.posted.said, YesNo) else None
        stage = Stage(session, pack, taken.message.id, watch, now, granted, count, pin=pin, shown=undo_offered(taken))
        if self.model is not None and decided.around is not None:
            conversation = decided.posted.conversation_id
            matter = Matter(taken, person, conversation, decided.scene.records, decision)
            done = await self.model.answer(matter, self._guard(decided.around, decision), crew.acting, stage)
        else:
            acted = await crew.acting.act(decision, stage)
            left = left_behind(decision, self._circumstances(taken, decided.scene, decision, person))
            rings = untimed(pack, acted, taken.message.content)
            text = " ".join(part for part in (left, told(pack, acted, decided.preface), rings) if part)
            done = ModelAnswer(decision, acted, text, self._unasked(taken))
        seen = (taken.message.content, decided.scene.catalogue)
        shown = decided.shown if done.decision is decision else self._shown(done.decision, *seen)
        decision, acted = done.decision, done.acted
        did = self._did(acted, decided.scene)
        about = {**_about(decision, shown, acted), "model": done.model} | ({"did": did} if did else {})
        about["takes_pin"] = needs_pin(acted) and await self._pins.has(person.id)
        reply = Message(str(uuid4()), "assistant", done.text, self._clock(), decision.language, about)
        question = question_of(reply.id, decision, acted)
        name = self._name(decided, decision)
        named = replace(taken, title=name) if name and not taken.is_kept else taken
        kept = await crew.memory.keep(decided.posted, named, reply, question)
        said = replace(taken.message, language=decision.language)
        if kept is reply:
            if name and taken.is_kept:
                await crew.memory.name(decided.posted, taken.title, name)
            await _learn(crew.preferences, person, replace(decided, decision=decision), did)
        is_open = question is not None if kept is reply else await _is_open(crew.memory, decided.posted, kept)
        return Exchange(said, kept, is_open)

    def _name(self, decided: Decided, decision: Decision) -> str:
        """What a conversation that still bears its first words is about; nothing where it is called otherwise."""
        taken = decided.taken
        begun = first_words((taken.history or (taken.message,))[0].content)
        name = name_of(decision, decided.scene, self._engine) if taken.title == begun else ""
        return name if name != begun else ""

    async def learned(self, session: Session) -> list[dict[str, object]]:
        """What was learned from a person's choices, with the names of the records that are still there."""
        scene = await self._looking.look(session, "")
        names = {task.id: task.title for task in scene.tasks.tasks}
        names |= {machine.id: machine.name for machine in (scene.machines.all if scene.machines else ())}
        return [{**one, "name": names.get(str(one["record"]), "")} for one in scene.preferences]

    def _shown(self, decision: Decision, message: str, catalogue: Catalogue) -> dict[str, object]:
        """The decision as it is told and kept, with who heard each step, and what it nearly was."""
        tools = self._engine.policy.tools
        by = [proposer_of(step.action, decision.trace, tools) for step in decision.steps]
        steps = [
            step_to_dict(step) | {"heard_by": who, "nearly": nearly(step, self._engine, message, catalogue)}
            for step, who in zip(decision.steps, by, strict=True)
        ]
        return {**decision.to_dict(), "steps": steps}

    def _did(self, acted: Acted, scene: MessageContext) -> str:
        """What was done last, as sequences are learned; nothing where the tool says that it was not."""
        done = [deed for deed in acted.deeds if isinstance(deed, ExecutedStep) and deed.carried.is_done]
        return self._engine.key_of(done[-1].step.action, scene.catalogue) if done else ""

    def _spoken(self, said: Said, question: Question | None) -> str | Unheard:
        """What a person says, in words also where they only picked something."""
        match said:
            case Words(content):
                return content
            case Pick(_, index):
                offered = suggestions_of(question)
                label = offered[index].get("label") if 0 <= index < len(offered) else None
                return str(label) if label is not None else Unheard("no_such_suggestion")
            case YesNo(_, yes):
                pack = self._engine.pack(str(question.decision.get("language")) if question else "")
                return pack.replies["told_yes" if yes else "told_no"]

    def _around(self, taken: Taken, scene: MessageContext, person: Person) -> DecisionContext:
        """What a message is decided by."""
        request: dict[str, object] = {
            "message": taken.message.content,
            "history": turns(taken, scene.raised),
            "context": {"user": person_of(person), "partial": scene.tasks.is_partial},
            "now": taken.message.created_at.astimezone(person.zone).isoformat(),
            "preferences": list(scene.preferences),
        }
        return DecisionContext(request, scene.catalogue)

    def _asks(self, said: Said, taken: Taken, decision: Decision) -> bool:
        mode = taken.mode or (self.model.terms.mode if self.model else "engine")
        return asks_model(mode, said, decision, self._engine.policy)

    def _unasked(self, taken: Taken) -> Mapping[str, object] | None:
        return None if self.model is None else unasked(taken.mode or self.model.terms.mode)

    def _guard(self, around: DecisionContext, own: Decision) -> Guard:
        """Judges the calls that the model proposes, by what the person said and nothing else."""
        request = {**around.request, "history": closed(around.request["history"])}

        async def judged(call: ProposedCall) -> Decision:
            """Beside the loop: what a model proposes can be long whatever was said."""
            proposed = {"name": call.name, "arguments": call.arguments}
            decision = await asyncio.to_thread(self._guarding.decide, {**request, "call": proposed}, around.catalogue)
            log_composition(proposed, decision)
            return replace(decision, steps=()) if is_unvoiced(decision, own) else decision

        return judged

    def _is_refused(self, request: Mapping[str, object], taken: Taken, own: Decision, catalogue: Catalogue) -> bool:
        """Whether a message that begins with a no to what was asked comes to nothing else: "no, skip that one"."""
        first, *more = taken.message.content.split() or [""]
        if taken.question is None or not more or asks_for_more(own, taken.question):
            return False
        return self._engine.decide({**request, "message": first.strip(",.!;:")}, catalogue).trace.answered == "no"

    def _decide(self, said: Said, taken: Taken, around: DecisionContext) -> tuple[Decision, str | None]:
        """What the message asks for, and what is to be said before anything else."""
        request, catalogue = dict(around.request), around.catalogue
        if taken.question is not None:
            request["pending"] = taken.question.decision
        match said:
            case Words(content):
                taken_up = offer(content, taken)
                decision: Decision | None = (
                    self._engine.decide(request, catalogue)
                    if taken_up is None
                    else self._engine.settle(request | {"pending": taken_up.decision}, taken_up.index, catalogue)
                )
            case Pick(_, index):
                decision = self._engine.settle(request, index, catalogue)
            case YesNo(_, yes):
                decision = self._engine.settle(request, yes, catalogue)
        if decision is None:  # a yes to what is no yes-or-no question: asked again by its own words
            decision = self._engine.decide(request, catalogue)
        if not decision.trace.answered and self._is_refused(request, taken, decision, catalogue):
            decision = self._engine.settle(request, False, catalogue) or decision
        if decision.trace.answered == "no" and taken.question is not None:
            return replace(decision, steps=after_no(taken.question)), decision.reply
        return decision, decision.reply if not decision.steps else None


def _is_long(taken: Taken) -> bool:
    """Whether deciding may take so long that others must not wait; what is short is quicker done than handed on."""
    return any(len(said.content) > _AT_ONCE[said.role] for said in (taken.message, *taken.history[-2:]))


async def _is_open(memory: Memory, posted: Posted, answer: Message) -> bool:
    page = await memory.messages(posted.user_id, posted.conversation_id, 1)
    return not isinstance(page, Unheard) and page.open_id == answer.id


async def _granted(acting: Acting, taken: Taken, agreed: int, person: Person) -> frozenset[str]:
    """The confirmations that the person has just said yes to; those that were answered otherwise are put away."""
    asked = frozenset(filter(None, taken.question.confirmations)) if taken.question is not None else frozenset()
    for confirmation in () if agreed else sorted(asked):
        await acting.refuse(confirmation, person.id)
    return asked if agreed else frozenset()


async def _learn(preferences: Preferences, person: Person, decided: Decided, did: str) -> None:
    """Count what the person chose; that it could not be kept takes nothing from the answer."""
    taken = decided.taken
    before = taken.history[-1].about.get("did") if taken.history else None
    sequence = (str(before), did) if before and did and before != did else None
    lesson = Lesson(decided.decision, asked_by(taken.question), sequence)
    if not lesson.is_empty:
        with suppress(StorageUnavailable):
            await preferences.learn(person.id, lesson)


def nobody(_name: str, _about: Mapping[str, object]) -> None:
    """Watches nothing."""


def person_of(person: Person) -> dict[str, object]:
    """A person as the decision contract names them."""
    return {"id": person.id, "name": person.name, "email": person.email, "timezone": person.timezone}


def _about(decision: Decision, shown: Mapping[str, object], acted: Acted) -> dict[str, object]:
    offered = () if acted.open is None or isinstance(acted.open, Call) else acted.open.suggestions
    offered = decision.next if is_offering(decision) else offered
    is_done = all(
        isinstance(deed, ExecutedStep) and deed.carried.is_done for deed in acted.deeds
    )  # else nothing follows from it
    offers = [{"label": s.label, "description": s.description, "tool_name": s.tool_name} for s in offered]
    return {
        "decision": shown,
        "results": [deed.to_dict() for deed in acted.deeds if isinstance(deed, ExecutedStep)],
        "suggestions": [{k: v for k, v in one.items() if v is not None} for one in offers],
        "confirm": isinstance(acted.open, Confirm),
        "next": [{"label": s.label} for s in decision.next] if is_done else [],
    }
