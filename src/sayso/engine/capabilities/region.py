"""The words in which a subject is named, while what they say besides is taken out of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sayso.engine.capabilities.lexicon import Lexicon, Role, Spot
from sayso.engine.nouns import Argument, Source
from sayso.engine.pack import Pack
from sayso.engine.pattern import spans_of
from sayso.engine.records.languages import Languages
from sayso.engine.shelf import PatternIndex
from sayso.engine.text import Line, Word
from sayso.regex import regex

Words = tuple[int, int]
_SIGNS = {"%": "%", "°": "°C", "°F": "°F"}
_TWO = 2
AMOUNT = regex(r"[-−]?\d+(?:[.,]\d+)?")


@dataclass(slots=True)
class Region:
    """The words in which a subject is named, as they are taken away one kind after the other."""

    said: Line
    pack: Pack
    languages: Languages
    at: list[int]
    letters: set[int] = field(default_factory=set)  # which may be a name ("freezer a"), or an article after all
    taken: set[int] = field(default_factory=set)  # words that were understood already

    @property
    def lexicon(self) -> Lexicon:
        """What subjects and their things are called."""
        return self.languages.lexicon

    def drop(self, words: Words) -> None:
        """Take words out of the name: they say something else."""
        self.at = [i for i in self.at if not words[0] <= i < words[1]]
        self.taken.update(range(*words))


def spoken_spots(role: Role, stems: Sequence[str], lexicon: Lexicon) -> list[Spot]:
    """Where something is spoken of; no part of a subject within the words for what it is: a "washing machine" is not
    the washing of any machine."""
    found = lexicon.spots(role, stems)
    if role != "component":
        return found
    kinds = [k for k in lexicon.spots("kind", stems) if k.name != lexicon.any_kind]
    return [s for s in found if not any(k.start <= s.start and s.end <= k.end and k[:2] != s[:2] for k in kinds)]


def search(region: Region, patterns: PatternIndex) -> tuple[str, Words, dict[str, tuple[int, int]]] | None:
    """The first of these patterns that stands anywhere in the line: its name, its words, and where its slots are."""
    said, clause = region.said, (0, len(region.said.words))
    for pattern in patterns.of(said.texts):
        for m in pattern.search_all(said.flat, said.flat_at(clause[0]), said.flat_at(clause[1])):
            return pattern.intent, (said.index(m.start()), said.index(m.end() - 1) + 1), spans_of(m)
    return None


def amount(said: Line, words: Words, pack: Pack) -> Argument | None:
    """A number as said, its sign and its decimals too; None where the words are none."""
    words = (words[0] - _hundreds_before(said, words, pack), words[1])
    first = said.words[words[0]]
    if _is_article(said, words, pack):
        return None
    is_minus = first.text in pack.commands.minus
    at = said.words[words[0] + 1] if is_minus and words[1] - words[0] > 1 else first
    found = AMOUNT.match(said.raw, at.start - (at.start > 0 and said.raw[at.start - 1] in "-−"))
    number = float(found.group().replace(",", ".").replace("−", "-")) if found else _several(said, words, pack)
    number = _counted(said, at, pack) if number is None else number
    if number is None:
        return None
    number += _half_after(said, words, pack)
    number = -abs(number) if is_minus else number
    value: object = int(number) if number.is_integer() else number
    end = max(said.words[words[1] - 1].end, found.end() if found else 0)
    start = min(first.start, found.start() if found else first.start)
    return Argument("settings", value, Source("message", (start, end)))


def _hundreds_before(said: Line, words: Words, pack: Pack) -> int:
    """How many words of a number stand before it, that begin the message or follow a small word: "two" of "two thirty";
    that of a name does not."""
    at, known = words[0] - 1, pack.numbers.cardinals
    if at < 0 or said.gap(words[0]).strip() or known.get(said.words[words[0]].text, 0) not in range(10, 100):
        return 0
    is_free = at == 0 or said.words[at - 1].text in pack.ellipsis.small
    return int(is_free and known.get(said.words[at].text, 0) in range(1, 10))


def _is_article(said: Line, words: Words, pack: Pack) -> bool:
    """Whether the word for one merely leads another word that is no unit: "a lovely warm white"."""
    text, after = said.words[words[0]].text, words[0] + 1
    is_led = after < len(said.words) and not said.gap(after).strip()
    if not is_led or text not in pack.numbers.ones or text not in pack.references.articles:
        return False
    following = said.words[after].text
    is_counted = (following,) in pack.commands.units or whole_number(following, pack) is not None
    small = pack.commands.light | pack.commands.halves | pack.numbers.points | pack.shifts.several.keys()
    return not is_counted and following not in small


def _several(said: Line, words: Words, pack: Pack) -> float | None:
    """ "a couple of degrees"; "a few" says no number."""
    counts = [pack.shifts.several.get(w.text) for w in said.words[words[0] : words[1]]]
    return float(_TWO) if counts.count(_TWO) == 1 else None


def _half_after(said: Line, words: Words, pack: Pack) -> float:
    """ "22 degrees and a half": the half that is joined to a number, after at most a unit and an article."""
    joined = False
    for word in said.words[words[0] + 1 : words[1] + 4]:
        if word.text in pack.commands.halves and joined:
            return 0.5
        joined = word.text in pack.commands.joining or (joined and word.text in pack.numbers.ones)
    return 0.0


def _counted(said: Line, first: Word, pack: Pack) -> float | None:
    """A number in words: "two hundred", "one eighty", "centonovanta", "a degree", "half a degree"."""
    if first.text in pack.commands.halves:
        return 0.5
    at = next(i for i, word in enumerate(said.words) if word.start == first.start)
    is_led = first.text in pack.numbers.ones and at + 1 < len(said.words)
    if is_led and whole_number(said.words[at + 1].text, pack) == 100:  # "a hundred and eighty"
        at += 1
    values: list[int] = []
    for i in range(at, len(said.words)):
        value = whole_number(said.words[i].text, pack)
        after = whole_number(said.words[i + 1].text, pack) if i + 1 < len(said.words) else None
        is_joint = (
            bool(values) and values[-1] in (100, 1000) and value is None and after in range(1, 100)
        )  # "… and twenty"
        if value is None and values and said.words[i].text in pack.numbers.points and after in range(10):
            return float(f"{_combined(values)}.{after}")  # "eighteen point five"
        if value is None and not is_joint:
            break
        values.extend([] if value is None else [value])
    if not values:
        return 1.0 if first.text in pack.numbers.ones else None
    return float(_combined(values))


def whole_number(text: str, pack: Pack) -> int | None:
    """A word as a number; thousands and hundreds may be joined with what is before and after them."""
    known = pack.numbers.cardinals
    if text in known:
        return known[text]
    for thousand in (t for t in pack.numbers.thousands if t in text):
        before, _, after = text.partition(thousand)
        count = whole_number(before, pack) if before else 1
        rest = whole_number(after, pack) if after else 0
        if count is not None and rest is not None and 0 < count < 1000 and 0 <= rest < 1000:
            return count * 1000 + rest
    for hundred in pack.numbers.hundreds:
        for spelt in (hundred, hundred[:-1]):
            before, found, after = text.partition(spelt)
            if found and (not before or known.get(before, 0) in range(2, 10)) and (not after or after in known):
                return known.get(before, 1) * 100 + known.get(after, 0)
    return None


def _combined(values: Sequence[int]) -> int:
    """Words of one number together: what is before thousand and hundred counts these, a digit before tens hundreds."""
    if 1000 in values[1:]:
        at = values.index(1000, 1)
        return _combined(values[:at]) * 1000 + (_combined(values[at + 1 :]) if values[at + 1 :] else 0)
    total = values[0]
    for value in values[1:]:
        is_hundreds = value == 100 and 0 < total < 100
        total = total * 100 if is_hundreds else total * 100 + value if total < 10 <= value else total + value
    return total


def unit_after(said: Line, arguments: Sequence[Argument], lexicon: Lexicon) -> str:
    """In what a value was said: the sign or the word that follows it; nothing where none does."""
    ends = [a.source.span[1] for a in arguments if a.name == "settings" and a.source.span is not None]
    for end in ends:
        after = said.raw[end : end + 3].strip()
        if after[:1] in _SIGNS:
            return _SIGNS.get(after[:2].upper(), _SIGNS[after[:1]])
        inside = [w.text for w in said.words if w.end <= end][-2:]
        glued = inside[-1].lstrip("0123456789.,") if inside and inside[-1][:1].isdigit() else ""  # "2700k"
        if glued and (glued,) in lexicon.by_role["unit"]:
            return lexicon.by_role["unit"][glued,]
        following = [w.text for w in said.words if w.start >= end][:2]
        for words in (following[:2], following[:1], inside, inside[-1:]):
            unit = lexicon.by_role["unit"].get(lexicon.stems(words))
            if unit is not None:
                return unit
    return ""


def ends_with_a_pronoun(region: Region, words: Words) -> bool:
    """Whether a range ends with a pronoun, but for a time after it ("accendi me la", "spegni la tra un'ora"), or with a
    word that is for anything: "the thing"."""
    said, lexicon = region.said, region.lexicon
    last = next((i for i in reversed(range(*words)) if i not in region.taken), words[0])
    left, right = said.flat_at(last), said.flat_at(last + 1)
    if lexicon.by_role["kind"].get(lexicon.stems((said.words[last].text,))) == lexicon.any_kind:
        return True
    return any(p.match(said.flat, left, right) for p in region.pack.references.pronouns.of(said.texts))
