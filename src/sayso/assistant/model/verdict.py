"""What the guard's decision about a proposed call means for the model's turn; pure."""

from sayso.assistant.acting import is_same
from sayso.assistant.model.instructions import as_data
from sayso.assistant.model.talker import ProposedCall
from sayso.dataclass import dataclass
from sayso.domains.shipped import shipped_tools
from sayso.engine.nouns import Ask, Call, Confirm, Decision, Failed, Step
from sayso.engine.pack import Pack


@dataclass(frozen=True, slots=True)
class Passed:
    """The person asked for it: it is carried out as the guard completed it."""

    step: Call

    @property
    def is_read(self) -> bool:
        """Whether it changes nothing, so that it may be carried out beside others."""
        return shipped_tools().is_reading(self.step.action.tool_name)


@dataclass(frozen=True, slots=True)
class Held:
    """The person has to say something first: the turn ends with their question."""

    step: Confirm | Ask


@dataclass(frozen=True, slots=True)
class Refused:
    """Nobody asked for it, or it cannot be: the model is told why, once."""

    why: str


Verdict = Passed | Held | Refused


def verdict(proposed: ProposedCall, decision: Decision, pack: Pack) -> Verdict:
    """What becomes of a proposed call, by the guard's decision about it."""
    told = pack.speech.told
    step = decision.steps[0] if decision.steps else None
    match step:
        case None:
            return Refused(told["refused_nothing"].format(tool=proposed.name))
        case Failed():
            return Refused(told["refused_because"].format(why=as_data(step.question)))
        case _ if step.action.tool_name != proposed.name:
            return Refused(told["refused_other"].format(tool=proposed.name, other=step.action.tool_name))
        case Call():
            return Passed(step)
        case Confirm() | Ask():
            return Held(step)


def is_unvoiced(decision: Decision, own: Decision) -> bool:
    """Whether a dangerous call is the model's idea alone: the engine hears no such thing in the person's words, so that
    it is not even asked about."""
    return any(s.action.is_dangerous and not any(_is_heard(s, o) for o in own.steps) for s in decision.steps)


def _is_heard(step: Step, own: Step) -> bool:
    """Whether the engine heard the same tool and, where it heard which, the same command."""
    command = own.action.value("machine_command_id")
    is_same_command = command is None or command == step.action.value("machine_command_id")
    return own.action.tool_name == step.action.tool_name and is_same_command


def covers(done: Step, wanted: Step) -> bool:
    """Whether a step does what another wants: the same tool with, at least, its arguments."""
    if is_same(done.action, wanted.action):
        return True
    given = {a.name: a.value for a in done.action.arguments}
    asked = {a.name: a.value for a in wanted.action.arguments}
    is_more = bool(asked) and all(name in given and given[name] == value for name, value in asked.items())
    return is_more and done.action.tool_name == wanted.action.tool_name
