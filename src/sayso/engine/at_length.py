"""What a long message asks for somewhere in it, where nothing came of it as one: "I was at the market, you know how it
is, anyway, when is the dentist?". Always asked about, unless it only reads."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sayso.engine.nouns import Call, Clause, Confirm, Decision, Step
from sayso.engine.pack import Pack
from sayso.engine.retracted import is_retracted
from sayso.engine.text import Line
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.wording import Hearing, heard_in, together

_LONG = 16  # words of a message that tells more than it asks
_SHORTEST, _MOST_PARTS = 3, 3  # words and parts of what may be asked for
_MOST_CUTS = 16
_SURE, _SURE_OF_NEW = 0.93, 0.97
_TRIED = 2
_TAKEN_BACK = 5  # words after it that may take it back
_DENIED = 1  # words before it that may deny it
_BREAKS = ",;:.!?–—…\n"
_QUOTES = frozenset('"“”«»„')
_REMOVES = "remove"
Words = tuple[int, int]
Decide = Callable[[str], Decision]


class _Part(NamedTuple):
    """A run of words, and how surely it asks for something."""

    words: Words
    likely: float


def within(message: str, said: Line, pack: Pack, hearing: Hearing, decide: Decide) -> tuple[Step, ...]:
    """The complete steps of the part of a long message that surely asks for something; none where there is no such."""
    if len(said.words) < _LONG or not _QUOTES.isdisjoint(said.raw) or is_retracted(said, pack):
        return ()
    asking = sorted(_asking(said, pack, hearing), key=lambda p: (-round(p.likely, 2), p.words[0] - p.words[1]))
    for part in asking[:_TRIED]:
        start, end = said.words[part.words[0]].start, said.words[part.words[1] - 1].end
        end += len(said.raw[end:]) - len(said.raw[end:].lstrip("?"))  # the mark of a question belongs to it
        alone = blanked(blanked(message, end, len(message)), 0, start)
        steps = decide(alone).steps
        is_order = any(s.action.does == "command" for s in steps)
        if is_order and _names_more(said, part.words, hearing):
            continue  # "the light in the hall, the one on the ceiling, switch it off"
        if steps and all(isinstance(s, Call | Confirm) and s.action.does != _REMOVES for s in steps):
            return steps
    return ()


def _names_more(said: Line, part: Words, hearing: Hearing) -> bool:
    """Whether the words around a part name a subject, or a thing of one."""
    stems = hearing.lexicon.stems(w.text for i, w in enumerate(said.words) if not part[0] <= i < part[1])
    return bool(hearing.lexicon.kinds(stems) or hearing.lexicon.spots("thing", stems))


def _asking(said: Line, pack: Pack, hearing: Hearing) -> Iterator[_Part]:
    """The runs of parts between pauses in which something of ours is surely heard."""
    cuts = [0, *(i for i in range(1, len(said.words)) if _may_part(said, i, pack)), len(said.words)]
    for at in range(max(len(cuts) - 1 - _MOST_CUTS, 0), len(cuts) - 1):
        before = said.words[max(cuts[at] - _DENIED, 0) : cuts[at]]
        if (":" in said.gap(cuts[at]) and at) or any(w.text in pack.negations for w in before):
            continue  # what somebody said, or what is not to be done
        for to in range(at + 1, min(at + 1 + _MOST_PARTS, len(cuts))):
            words = cuts[at], cuts[to]
            after = said.words[words[1] : words[1] + _TAKEN_BACK]
            if any(w.text in pack.negations for w in after):
                continue  # "… oh hang on, no, leave it"
            if words[1] - words[0] < _SHORTEST or words == (0, len(said.words)):
                continue
            heard = heard_in(said, Clause(*words, "request"), pack, hearing)
            meaning = hearing.meanings.get(heard.intent)
            likely = together(heard, hearing)
            enough = _SURE_OF_NEW if meaning is not None and meaning.does == "make" else _SURE
            if meaning is not None and not meaning.follows and likely >= enough and (heard.spans or meaning.has_act):
                yield _Part(words, likely)


def _may_part(said: Line, i: int, pack: Pack) -> bool:
    return any(mark in said.gap(i) for mark in _BREAKS) or said.words[i].text in pack.joiners.by_word
