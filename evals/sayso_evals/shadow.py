"""The assistant's own way from a model's turn to an answer, with tools that do nothing but remember."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import uuid4

from sayso import Decision, Engine
from sayso.accounts.person import Person
from sayso.assistant.acting import Acting, Stage
from sayso.assistant.deed import ExecutedStep
from sayso.assistant.model.answering import Consulted, answered
from sayso.assistant.model.cost import Cost
from sayso.assistant.model.instructions import conversation, instructions, offered
from sayso.assistant.model.talker import Prompt, ProposedCall, Talker
from sayso.assistant.model.turn import Floor, ModelTurn
from sayso.assistant.wings.wing import Came, Carried, Errand
from sayso.domains.shipped import shipped_tools
from sayso.engine.nouns import Action as Step
from sayso.session import Session
from sayso_evals.data import Case

_LONG = 3600.0  # seconds: nobody waits here
_NOBODY = Person(str(uuid4()), "Ada", None, "Europe/Rome", datetime(2026, 1, 1, tzinfo=UTC))


class Nothing:
    """Has every tool, and does nothing."""

    tools = frozenset(tool.name for tool in shipped_tools())

    def asks_first(self, _: Step) -> bool:
        """Never: what waits for a yes waits by its step."""
        return False

    async def carry_out(self, _: Errand) -> Came:
        """Say that it was done."""
        return Carried({"status": "success"}, "")


class Shadow:
    """Carries decisions out, and a model's turns, without a world."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._acting = Acting((Nothing(),), None)  # type: ignore[arg-type]  # nothing here is ever kept for a yes

    async def acted(self, decision: Decision) -> list[tuple[str, dict[str, object]]]:
        """What the engine alone carries out."""
        return _deeds((await self._acting.act(decision, self._stage(decision))).deeds)

    async def guarded(
        self, talker: Talker, case: Case, decision: Decision
    ) -> tuple[list[tuple[str, dict[str, object]]], int]:
        """What is carried out where the model is asked, and how many tokens that took."""

        async def guard(call: ProposedCall) -> Decision:
            proposed = {"name": call.name, "arguments": call.arguments}
            return self._engine.decide({**case.request, "call": proposed})

        stage = self._stage(decision)
        prompt = Prompt(
            instructions(stage.pack, _NOBODY, _NOBODY.created_at),
            conversation(stage.pack, (), case.message, _records(case)),
            offered(stage.pack, self._acting.tools),
        )
        floor = Floor(asyncio.get_running_loop().time() + _LONG, asyncio.Event(), lambda _: None)
        turned = await ModelTurn(talker, guard, self._acting, stage).run(prompt, floor)
        cost = Cost(turned.usage, 0.0, 0.0)
        consulted = Consulted(turned.acted(), tuple(turned.steps), None, "model", cost, turned.why)
        answer = await answered(consulted, decision, self._acting, stage)
        return _deeds(answer.acted.deeds), turned.usage.tokens_in + turned.usage.tokens_out

    def _stage(self, decision: Decision) -> Stage:
        return Stage(
            Session(_NOBODY.id, "eval"), self._engine.pack(decision.language), "eval", _unseen, _NOBODY.created_at
        )


def _unseen(_name: str, _about: Mapping[str, object]) -> None:
    pass


def _records(case: Case) -> dict[str, list[Mapping[str, object]]]:
    context = case.request.get("context")
    known = context if isinstance(context, Mapping) else {}
    return {kind: list(known.get(kind) or ()) for kind in ("tasks", "machines")}


def _deeds(deeds: object) -> list[tuple[str, dict[str, object]]]:
    assert isinstance(deeds, tuple)
    actions = (deed.step.action for deed in deeds if isinstance(deed, ExecutedStep))
    return [(str(action.tool_name), {a.name: a.value for a in action.arguments}) for action in actions]
