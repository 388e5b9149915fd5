"""For loops of other frameworks: a model's call in; the arguments to carry out, or what to tell the model, out."""

from collections.abc import Iterable, Mapping

from sayso.dataclass import dataclass
from sayso.face import Engine
from sayso.guarding import guard


@dataclass(frozen=True, slots=True)
class CarryOut:
    """The call may be carried out, with these arguments."""

    arguments: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class TellModel:
    """The call is not carried out; this is what the model is told instead."""

    status: str
    text: str


def checked(
    messages: Iterable[object], tools: Iterable[object], call: object, engine: Engine | None = None
) -> CarryOut | TellModel:
    """What becomes of a model's call; messages, tools and call in the shapes of OpenAI, Anthropic or MCP.

    >>> tool = {"name": "read_file", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}}}
    >>> checked([{"role": "user", "content": "read /a"}], [tool], {"name": "read_file", "arguments": {"path": "/a"}})
    CarryOut(arguments={'path': '/a'})
    """
    decision = guard(messages, tools, call, engine=engine).to_dict()
    steps = decision["steps"]
    assert isinstance(steps, list)
    if decision["status"] == "call":
        return CarryOut(steps[0]["parameters"])
    reply = str(decision["reply"] or "The person did not ask for this.")
    if decision["status"] == "confirm":
        return TellModel("confirm", f"Not carried out: the person has to say yes first. {reply}")
    return TellModel(str(decision["status"]), f"Not carried out. {reply}")
