"""What a tool that was handed in does, by its annotations and its words: it destroys, changes something, or reads."""

from functools import lru_cache
from typing import Literal

from sayso.engine.capabilities.lexicon import pieces
from sayso.engine.pack import Harm
from sayso.engine.text import fold
from sayso.engine.tool import Tool
from sayso.regex import regex

Danger = Literal["destroys", "changes", "reads"]
_WORD = regex(r"[^\W_]+")
_OPENING = 14  # words of a description among which its verb stands
_TOLD = 120  # words of a description that are read
_RUN_TOGETHER = 5  # letters of a word that may begin another: "deletefile"


def danger(tool: Tool, harm: Harm) -> Danger:
    """What a tool does. What says nothing of itself is taken to change something.

    Annotations are a stranger's word: they may make a tool more dangerous than its name, and less only where the name
    does not speak of destroying.
    """
    if tool.is_destructive:
        return "destroys"
    name = pieces(tool.name)
    if _destroys(name, harm):
        return "destroys"
    if tool.is_read_only:
        return "reads"
    if tool.is_destructive is False:
        return "changes"
    told = tuple(fold(w) for w in _WORD.findall(tool.description)[:_TOLD])
    if any(w in harm.destroys and w not in harm.may_change for w in told):
        return "destroys"
    return "reads" if _reads(name, told, harm) else "destroys"


def _destroys(name: tuple[str, ...], harm: Harm) -> bool:
    if any(w in harm.destroys for w in name):
        return True
    return not any(w in harm.reads for w in name) and any(w.startswith(_long(harm)) for w in name)


@lru_cache(maxsize=16)
def _long(harm: Harm) -> tuple[str, ...]:
    """The words for destroying that are long enough to be told at the beginning of another."""
    return tuple(w for w in harm.destroys if len(w) >= _RUN_TOGETHER)


def _reads(name: tuple[str, ...], told: tuple[str, ...], harm: Harm) -> bool:
    """Whether name and description speak of reading and computing, and the verb of neither of anything else."""
    acting = harm.changes | harm.may_change
    spoken = [w for w in name if w in harm.reads or w in acting]
    if any(w in harm.changes for w in spoken):
        return False
    if spoken and spoken[0] in harm.may_change and spoken[-1] in harm.may_change:
        verb = told[0] if told else ""  # "game.store_price": only the description's first word tells a noun from a verb
    else:
        verb = next((w for w in told[:_OPENING] if w in harm.reads or w in acting), "")
    return verb in harm.reads if verb else any(w in harm.reads for w in spoken)
