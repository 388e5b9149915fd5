"""Which language a message is in, where its words do not tell: that of the conversation so far."""

from collections.abc import Sequence

from sayso.engine.nouns import Turn
from sayso.engine.pack import Pack
from sayso.engine.request import Request
from sayso.engine.text import Word, tokens
from sayso.engine.understand.read import detect
from sayso.errors import RequestError

_SHORT = 3  # words of a message that say little about its language
_LEAN = 1.1  # to the language of the conversation, where few words tell another
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
    return any(
        p.may_match(said.texts) and p.match(said.flat, 0, len(said.flat)) is not None
        for pack, said in lines
        for p in pack.answers
    )


def ordered(packs: tuple[Pack, ...], request: Request, words: list[Word]) -> tuple[Pack, ...]:
    """The packs, the message's own language first."""
    if request.language is not None:
        first = next((p for p in packs if p.language == request.language), None)
        if first is None:
            known = ", ".join(p.language for p in packs)
            raise RequestError(f"no pack for {request.language!r}", "language", f"there are {known}")
    else:
        likely = _spoken_first(packs, request)
        is_answer = request.pending is not None and len(words) <= _SHORT
        is_same = is_answer or goes_on(words, likely[0], bool(request.history))
        lean = _LEAN if request.history and len(words) <= _SHORT + 1 else 0.0
        first = likely[0] if is_same else detect(words, likely, lean)
    return (first, *(p for p in packs if p is not first))


def _spoken_first(packs: tuple[Pack, ...], request: Request) -> tuple[Pack, ...]:
    """The packs, the language of the conversation first: it breaks a tie."""
    last = spoken(request.history, packs)
    if request.pending is not None and request.pending.language is not None:
        last = next((p for p in packs if p.language == request.pending.language), last)
    return packs if last is None else (last, *(p for p in packs if p is not last))
