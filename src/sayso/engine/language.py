"""Which language a message is in, where its words do not tell: that of the conversation so far."""

from collections.abc import Sequence

from sayso.engine.nouns import Turn
from sayso.engine.pack import Pack
from sayso.engine.text import Word, tokens
from sayso.engine.understand.read import detect

_SHORT = 3  # words of a message that say little about its language
_READ_AT_MOST = 400  # letters of a turn


def spoken(history: Sequence[Turn], packs: tuple[Pack, ...]) -> Pack | None:
    """The language that the person spoke last, by the last turn that tells; None where none does."""
    for turn in reversed(history):
        words = tokens(turn.content[:_READ_AT_MOST]) if turn.role == "user" else []
        if words and not _is_answer(words, packs):
            return detect(words, packs)
    return None


def goes_on(words: list[Word], pack: Pack, is_conversation: bool) -> bool:
    """Whether a short message may be in the language of the conversation: "ok" is, whichever that is."""
    if not 0 < len(words) <= _SHORT:
        return False
    return _is_answer(words, (pack,)) or (is_conversation and all(pack.knows(w.text) for w in words))


def _is_answer(words: list[Word], packs: tuple[Pack, ...]) -> bool:
    """A bare yes or no."""
    lines = ((pack, pack.line("", words)) for pack in packs) if len(words) <= _SHORT else ()
    return any(p.match(said.flat, 0, len(said.flat)) is not None for pack, said in lines for p in pack.answers)
