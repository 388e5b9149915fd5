"""The net that reads a message with what went before it, at hand for one message and its parts."""

from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.nouns import Clause
from sayso.engine.pack import Pack
from sayso.engine.read.going_before import START, GoingBefore, going_before
from sayso.engine.read.heard import Hear, IntentPrediction, Tagged
from sayso.engine.remarked import Listened
from sayso.engine.request import Request
from sayso.engine.text import Line, tokens
from sayso.engine.thread import Around, Thread
from sayso.engine.understand.read import Heard, Understanding
from sayso.engine.understand.wording import Hearing, heard_in

MOST = 48  # words of a message that are read
OPEN, SEVERAL = "open", "several"  # what the net hears besides: to be asked about or refused; of several tools
MEANT = frozenset(("request", "other"))  # parts in which nothing is denied, told or supposed
Words = tuple[int, int]
Without = tuple[str, ...]


class MessageAtHand(NamedTuple):
    """A message in its language, with what is known besides."""

    line: Line
    pack: Pack
    hearing: Hearing
    around: Around

    def thread(self) -> Thread:
        """The message as one clause, of which nothing else is known."""
        clause = Clause(0, len(self.line.words), "request")
        heard = Understanding(self.pack, self.line, (Heard(clause, ()),), hearing=self.hearing)
        return Thread(heard, self.around, self.around.room(self.pack), self.around.spoken)


@dataclass(frozen=True, slots=True)
class ContextReader:
    """The net, a message, and what went before that."""

    read: Hear
    said: MessageAtHand
    before: GoingBefore

    def hear(self, part: Words | None = None, without: Without = ()) -> IntentPrediction:
        """What the net hears in the message or a part of it, its spans by that part's own words."""
        line = self.said.line
        start, end = part or (0, len(line.words))
        marks = self.said.hearing.marks_of(line, self.said.pack)[start:end]
        words = [w.text for w in line.words[start:end]]
        heard = self.read([*self.before.words, *words], [*self.before.marks, *marks], without)
        count = len(self.before.words)
        spans = tuple(Tagged(t.slot, t.start - count, t.end - count) for t in heard.spans if t.start >= count)
        return heard._replace(spans=spans)


def is_mere_talk(reader: ContextReader) -> bool:
    """Whether the tagger, which is quicker, hears nothing at all that asks for something, and nothing went before."""
    line, pack, hearing, _ = reader.said
    heard = heard_in(line, Clause(0, len(line.words), "request"), pack, hearing)
    return reader.before.marks[0] == [START] and not any(name in hearing.meanings for name in heard.shares)


def reader_of(request: Request, language: str, known: Listened, read: Hear) -> ContextReader | None:
    """The net for a message; none where nobody says that there is anything to speak about, or nothing can be heard."""
    around = known.around
    is_known = bool(around.lists) or around.fleet is not None
    pack = next((p for p in around.languages.packs if p.language == language), None)
    if pack is None or not pack.is_heard or not is_known:
        return None
    line = pack.line(request.message, tokens(request.message))
    hearing = known.hearing() if 0 < len(line.words) <= MOST else None
    if hearing is None:
        return None
    last = next((t.content for t in reversed(request.history) if t.role == "user"), "")
    told = [w.text for w in pack.line(last, tokens(last)).words]
    return ContextReader(
        read, MessageAtHand(line, pack, hearing, around), going_before(request.history, request.pending, told)
    )
