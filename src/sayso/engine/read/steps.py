"""Readings become steps: call, confirm, ask, or none at all; every argument with the words that say it."""

from collections.abc import Sequence

from sayso.engine import tell
from sayso.engine.capabilities.room import Room
from sayso.engine.clauses import not_a_request, sentences
from sayso.engine.guarding.harm import danger
from sayso.engine.kinds.spoken import Spoken
from sayso.engine.nouns import DEFAULT, Action, Argument, Ask, Call, Confirm, Evidence, Source, Step, Suggestion
from sayso.engine.read.assign import Filled
from sayso.engine.read.offer import PreparedTool, ToolParameter
from sayso.engine.read.own_nouns import without_own_nouns
from sayso.engine.read.rank import MessageWords, chance
from sayso.engine.read.schema import Matcher, ToolReading, arguments
from sayso.engine.read.slots import weight
from sayso.engine.text import tokens
from sayso.engine.tool import Tool

_HARDLY = 0.05  # below which a tool is not looked at further
_FIRST = 4  # words among which the one for what is to be done stands
_SEVERAL = 4  # tools of which one can be told by a single word
_READING = frozenset(("read", "compute"))


def decide(tools: Sequence[Tool], spoken: Spoken, matcher: Matcher, room: Room) -> tuple[Step, ...]:
    """The steps that a message asks of the tools that were handed in; none where it asks for none of them."""
    if not spoken.tokens or not tools:
        return ()
    offers = matcher.offers(tools)
    said = matcher.look(spoken)
    ranked = matcher.readings(offers, said)
    if not ranked or chance(ranked[0].odds) < _HARDLY:
        return ()
    made = matcher.calls(offers, said, ranked)
    made = made._replace(calls=tuple(without_own_nouns(reading, said) for reading in made.calls))
    evidence = matcher.evidence(made, ranked, said)
    sure = chance(weight(evidence, matcher.weights["right" if len(made.calls) == 1 else "several"]))
    best = made.calls[0]
    if any(r.given.missing for r in made.calls) or sure < room.policy.worth_calling:
        is_meant = chance(best.odds) >= room.policy.worth_asking_about or is_alone(best, offers, said)
        asked = _asked(best, sure, room) if is_meant and _is_spoken_of(best) else None
        return () if asked is None else (asked,)
    told = tuple(Evidence(name, value) for name, value in evidence)
    return tuple(settled(action_of(r, sure, room, told), r.offer, room) for r in made.calls)


def is_negated(spoken: Spoken) -> bool:
    """Whether all that is said is what not to do."""
    pack = spoken.packs[0]
    line = pack.line(spoken.raw, tokens(spoken.raw))
    parts = [not_a_request(line, start, end, pack) for start, end in sentences(line, pack)]
    return bool(parts) and all(p is not None and p[0] == "negated" for p in parts)


def _is_spoken_of(best: ToolReading) -> bool:
    """Whether the message has a word of the tool, besides what may be a value."""
    values = {i for f in best.given.filled for i in range(*f.one.words)}
    return best.seen.named > 0 or bool(best.seen.hits - values)


def is_alone(best: ToolReading, offers: Sequence[PreparedTool], said: MessageWords) -> bool:
    """Whether, of several tools, only this one's name has the word for what is to be done, and a value was not said."""
    verbs = [said.stems[i] for i, t in enumerate(said.tokens[:_FIRST]) if t.act and not t.is_small]
    named = [o for o in offers if verbs and verbs[0] in o.names]
    is_one = len(named) == 1 and named[0] is best.offer and len(offers) >= _SEVERAL
    return is_one and bool(best.given.missing) and chance(best.odds) >= 2 * _HARDLY


def _asked(best: ToolReading, sure: float, room: Room) -> Step | None:
    """The question for what is missing, or for what is least sure where nothing is."""
    lacking = best.given.missing
    needed = [f for f in best.given.filled if f.slot.wanted.is_required]
    if not lacking and needed:
        least = min(needed, key=lambda f: f.odds)
        given = best.given._replace(filled=tuple(f for f in best.given.filled if f is not least))
        best, lacking = best._replace(given=given), (least.slot,)
    action = action_of(best, max(sure, 0.0), room)
    return ask(action, lacking[0], room) if lacking else None


def action_of(reading: ToolReading, sure: float, room: Room, evidence: tuple[Evidence, ...] = ()) -> Action:
    """A reading as an action, each argument with its source."""
    tool = reading.offer.tool
    values = arguments(reading.given, reading.offer)
    spans: dict[str, list[Filled]] = {}
    for one in reading.given.filled:
        spans.setdefault(one.slot.wanted.path[0], []).append(one)
    given = tuple(Argument(name, value, _source(spans.get(name, []))) for name, value in values.items())
    return Action(tool.name, tool.name, given, sure, danger(tool, room.lexicon.harm) == "destroys", evidence=evidence)


def _source(filled: list[Filled]) -> Source:
    if not filled:
        return DEFAULT
    return Source("message", (min(f.one.start for f in filled), max(f.one.end for f in filled)))


def only_reads(offer: PreparedTool) -> bool:
    """Whether a tool clearly changes nothing: by its annotations, else by what its name and description say."""
    tool = offer.tool
    if tool.is_read_only is not None or tool.is_destructive:
        return bool(tool.is_read_only) and not tool.is_destructive
    return bool(offer.acts) and offer.acts <= _READING


def settled(action: Action, offer: PreparedTool, room: Room) -> Step:
    """A complete action as a call, or as a question where it changes something or is not sure enough."""
    if action.is_dangerous or not only_reads(offer) or action.confidence < room.policy.others:
        told = ", ".join(f"{a.name}: {a.value}" for a in action.arguments)
        asked = {"tool": action.tool_name or "", "arguments": told[:300] or "–"}
        return Confirm(action, tell.say(room.pack, "confirm_call", asked))
    return Call(action)


def ask(action: Action, slot: ToolParameter, room: Room) -> Ask:
    """The question for one parameter, with its options."""
    name = slot.wanted.path[-1]
    options = slot.wanted.options[: room.policy.suggest_at_most] if len(slot.wanted.path) == 1 else ()
    part = round(action.confidence / max(len(options), 1), 4)
    shown = tuple(Suggestion(str(o), {name: o}, part) for o in options)
    return Ask(action, tell.say(room.pack, "ask_argument", {"name": name.replace("_", " ")}), shown)
