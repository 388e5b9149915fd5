"""The engine: one request in, one decision out, by the languages and weights it was given."""

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from datetime import date, datetime
from functools import cache, partial
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.agreeing import agreed_with_more, unless_talk
from sayso.engine.already_listed import unless_listed
from sayso.engine.answered_first import with_a_remark
from sayso.engine.answers import Answer, Table, answer, choose, is_talk
from sayso.engine.asking import (
    as_history,
    asked_about,
    is_about_it,
    names_in,
    singled_out,
    subject_asked_about,
    with_open_values,
)
from sayso.engine.calling_off import called_off
from sayso.engine.capabilities.focus import in_focus as subjects_in_focus
from sayso.engine.capabilities.room import NOTHING
from sayso.engine.capabilities.worth import speaks_of_one
from sayso.engine.compose.repeating import as_repeated, is_in_a_name, settled
from sayso.engine.context_read.reread import ContextReading, reread_in_context
from sayso.engine.declining.declined import declined
from sayso.engine.declining.likely import likely
from sayso.engine.declining.offered import is_offered, offered_again
from sayso.engine.declining.variant import anew
from sayso.engine.ellipsis.before import is_undoable
from sayso.engine.following import following
from sayso.engine.from_spans.accounted import unless_more
from sayso.engine.from_spans.several_new import several_new
from sayso.engine.guarding.ground import Ground
from sayso.engine.guarding.guard import cleaned, guarded, is_own, registered, unknown
from sayso.engine.guarding.heard import Tongue
from sayso.engine.guarding.own import GuardContext, as_called
from sayso.engine.in_parts import in_parts
from sayso.engine.kinds.spoken import speak
from sayso.engine.language import ordered
from sayso.engine.leaning import Leaning, heard_leaning
from sayso.engine.listening import hearing_of
from sayso.engine.named import record_of
from sayso.engine.nouns import (
    Call,
    Confirm,
    Decision,
    Declining,
    OpenQuestion,
    Proposal,
    Scene,
    Step,
    Tool,
    Trace,
)
from sayso.engine.outcome import (
    asked_first,
    is_registered,
    learned,
    more_than,
    registered_in,
    reply_of,
    said_no,
    surety,
    trace_of,
    undoes,
    unless_reading,
)
from sayso.engine.pack import Pack
from sayso.engine.policy import Policy, on_day
from sayso.engine.read.answered import answered, is_about
from sayso.engine.read.heard import Hear
from sayso.engine.read.schema import Matcher
from sayso.engine.read.steps import decide, is_negated
from sayso.engine.records.languages import Languages
from sayso.engine.records.mention import is_named
from sayso.engine.remarked import Listened, second_try
from sayso.engine.repeating import Repeated
from sayso.engine.request import Request
from sayso.engine.respelling import heard_with_slips, spelling_of
from sayso.engine.restoring import only_back
from sayso.engine.retracted import is_retracted
from sayso.engine.shorthand import heard_in_short
from sayso.engine.text import Line, Word, is_cut, tokens
from sayso.engine.think import think
from sayso.engine.thread import Around
from sayso.engine.turns import placed
from sayso.engine.understand.corrected import corrected
from sayso.engine.understand.denied import as_meant
from sayso.engine.understand.hesitations import unhesitating, with_marks, without_courtesies
from sayso.engine.understand.read import Known, Understanding, understand
from sayso.engine.understand.wording import Meaning
from sayso.engine.values.borrowed import with_borrowed_days
from sayso.engine.values.repeats import find_repeats, standing_in
from sayso.regex import regex

_QUESTION = regex(r"[^.!?\n]*\?")
_ASK_BACK = 2  # how many exchanges back a question in the history is looked for


class _Words(NamedTuple):
    """A message's words, the languages they may be in, and how far back a question is looked for."""

    words: list[Word]
    order: tuple[Pack, ...]
    depth: int


@dataclass(frozen=True, slots=True)
class Deciding:
    """All that deciding needs: the languages, the tools and how sure to be."""

    packs: tuple[Pack, ...]
    policy: Policy
    languages: Languages  # the packs as one, as names are read
    matching: Callable[[], Matcher]  # what compares words with tools that were handed in; made when there are any
    hear: Hear | None = None  # the tagger
    meanings: Mapping[str, Meaning] = field(default_factory=dict)  # what its intents stand for
    hear_in_context: Hear | None = None  # the net that reads a message with what went before it
    days: dict[date, Policy] = field(default_factory=dict, init=False, compare=False, repr=False)

    def decide(self, request: Request, now: datetime) -> Decision:
        """The decision about a request, said now."""
        others = tuple(t for t in request.tools or () if not is_own(t, self.policy.tools))
        if request.call is not None:
            decision = self._guarded(request, request.call, now)
        elif others and request.message.strip():
            decision = self._among(request, others, now)
        else:
            decide, listen = partial(self._decide, now=now, depth=_ASK_BACK), partial(self._listened, now=now)
            known = listen(request)
            decision = second_try(decide(request), request, known, decide)
            decision = reread_in_context(decision, request, known, ContextReading(self.hear_in_context, listen, decide))
            if request.pending is None:
                decision = called_off(decision, request.message, known.around)
        return decision if request.places is None else placed(decision, request.places)

    def _listened(self, request: Request, now: datetime) -> Listened:
        """What is known besides the message, and the tagger beside it."""
        return Listened(around := self._around(request, now), cache(lambda: hearing_of(self, around, request)))

    def _among(self, request: Request, others: tuple[Tool, ...], now: datetime) -> Decision:
        """The decision among tools that were handed in; those of ours are read as ever, and the surer one is taken."""
        order = ordered(self.packs, request, tokens(request.message))
        pack = order[0]
        room = self._around(request, now).room(pack)
        line = speak(request.message, order, self.languages.endings, now)
        about = is_about(request.pending, others)
        if request.pending is not None and about is not None:
            steps = answered(request.pending, about, line, self.matching(), room)
            if steps is not None:
                if not steps:
                    return said_no(request, pack)
                trace = Trace(request.message, (), "answered")
                return Decision(request.id, pack.language, steps, reply_of(steps), trace)
            request = replace(request, pending=None)
        ours = self._decide(request, now, _ASK_BACK) if len(others) < len(request.tools or ()) else None
        if is_retracted(pack.line(request.message, tokens(request.message)), pack):
            return said_no(request, pack)
        steps = () if is_negated(line) else decide(others, line, self.matching(), room)
        if ours is not None and ours.steps and surety(ours.steps) >= surety(steps):
            return ours
        if steps:
            return Decision(request.id, pack.language, steps, reply_of(steps), Trace(request.message))
        if ours is not None:
            return ours
        reason: Declining = "negated" if is_negated(line) else "unclear"
        reply = anew(pack, "decline_negated" if reason == "negated" else "decline_tools", request.history)
        return Decision(request.id, pack.language, (), reply, Trace(request.message), reason=reason)

    def settle(self, request: Request, choice: bool | int, now: datetime) -> Decision | None:
        """The decision after the open question was answered by a yes, a no or a pick; the message only shows it."""
        question = request.pending
        if question is None:
            return None
        pack = next((p for p in self.packs if p.language == question.language), self.packs[0])
        around = self._around(request, now)
        room = around.room(pack)
        said = pack.line(request.message, tokens(request.message))
        found = choose(question, choice, Table(said, pack, around, room, False, names_in(question)))
        if found is None:
            return None
        trace = Trace(request.message, (), found.how)
        if not found.steps:
            return replace(said_no(request, pack), trace=trace)
        if is_offered(found.steps[0]):
            return offered_again(request.id, pack.language, found.steps[0])
        return Decision(
            request.id, pack.language, found.steps, reply_of(found.steps), trace, following(found.steps, room)
        )

    def _around(self, request: Request, now: datetime) -> Around:
        """What is known besides the message."""
        scene = Scene(now, request.history, request.user, request.is_partial, request.preferences)
        return Around(scene, self.languages, on_day(self.policy, now.date(), self.days), request.lists, request.fleet)

    def _guarded(self, request: Request, call: Proposal, now: datetime) -> Decision:
        """The decision about a call that somebody else chose."""
        tools = registered(request.tools, self.policy.tools)
        clean = cleaned(call, tools)
        message = request.message if request.message.strip() or clean is None else clean.prompt
        packs = ordered(self.packs, replace(request, message=message), tokens(message))
        pack = packs[0]
        around = self._around(request, now)
        room = around.room(pack)
        if clean is None:
            failed = unknown(call, tools, room)
            return Decision(request.id, pack.language, (failed,), failed.question)
        said = message if self.policy.composes else ""
        focus = subjects_in_focus(request.history, room) if request.fleet is not None else NOTHING
        tongue = Tongue(packs, self.languages.endings, now, self.matching().words.written.zones)
        ground = Ground(
            said,
            tongue,
            request.history,
            request.results,
            request.user,
            lambda v: record_of(v, request, around),
            request.configuration,
        )
        alone = replace(request, call=None, message=said, tools=None)

        def understand_alone(_message: str) -> Decision:
            return self._decide(alone, now, _ASK_BACK)

        steps, reply = guarded(
            tools[call.name], clean, GuardContext(room, around, ground, focus), understand_alone, tools.values()
        )
        if said is not request.message:  # the words came with the call
            steps = tuple(as_called(s) for s in steps)
        repairs = tuple(f"{r.name}: {r.what}" for r in clean.repairs)
        trace = Trace(said, (), "", repairs, learned(steps, request, pack))
        reply = reply_of(steps) if steps else reply
        return Decision(request.id, pack.language, steps, reply, trace, following(steps, room))

    def _decide(self, request: Request, now: datetime, depth: int) -> Decision:
        """The decision, with what is said to repeat taken out of the words first, as far as a step is about it."""
        order = ordered(self.packs, request, tokens(request.message))
        words = with_borrowed_days(request.message, tokens(request.message), order, now)
        names = [entries.index(self.languages.endings) for entries in request.lists.values()]

        def hear(words: list[Word]) -> Decision:
            found = find_repeats(order[0].line(request.message, words), order[0], now)
            repeats = tuple(r for r in found if not is_in_a_name(r, request.message, names))
            told = settled(repeats, lambda some: self._heard_with(request, now, _Words(words, order, depth), some))
            return as_repeated(told, repeats, lambda: self._around(request, now).room(order[0]))

        def add(message: str) -> Decision:
            return first(self._decide(replace(request, message=message), now, 0))

        def first(decision: Decision) -> Decision:
            return asked_first(decision, self.policy.tools, self._around(request, now).room(order[0]))

        def hear_all(words: list[Word]) -> Decision:
            shortly = partial(heard_in_short, request.message, pack=order[0], hear=hear, add=add if depth else None)
            found = heard_leaning(words, shortly, Leaning(request.message, order[0], self._around(request, now)))
            return first(found[0]) if found[1] else found[0]

        if not depth:
            return hear_all(words)
        around = self._around(request, now)
        known = partial(spelling_of, request.message, order[0], around, hearing_of(self, around, request))
        decision, is_mended = heard_with_slips(words, hear_all, known)
        return first(decision) if is_mended else decision

    def _heard_with(self, request: Request, now: datetime, spoken: _Words, repeats: tuple[Repeated, ...]) -> Decision:
        words, order, depth = spoken
        pack = order[0]
        meant = self._hesitating(request, now, spoken)
        if meant is not None:
            return meant
        fluent = with_marks(unhesitating(request.message, words, pack), words, pack)
        fluent = without_courtesies(fluent, words, pack) if fluent == request.message else fluent
        if fluent == request.message:
            fluent = as_meant(fluent, pack.line(fluent, words), pack, bool(request.history))
        if fluent != request.message:
            return self._decide(replace(request, message=fluent), now, depth)
        if not request.message.strip():
            reply = anew(pack, "decline_empty", request.history)
            return Decision(request.id, pack.language, (), reply, reason="nothing_asked")
        around = self._around(request, now)
        lists = [around.records_of(domain.name) for domain in self.policy.tools.lists]

        def names_entry(said: Line, words: tuple[int, int]) -> bool:
            return any(is_named(said, words, pack, records) for records in lists)

        def names_subject(said: Line, words: tuple[int, int]) -> bool:
            return speaks_of_one(said, words, around.room(pack))

        is_taken_back = is_retracted(pack.line(request.message, words), pack)
        kinds = around.room(pack).index.by_kind if request.fleet is not None else ()
        hearing = hearing_of(self, around, request)
        known = Known(names_entry, names_subject, request.fleet is not None, hearing, repeats, kinds)
        words = standing_in(words, repeats, pack)
        changed = corrected(pack.line(request.message, words), pack, known.hearing)
        message = request.message if changed is None else changed
        heard = understand(message, words if changed is None else tokens(changed), order, known)
        if is_taken_back and not (is_undoable(request.history) and all(undoes(h.readings) for h in heard.heard)):
            return said_no(request, pack)
        answered = self._answered(request, heard, around, depth)
        if answered is not None:
            besides = more_than(answered.steps, think(heard, around)) if answered.goes_on else ()
            steps, trace = registered_in((*answered.steps, *besides), request), trace_of(heard, answered.how)
            if answered.steps and is_offered(answered.steps[0]):
                return offered_again(request.id, pack.language, answered.steps[0])
            if not steps:
                return replace(said_no(request, pack), trace=trace)
            more = following(steps, around.room(pack))
            return Decision(request.id, pack.language, steps, reply_of(steps), trace, more)
        is_unsure = changed is not None or heard.is_cut or is_cut(request.message, words)
        steps = self._thought(request, heard, around, is_unsure)
        steps = self._in_parts(steps, request, heard, around) if depth else steps  # a part is not cut again
        steps, trace = unless_listed(steps, heard, around), trace_of(heard, "")
        if not steps:
            if heard.is_foreign:  # another language heard a request where there is none
                heard = understand(request.message, words, (pack,), known)
            reason, reply, near = declined(heard, around)
            near = tuple(s for s in near if is_registered(s.tool_name, request))
            perhaps = unless_listed(registered_in(likely(heard, around), request), heard, around) if depth else ()
            return Decision(request.id, pack.language, (), reply, trace, near, reason, perhaps)
        language = heard.pack.language if heard.asks else pack.language
        if request.preferences:
            trace = replace(trace, learned=learned(steps, request, pack))
        return Decision(request.id, language, steps, reply_of(steps), trace, following(steps, around.room(heard.pack)))

    def _hesitating(self, request: Request, now: datetime, spoken: _Words) -> Decision | None:
        """The decision where a word is corrected after a sound of hesitation: "thursday, er, friday"."""
        words, (pack, *_), depth = spoken
        if pack.shifts.hesitations.isdisjoint(w.text for w in words):
            return None
        around = self._around(request, now)
        meant = corrected(pack.line(request.message, words), pack, hearing_of(self, around, request))
        if meant is None:
            return None
        room = around.room(pack)
        return asked_first(self._decide(replace(request, message=meant), now, depth), self.policy.tools, room)

    def _thought(self, request: Request, heard: Understanding, around: Around, is_unsure: bool) -> tuple[Step, ...]:
        """The steps of a message that is no answer; what was put together or partly read changes nothing unasked."""
        room, question = around.room(heard.pack), request.pending
        if question is not None:
            about = asked_about(question, around)
            around = replace(around, spoken=about, focus=subject_asked_about(request, around))
        steps = only_back(registered_in(think(heard, around), request), heard, around)
        if question is not None:
            steps = with_open_values(steps, question, around, heard.pack)
        return steps if not is_unsure else unless_reading(steps, self.policy.tools, room)

    def _in_parts(
        self, steps: tuple[Step, ...], request: Request, heard: Understanding, around: Around
    ) -> tuple[Step, ...]:
        alone = replace(request, pending=None, language=heard.pack.language)
        room = around.room(heard.pack)

        def decide(part: str) -> tuple[Step, ...]:
            return self._decide(replace(alone, message=part), around.scene.now, 0).steps

        found = in_parts(steps, heard, room, decide)
        return registered_in(several_new(unless_more(found, heard, around), heard, room, decide), request)

    def _answered(self, request: Request, heard: Understanding, around: Around, depth: int) -> Answer | None:
        question = request.pending or self._question_in_history(request, around, depth)
        if question is None:
            return None
        is_request = any(
            r.grade in ("named", "plain") for h in heard.heard if h.clause.kind == "request" for r in h.readings
        )
        table = Table(heard.said, heard.pack, around, around.room(heard.pack), is_request, names_in(question))
        if is_talk(table):
            return None
        found = unless_talk(answer(question, table), heard) or agreed_with_more(question, heard, table)
        found = with_a_remark(found, request.pending, heard, table)
        words = tokens(request.message)
        for pack in (p for p in ordered(self.packs, request, words) if p is not heard.pack):
            if found is None:  # "il secondo", asked in English
                other = replace(table, said=pack.line(request.message, words), pack=pack, room=around.room(pack))
                found = unless_talk(answer(question, other), heard)
        return found

    def _question_in_history(self, request: Request, around: Around, depth: int) -> OpenQuestion | None:
        """The open question, told again from the exchange before: what the person asked then, decided then."""
        history = request.history
        if depth == 0 or len(history) < 2 or history[-1].role != "assistant" or history[-2].role != "user":
            return None
        asked = _QUESTION.findall(history[-1].content)
        if not asked:
            return None
        before = replace(request, message=history[-2].content, history=history[:-2], pending=None)
        steps = self._decide(before, around.scene.now, depth - 1).steps
        first = next((i for i, s in enumerate(steps) if not isinstance(s, Call)), None)
        if first is None:
            return None
        told = tuple(as_history(s, len(history) - 2) for s in steps[first:])
        records = around.records_of(self.policy.tools.domain_of(told[0].action.intent))
        if isinstance(told[0], Confirm) and not is_about_it(told[0], asked[-1], records):
            return None  # the assistant asked something else: a yes to that is not a yes to this
        return OpenQuestion((singled_out(told[0], history, records), *told[1:]))
