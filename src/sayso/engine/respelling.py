"""Slips in the words of a message that came to nothing: read as the nearest words that are known here, and asked
about."""

from collections.abc import Callable, Sequence

from sayso.dataclass import dataclass
from sayso.engine.fuzzy import OSA, process
from sayso.engine.nouns import Call, Clause, Confirm, Decision, Failed, Step
from sayso.engine.pack import Pack
from sayso.engine.records.index import RecordIndex
from sayso.engine.records.languages import Languages
from sayso.engine.text import Line, Word
from sayso.engine.thread import Around
from sayso.engine.understand.wording import TALK, Hearing, heard_in

_LONG = 7  # letters of a word in which another slip may stand beside a letter that is written once instead of twice
_SHORTEST, _FEW = 3, 4  # letters of the shortest word that may have lost one, and of the shortest that it may be
_SLIPS = 3  # words of a message that are mended; more than that are another language, or none
_MANY = 5000  # words of names that are not looked through
_AWAY = 3  # letters that may differ at all
_CLOSE = 20
_HEARD = 48  # words that are heard as one
_SURELY_TALK = 0.8  # the same where it is thanks or a greeting
_SURELY_NOTHING = 0.97  # how sure that a message asks for nothing, so that no record is looked for by a slip
Hear = Callable[[list[Word]], Decision]


@dataclass(frozen=True, slots=True)
class Spelling:
    """A message, and what words are known: those of the language, of its things, and of the records that there are."""

    raw: str
    pack: Pack
    languages: Languages
    indexes: Sequence[RecordIndex]
    hearing: Hearing | None = None

    def mended(self, given: list[Word]) -> list[Word] | None:
        """The words, those that nobody knows as the one that each is a slip of (places unchanged); None where none is,
        or too many are."""
        said = self.pack.line(self.raw, given)
        words = said.words  # elided ones are apart
        if self._hears_nothing(said):
            return None
        meant = {i: near for i, w in enumerate(words) if not self._knows(w.text) and (near := self._nearest(w.text))}
        if not 0 < len(meant) <= _SLIPS:
            return None
        return [Word(meant[i], w.start, w.end) if i in meant else w for i, w in enumerate(words)]

    def _hears_nothing(self, said: Line) -> bool:
        """Whether the message, as it is written, surely asks for nothing: no word of it is a slip."""
        if self.hearing is None or not said.words or len(said.words) > _HEARD:
            return False
        heard = heard_in(said, Clause(0, len(said.words), "request"), self.pack, self.hearing)
        enough = _SURELY_TALK if heard.intent in TALK else _SURELY_NOTHING
        return heard.intent not in self.hearing.meanings and heard.probability >= enough

    def _knows(self, text: str) -> bool:
        if len(text) < _SHORTEST or not text.isalpha() or self.pack.knows(text):
            return True
        numbers, times = self.pack.numbers, self.pack.times
        if any(
            text in some for some in (numbers.cardinals, numbers.ordinals, times.weekdays, times.months, times.units)
        ):
            return True  # "ten" is no slip of "then"
        lexicon = self.languages.lexicon
        bare = lexicon.stem(text)
        return lexicon.is_listed(bare) or any(index.is_borne(bare) for index in self.indexes)

    def _nearest(self, text: str) -> str | None:
        """The word that this one is a slip of, one of a record's before any other; None where several are as near."""
        named = ([w for words in i.words for w in words] for i in self.indexes if len(i.by_stem) <= _MANY)
        stem = self.languages.lexicon.stem
        own = self.pack.slips.words
        for words in (*named, self.languages.lexicon.slips.words, own):
            known = tuple(dict.fromkeys(words))
            most = 1 if words is own else _AWAY  # a name is near many words of a language
            found = process.extract(text, known, scorer=OSA.distance, score_cutoff=most, limit=_CLOSE)
            away = {word: distance for word, _, _ in found if (distance := _distance(text, word)) is not None}
            near = [word for word, distance in away.items() if distance == min(away.values())]
            near = [word for word in near if word[0] == text[0]] or near
            if near:
                return near[0] if len({stem(word) for word in near}) == 1 else None
        return None


def spelling_of(raw: str, pack: Pack, around: Around, hearing: Hearing | None) -> Spelling:
    """A message with the words that are known where it is said."""
    indexes: list[RecordIndex] = [records.index() for records in around.all_records()]
    if around.fleet is not None:
        indexes.append(around.fleet.index(around.lexicon))
    return Spelling(raw, pack, around.languages, indexes, hearing)


def heard_with_slips(words: list[Word], hear: Hear, spelling: Callable[[], Spelling]) -> tuple[Decision, bool]:
    """The decision about a message, and whether its words were mended for it: where nothing comes of it as it is
    written, and something about a record that is there once its slips are mended."""
    decision = hear(words)
    if decision.steps and all(not _is_open(s) for s in decision.steps):
        return decision, False
    mended = spelling().mended(words)
    found = hear(mended) if mended is not None else None
    if found is None or not found.steps or not all(isinstance(s, Call | Confirm) for s in found.steps):
        return decision, False
    is_of_record = any(a.source.record is not None for s in found.steps for a in s.action.arguments)
    return (found, True) if is_of_record else (decision, False)


def _is_open(step: Step) -> bool:
    """Whether a step waits for words, or found nothing that is called so."""
    return step.reason == "not_found" if isinstance(step, Failed) else not isinstance(step, Call | Confirm)


def _distance(text: str, word: str) -> int | None:
    """How many slips make one word of the other: a letter that is missing, too many or another one, or two that changed
    places, and not the first letter alone; where letters are written once instead of twice, two. None else."""
    if len(word) < _FEW:
        return None
    away = OSA.distance(text, word)
    is_alike = text[0] == word[0]
    if away <= 1:
        return away if is_alike or sorted(text) == sorted(word) else None
    is_doubled = OSA.distance(_single(text), _single(word)) <= (1 if len(text) >= _LONG else 0)
    return 2 if is_alike and is_doubled else None


def _single(word: str) -> str:
    """The word with every letter once where it is written twice."""
    return "".join(c for i, c in enumerate(word) if not i or word[i - 1] != c)
