"""A model that is as sloppy as models are, played by chance that is the same every time."""

import json
from random import Random

from sayso.assistant.model.talker import Answered, Hear, Prompt, ProposedCall, Spoke, estimated
from sayso.domains.shipped import shipped_tools
from sayso_evals.data import Case

_INVENTED = ("sort out the thing", "call the plumber", "weekly sync", "report final v2")
_CLAIM = "Done! I have taken care of that."


class Sloppy:
    """Knows the right tool more often than not, and what to hand it less often; claims whatever sounds good."""

    name = "sloppy"

    def __init__(self, case: Case) -> None:
        self._case = case
        self._chance = Random(case.id)
        self.proposed: list[tuple[str, dict[str, object]]] = []

    async def speak(self, prompt: Prompt, _hear: Hear) -> Spoke:
        """Propose a call or two; once something came back, claim that all is done."""
        last = prompt.entries[-1]
        is_over = isinstance(last, Answered) and last.text.startswith("<data>")
        text, calls = (_CLAIM, ()) if is_over else self._turn()
        written = text + "".join(call.name + call.arguments for call in calls)
        return Spoke(text, calls, estimated(prompt, written))

    def _turn(self) -> tuple[str, tuple[ProposedCall, ...]]:
        chance = self._chance
        if self._case.tool is None and chance.random() < 0.5:
            return ("Nice! How can I help?" if chance.random() < 0.5 else _CLAIM), ()
        if chance.random() < 0.1:
            return _CLAIM, ()
        tools = shipped_tools()
        right = self._case.tool if self._case.tool in tools and chance.random() < 0.7 else None
        tool = right or chance.choice(sorted(known.name for known in tools))
        arguments = self._arguments(tool)
        self.proposed.append((tool, arguments))
        name = f"{tool}_now" if chance.random() < 0.05 else tool
        text = json.dumps(arguments)
        call = ProposedCall("", name, json.dumps(text) if chance.random() < 0.1 else text)
        return "", (call, call) if chance.random() < 0.1 else (call,)

    def _arguments(self, tool: str) -> dict[str, object]:
        chance, out = self._chance, dict[str, object]()
        for name in (parameter.name for parameter in shipped_tools()[tool].parameters):
            if name in ("title", "task_identifier", "new_title") and chance.random() < 0.8:
                known = self._case.title or _middle(self._case.message)
                out[name] = known if chance.random() < 0.7 else chance.choice(_INVENTED)
            elif name.endswith("_id") and chance.random() < 0.5:
                out[name] = f"dev-{chance.randrange(10**6):06d}"
            elif name == "priority" and chance.random() < 0.4:
                out[name] = chance.choice(("high", "urgent", "low"))
            elif name in ("due", "new_due") and chance.random() < 0.3:
                out[name] = "2031-01-01"
        return out


def _middle(message: str) -> str:
    """What a hasty reader takes for the thing that is meant."""
    words = message.split()
    return " ".join(words[len(words) // 3 :])[:80] or message
