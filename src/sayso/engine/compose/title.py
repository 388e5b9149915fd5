"""Titles and descriptions, and what speaks for their being one."""

from sayso.engine.compose.draft import Maker, Words
from sayso.engine.compose.parts import OWN
from sayso.engine.labels import aside
from sayso.engine.pack import Pack
from sayso.engine.text import QUOTE, Line
from sayso.engine.understand.wording import HEARD
from sayso.engine.values.times import TimePhrase
from sayso.regex import regex

_TWO = 2  # words, of which the first only points
_DANGLING = regex(r"\s+[-–—:@(/|]+$|^[/|]+\s+")


def put_title(maker: Maker, role: str, words: Words, due: TimePhrase | None) -> None:
    """A title without the date phrase inside it."""
    said = maker.said
    words = _without_preposition(maker, _quoted(maker, words))
    text = maker.text(words)
    if due is not None and words[0] < due.start and due.end < words[1]:
        text = f"{said.said(words[0], due.start)} {said.said(due.end, words[1])}"
    text = " ".join(text.split()) if "\n" not in text else text.strip()
    text = _labelled(maker, _DANGLING.sub("", text) or text, words)
    is_small = words[1] - words[0] == 1 and len(text) > 1 and text in maker.pack.references.light  # "put this in"
    is_small |= words[0] > 0 and said.words[words[0]].start == said.words[words[0] - 1].start  # "metti-lo fisso"
    if not text or is_small:
        maker.missing.append(role)
        return
    maker.put(role, text, words)
    first = said.words[words[0]].text
    is_bare = maker.reading.grade in ("plain", "elsewhere")
    is_thing_to_do = float(maker.words.is_verb(first))
    maker.note("a bare thing to do" if is_bare else "title begins with a verb", is_thing_to_do)
    maker.note("title names nothing", float(_names_nothing(maker, words)))
    maker.note("title is long", max(0, words[1] - words[0] - 8) / 8)
    maker.note("title is quoted", float(first == QUOTE))


def _quoted(maker: Maker, words: Words) -> Words:
    """A title in quotes is all of it where something else follows: "call it 'annual report' and move it to friday"."""
    said, pack, after = maker.said, maker.pack, words[0] + 1
    if after >= words[1] or said.words[words[0]].text != QUOTE:
        return words
    text = said.words[after].text
    is_else = text in pack.joiners.by_word or text in pack.shifts.ahead or text in pack.references.light
    is_else |= "," in said.gap(after)
    return (words[0], after) if is_else else words


def _without_preposition(maker: Maker, words: Words) -> Words:
    """A thing to do without what leads to an infinitive: "di pagare il conto"."""
    said, pack, second = maker.said, maker.pack, words[0] + 1
    leads = pack.references.light - pack.references.articles
    if second >= words[1] or said.words[words[0]].text not in leads or not maker.words.verb_endings:
        return words
    return (second, words[1]) if said.words[second].text.endswith(maker.words.verb_endings) else words


def _labelled(maker: Maker, text: str, words: Words) -> str:
    """A title with the labels that were written beside it: before it, or with its values after it."""
    said = maker.said
    clause = maker.reading.clause
    own = maker.reading.slots.get(OWN, (clause.start, clause.end))
    first, last = _edge(said, own[0]), _edge(said, own[1])
    for a, b in aside(said.raw, said.words):
        label = said.raw[a:b]
        if first <= a < last and label not in text.split():
            is_before = own[0] == words[0] and a < said.words[words[0]].start
            text = f"{label} {text}" if is_before else f"{text} {label}"
    return text


def _edge(said: Line, at: int) -> int:
    """Where the letters before a word that are still about it begin: after the mark that parts it from those before."""
    if at == 0:
        return 0
    if at >= len(said.words):
        return len(said.raw)
    gap, end = said.gap(at), said.words[at].start
    cut = max(gap.rfind(mark) for mark in ",;\n")
    return end - len(gap) + cut + 1 if cut >= 0 else end


def _names_nothing(maker: Maker, words: Words) -> bool:
    """Whether a title is no name for anything: it begins with a word that only points, is a sum, or mere politeness."""
    said, pack = maker.said, maker.pack
    spoken = [w.text for w in said.words[words[0] : words[1]]]
    is_pointing = spoken[0] in maker.words.unnamed
    small = maker.words.unnamed | pack.joiners.by_word.keys() | pack.numbers.cardinals.keys() | pack.references.light
    small |= pack.references.vague
    if is_pointing and small.issuperset(spoken):
        return True  # "add all three of them"
    is_pronoun = is_pointing and spoken[0] not in pack.references.light and not _is_written_large(said, words[0])
    if is_pronoun and len(spoken) <= _TWO and _points(said, words[0], pack):
        return True  # "put it back on the list"
    if len(spoken) > 1 and (pack.references.light | pack.references.vague).issuperset(spoken):
        return True  # "the other one"
    if maker.reading.grade == HEARD and len(spoken) > _TWO and (spoken[-1],) in pack.ellipsis.marks["whether"]:
        return True  # "the tax return is" of "… is urgent now"
    if (is_pointing and (maker.reading.grade != "named" or words[1] - words[0] == 1)) or _is_number(maker, words):
        return True
    return pack.closers.match_start(said.flat, said.flat_at(words[0]), said.flat_at(words[1])) is not None


def _is_written_large(said: Line, at: int) -> bool:
    """Whether a word is written in capitals: "IT meeting"."""
    return said.raw[said.words[at].start : said.words[at].end].isupper()


def _points(said: Line, at: int, pack: Pack) -> bool:
    left, right = said.flat_at(at), said.flat_at(at + 1)
    return any(p.match(said.flat, left, right) for p in pack.references.pronouns.of(said.texts))


def _is_number(maker: Maker, words: Words) -> bool:
    """Whether a title is sums and nothing else ("twelve and twelve")."""
    spoken = [w.text for w in maker.said.words[words[0] : words[1]]]
    cardinals, joiners = maker.pack.numbers.cardinals, maker.pack.joiners.by_word
    return all(w in cardinals or w in joiners or w.isdigit() for w in spoken)


def put_text(maker: Maker, role: str, words: Words) -> None:
    """A description as it was said."""
    maker.put(role, maker.text(words), words)
