"""A number that a fragment says: "no, 220", "make it one eighty", "two degrees more"."""

from collections.abc import Collection

from sayso.engine.capabilities.region import whole_number
from sayso.engine.ellipsis.counted import counts_them
from sayso.engine.pack import Pack
from sayso.engine.text import Line
from sayso.engine.values.times import as_clock
from sayso.regex import regex

Words = tuple[int, int]
Found = dict[str, object]
_HUNDRED = 100
NUMBER = regex(r"\d+(?:[.,]\d+)?")


def is_number(text: str, pack: Pack) -> bool:
    """Whether a word is a number, in digits or spelt out."""
    return NUMBER.fullmatch(text) is not None or whole_number(text, pack) is not None


def signed(texts: list[str], pack: Pack, found: Found, taken: Collection[int]) -> set[int]:
    """A number below zero that something is to be set to: "to minus twenty" is no less."""
    for i in range(1, len(texts) - 1):
        is_led = texts[i] in pack.commands.minus and texts[i - 1] in pack.commands.towards
        if is_led and is_number(texts[i + 1], pack) and i not in taken:
            found["amount"] = (i, i + 2)
            return {i, i + 1}
    return set()


def numbered(said: Line, pack: Pack, found: Found, taken: set[int], is_more: bool) -> set[int]:
    """A number that stands alone, and the time of day that it may be."""
    texts = [w.text for w in said.words]
    for phrase, minutes in pack.ellipsis.past.items():
        at = next((i for i in range(len(texts)) if tuple(texts[i : i + len(phrase)]) == phrase), None)
        if at is not None and not any(NUMBER.fullmatch(t) for t in texts):
            found["past"] = minutes
            return set(range(at, at + len(phrase)))
    ones = pack.shifts.one | pack.numbers.ones
    numbers = [i for i, t in enumerate(texts) if i not in taken and is_number(t, pack) and t not in ones]
    numbers = [i for i in numbers if not _counts(texts, i, pack) and not counts_them(said, i, pack)]
    if not numbers and is_more:  # "one degree more"
        numbers = [i for i, t in enumerate(texts) if i not in taken and t in pack.numbers.cardinals][:1]
    if not numbers:
        return set()
    at = numbers[0]
    run = spelt(said, at, pack)
    if run[1] - run[0] > 1:  # "one eighty" is no eighty
        if any(i not in range(*run) for i in numbers):
            return set()
        found["amount"] = run
        return set(range(*run))
    clock = None if is_more else as_clock(said, at, pack)
    if clock is not None:
        found["time"], found["is_timed_bare"] = clock, True
        if len(numbers) == 1:
            found["amount"] = (at, at + 1)
        return set(range(clock.start, clock.end))
    if len(numbers) > 1:
        return set()
    found["amount"] = (at, at + 1)
    return {at}


def _counts(texts: list[str], at: int, pack: Pack) -> bool:
    """Whether a number in words says how many are meant: "the two fridges"."""
    is_led = at > 0 and texts[at - 1] in pack.references.articles and not texts[at][0].isdigit()
    return (
        is_led
        and at + 1 < len(texts)
        and texts[at + 1] not in pack.times.units
        and texts[at + 1] not in pack.times.measures
    )


def spelt(said: Line, at: int, pack: Pack) -> Words:
    """The words of one number around one of them: "one eighty", "a hundred and ten"; one in digits is by itself."""
    start, end = at, at + 1
    while _joins(said, start - 1, start, pack) or _joins(said, start - 2, start, pack):
        start -= 1 if _joins(said, start - 1, start, pack) else 2
    while _joins(said, end - 1, end, pack) or _joins(said, end - 1, end + 1, pack):
        end += 1 if _joins(said, end - 1, end, pack) else 2
    return start, end


def _joins(said: Line, first: int, second: int, pack: Pack) -> bool:
    """Whether two words in words belong to one number: side by side, or hundreds, and then what is joined to them."""
    words = said.words
    if first < 0 or second >= len(words) or any(said.gap(i).strip() for i in range(first + 1, second + 1)):
        return False
    numbers = tuple(whole_number(words[i].text, pack) for i in (first, second))
    is_side_by_side = second - first == 1 or (numbers[0] == _HUNDRED and words[first + 1].text in pack.joiners.by_word)
    return None not in numbers and is_side_by_side
