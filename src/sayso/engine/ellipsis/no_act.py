"""Words for acts that are none where they stand: "on it", "get on with it", "start the day right"."""

from sayso.engine.capabilities.acts import SWITCHING
from sayso.engine.nouns import Clause
from sayso.engine.pack import Pack
from sayso.engine.records.mention import matches
from sayso.engine.text import Line


def is_no_act(said: Line, pack: Pack, act: object, *, is_timed: bool) -> bool:
    """Whether the word that switches something only leads on to another, or a day is spoken of and none is said."""
    words, articles = said.words, pack.references.articles
    led = (i for i in range(len(words) - 1) if act in SWITCHING and (words[i].text,) == pack.ellipsis.on)
    if any(_points(said, i + 1, pack) or _is_with(said, i + 1, pack) for i in led):
        return True
    days = pack.ellipsis.fields.get("new_when", frozenset())
    spoken = (i for i in range(1, len(words)) if words[i].text in days and words[i - 1].text in articles)
    return not is_timed and next(spoken, None) is not None


def is_no_order(said: Line, pack: Pack, clause: Clause, what: tuple[int, int] | None) -> bool:
    """Whether the word before what an order is to only leads to it: "on it", "get on with it"."""
    if what is None or what[0] <= clause.start or (said.words[what[0] - 1].text,) != pack.ellipsis.on:
        return False
    is_all = what[0] - 1 == clause.start and matches(pack.references.pronouns, said, what)
    return is_all or _is_with(said, what[0], pack)


def _points(said: Line, at: int, pack: Pack) -> bool:
    return at < len(said.words) and matches(pack.references.pronouns, said, (at, at + 1))


def _is_with(said: Line, at: int, pack: Pack) -> bool:
    """Whether a small word that is no article leads to one that points: "with it"."""
    return said.words[at].text in pack.references.light - pack.references.articles and _points(said, at + 1, pack)
