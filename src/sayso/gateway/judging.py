"""The verdict about a call of a stranger's tool: the guard's decision, and what the policy says on top of it."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from sayso.dataclass import dataclass
from sayso.errors import RequestError
from sayso.face import Engine
from sayso.gateway.as_given import as_given, is_complete
from sayso.gateway.references import leads_outside
from sayso.gateway.rules import Denied, GatewayPolicy, Granted, ToolRule
from sayso.gateway.verdict import By, Checks, NeedsInput, NeedsYes, PassedOn, StoppedCall, Verdict
from sayso.gateway.words import HINT, PersonWords
from sayso.guarding import grounding, guard
from sayso.tools.wrong import plain

Shape = Mapping[str, object]
_KNOWN = 20_000  # tools, before they are forgotten
_LONGEST_SERVER, _LONGEST_TOOL = 48, 79  # letters of their names in a key
NEAR = 24  # other tools that are looked at beside the one that is called
_NO_WORDS = "no words of the person came with the call"
_NOT_COMPARED = "without words of the person there is nothing that earlier results could stand for"
_HEARSAY = "the words came from the model, in the hint argument"


@dataclass(frozen=True, slots=True)
class IncomingCall:
    """A call as it comes: the tool as MCP lists it, its server, what was said, and what tools answered before."""

    tool: Shape
    server: str
    arguments: Mapping[str, object]
    words: PersonWords
    earlier: Sequence[Shape] = ()
    others: Sequence[Shape] = ()
    person: frozenset[str] = frozenset()  # by email and id, for the policy
    records: Shape = field(default_factory=dict)  # by argument: what was found for it
    own_name: str = ""  # as the server calls the tool, where it is listed under another name
    identity: str = ""  # of the server, where its name does not say which one it is

    @property
    def name(self) -> str:
        """Of the tool, as it is listed."""
        return str(self.tool["name"])

    @property
    def own(self) -> str:
        """What its server calls the tool, whatever other servers call theirs."""
        return self.own_name or self.name

    @property
    def key(self) -> str:
        """The tool as people read it, in the audit and in what waits for a yes."""
        return f"{self.server[:_LONGEST_SERVER]}/{self.own[:_LONGEST_TOOL]}"

    @property
    def behind(self) -> str:
        """What a yes is bound to: the tool of this very server, and no other that reads the same."""
        return hashlib.sha256(json.dumps([self.identity, self.server, self.own]).encode()).hexdigest()

    def rule(self, policy: GatewayPolicy) -> ToolRule:
        """What a policy says about the tool."""
        return policy.rule(self.server, self.own, self.name)


class Judge:
    """Judges calls; reads no clock and no network, so the same call gets the same verdict."""

    def __init__(self, engine: Engine, policy: GatewayPolicy | None = None) -> None:
        self._engine = grounding(engine)
        self.policy = policy or GatewayPolicy()
        self._known: dict[tuple[str, str, str], str] = {}

    @property
    def engine(self) -> Engine:
        """What it decides with."""
        return self._engine

    def judge(self, call: IncomingCall) -> Verdict:
        """What becomes of a call."""
        call = self._by_its_own_name(call)
        danger = self._danger(call.tool)
        rule = call.rule(self.policy)
        checks = _with_schema(Checks(("danger", "policy"), _unchecked(call), danger=danger), call.tool)
        if call.words.messages:
            checks = replace(checks, checked=(*checks.checked, "words", "earlier results"))
        denied = rule.refuses(call.person)
        if isinstance(denied, Denied):
            return StoppedCall("denied", denied.what, denied.next_step, checks)
        return self._under(rule, self._guarded(call, checks))

    def _by_its_own_name(self, call: IncomingCall) -> IncomingCall:
        """The call, its tool as dangerous as its own name says: a server called "search" makes none harmless."""
        own = {**call.tool, "name": call.own}
        if call.own == call.name or self._danger(own) != "destroys":
            return call
        notes = {**_mapping(call.tool.get("annotations")), "destructiveHint": True}
        return replace(call, tool={**call.tool, "annotations": notes})

    def _danger(self, tool: Shape) -> str:
        """What a tool does; looked at once for each that says the same of itself."""
        key = (str(tool["name"]), str(tool.get("description")), str(tool.get("annotations")))
        if key not in self._known:
            if len(self._known) > _KNOWN:
                self._known.clear()
            self._known[key] = self._engine.danger(tool)
        return self._known[key]

    def _guarded(self, call: IncomingCall, checks: Checks) -> Verdict:
        """What the guard decides of it."""
        arguments = {name: value for name, value in call.arguments.items() if name != HINT or _has(call.tool, HINT)}
        messages = [*call.words.messages]
        proposed = {"name": call.name, "arguments": arguments}
        said = [*call.earlier, *messages] if messages else ""
        others = [other for other in call.others if other["name"] != call.name][:NEAR] if messages else []
        context = {"configuration": {**self.policy.configuration(call.server), **_record_values(call)}}
        try:
            decision = guard(said, [call.tool, *others], proposed, context, self._engine)
        except RequestError as wrong:
            return StoppedCall("invalid", f"{wrong.where}: {wrong.what}.", wrong.next_step or "Mend it.", checks)
        told = decision.to_dict()
        steps = told["steps"]
        assert isinstance(steps, list)
        checks = replace(checks, repairs=tuple(decision.trace.repairs))
        if not steps:
            reply = str(told["reply"] or "The person did not ask for this.")
            return StoppedCall("not_asked_for", reply, "Do what the person asked for, or ask them.", checks)
        step = steps[0]
        if not messages:
            step, checks = _left_alone(call.tool, step, arguments, checks)
        return _read(step, arguments, replace(checks, sources=step["sources"]), str(told["reply"] or ""))

    def _under(self, rule: ToolRule, verdict: Verdict) -> Verdict:
        """The verdict under the policy: stricter where it says so, milder only where it was written by hand."""
        if isinstance(verdict, NeedsInput | StoppedCall):
            return verdict
        settled = rule.settle(verdict.arguments, verdict.checks.danger)
        if isinstance(settled, Denied):
            return StoppedCall("denied", settled.what, settled.next_step, verdict.checks)
        if isinstance(settled, Granted):
            return PassedOn(verdict.arguments, verdict.checks)
        if settled is not None:
            return NeedsYes(verdict.arguments, settled, verdict.checks)
        return verdict


def _left_alone(tool: Shape, step: Shape, given: Shape, checks: Checks) -> tuple[Shape, Checks]:
    """A step without words, with blanks and empty values as they came; complete by that, it is one to carry out."""
    mended = _mapping(step["parameters"])
    kept = as_given(tool, given, mended)
    if kept == mended:
        return step, checks
    back = tuple(f"{name}: " for name in kept if name not in mended or kept[name] != mended[name])
    checks = replace(checks, repairs=tuple(one for one in checks.repairs if not one.startswith(back)))
    sources = {**_mapping(step["sources"]), **{name: {"kind": "call"} for name in kept if name not in mended}}
    step = {**step, "parameters": kept, "sources": sources}
    if step["status"] == "ask" and is_complete(tool, kept) and set(kept) == set(given):
        return {**step, "status": "confirm" if checks.danger == "destroys" else "call"}, checks
    return step, checks


def _read(step: Shape, given: Mapping[str, object], checks: Checks, reply: str) -> Verdict:
    parameters, status = dict(_mapping(step["parameters"])), step["status"]
    dropped = tuple(name for name in given if name not in parameters)
    checks = replace(checks, dropped=dropped)
    if status == "call":
        return PassedOn(parameters, checks)
    if status == "confirm":
        if checks.danger == "reads" and not dropped:  # it harms nobody, and every value has its source
            unasked = {**checks.unchecked, "request": "it is not clear that the person asked for this"}
            return PassedOn(parameters, replace(checks, unchecked=unasked))
        by: By = "person" if checks.danger == "destroys" else "client"
        return NeedsYes(parameters, by, checks)
    question = str(step.get("question") or reply)
    if status == "ask":
        offered = step.get("suggestions", [])
        shown = tuple(offered) if isinstance(offered, list) else ()
        return NeedsInput(question, shown, parameters, replace(checks, missing=_missing(step, given)))
    return StoppedCall(str(step.get("reason", "failed")), question, "Mend the call, or ask the person.", checks)


def _missing(step: Shape, given: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(name for name in given if name not in _mapping(step["parameters"]))


def _with_schema(checks: Checks, tool: Shape) -> Checks:
    """What is checked of a call's arguments: all of the schema, or that some of it stands where nobody looks."""
    outside = leads_outside(tool.get("inputSchema"))
    if outside is None:
        return replace(checks, checked=("schema", *checks.checked))
    why = f"the tool's schema refers to '{plain(outside)}', and nothing is fetched"
    return replace(checks, unchecked={**checks.unchecked, "schema": why})


def _unchecked(call: IncomingCall) -> dict[str, str]:
    match call.words.origin:
        case "none":
            return {"words": _NO_WORDS, "earlier results": _NOT_COMPARED}
        case "model":
            return {"words": _HEARSAY}
        case _:
            return {}


def _record_values(call: IncomingCall) -> Shape:
    """What was found for an argument in the records that the person named: it has a source as configuration has."""
    return call.records


def _has(tool: Shape, name: str) -> bool:
    return name in _mapping(_mapping(tool.get("inputSchema", {})).get("properties", {}))


def _mapping(given: object) -> Shape:
    return given if isinstance(given, Mapping) else {}
