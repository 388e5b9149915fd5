"""The reply: what was done, item by item, and what is asked; pure, from what the wings said of their answers."""

from typing import assert_never

from sayso.assistant.deed import Acted, Deed, ExecutedStep, NotDone, asked_at_once
from sayso.engine.nouns import Ask, Confirm
from sayso.engine.pack import Pack
from sayso.engine.tell import say
from sayso.engine.text import tokens


def told(pack: Pack, acted: Acted, otherwise: str | None) -> str:
    """The reply: what was done, item by item, then what is asked; `otherwise` where there is neither."""
    parts = [_deed(deed) for deed in acted.deeds]
    if isinstance(acted.open, Ask | Confirm):  # what failed is among the deeds
        question = acted.open.question
        is_more = len(acted.rest) >= asked_at_once((acted.open, *acted.rest))
        parts.append(f"{question} {say(pack, 'told_rest')}" if is_more else question)
    if not parts:
        return otherwise or pack.replies["decline"]
    if otherwise:
        parts.insert(0, otherwise)
    return ("\n" if len(parts) > 2 or any("\n" in part for part in parts) else " ").join(parts)


def untimed(pack: Pack, acted: Acted, said: str) -> str:
    """That nothing rings, where somebody counts on it and only a day was said; else nothing."""
    if pack.shifts.reminding.isdisjoint(pack.line(said, tokens(said)).texts):
        return ""
    done = [d.step.action for d in acted.deeds if isinstance(d, ExecutedStep) and d.carried.is_done]
    days = [str(a.of("when") or a.of("new_when") or "") for a in done if a.does in ("make", "change")]
    is_day = any(day and "T" not in day for day in days)
    return say(pack, "told_untimed") if is_day and not any("T" in day for day in days) else ""


def _deed(deed: Deed) -> str:
    match deed:
        case NotDone(step):
            return step.question
        case ExecutedStep(_, _, carried):
            return carried.text
        case impossible:
            assert_never(impossible)
