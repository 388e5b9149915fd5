"""Several records that one phrase names, each by words of its own: "the milk and the second one"."""

from sayso.engine.clauses import joined_until
from sayso.engine.compose.draft import Words
from sayso.engine.nouns import Mention
from sayso.engine.pack import Pack
from sayso.engine.records.mention import mention
from sayso.engine.records.own_noun import OWN_NOUN, with_own_noun
from sayso.engine.records.titles import Records
from sayso.engine.text import Line
from sayso.engine.thread import Thread

_CLEAR = 0.8  # how well a reference must fit
_FEW = 4  # words


def divided(words: Words, thread: Thread, records: Records) -> list[Mention]:
    """ "milk and the second one": the records that the parts name, if every part clearly names one, or several, of
    which it is asked which; "and the piano" names one that is not there."""
    said, pack = thread.heard.said, thread.heard.pack
    is_paired = any(said.texts.issuperset(pair) for pair in pack.shifts.pairs)
    if said.is_unbroken and not is_paired and said.texts.isdisjoint(pack.joiners.by_word):
        return []
    parts = parts_of(words, said, pack)
    mentions = [mention(said, p, pack, records) for p in parts] if len(parts) > 1 else []
    is_listed = any("," in said.gap(i) for i in range(words[0] + 1, words[1]))  # "the milk, the flour stays"
    if any(m.candidates for m in mentions) and not is_listed:
        mentions = [with_own_noun(m, pack, records) for m in mentions]
    named = zip(mentions, parts, strict=False)
    is_clear = all(_is_clear(m) or (not is_listed and _is_not_there(m, p, said, pack)) for m, p in named)
    is_one = any(len(m.candidates) == 1 for m in mentions) or all(m.candidates for m in mentions)
    return mentions if is_clear and is_one else []


def _is_clear(found: Mention) -> bool:
    return bool(found.candidates) and (found.candidates[0].fit >= _CLEAR or found.candidates[0].why == OWN_NOUN)


def _is_not_there(found: Mention, words: Words, said: Line, pack: Pack) -> bool:
    """Whether few words with an article name a record that nobody knows."""
    first = said.words[words[0]].text
    is_named = first in pack.references.articles and first not in pack.numbers.ones and words[1] - words[0] <= _FEW
    return not found.candidates and found.kind == "title" and is_named


def parts_of(words: Words, said: Line, pack: Pack) -> list[Words]:
    """The words between commas and joiners; none where a joiner ends them."""
    parts: list[Words] = []
    first = words[0]
    paired = {word for pair in pack.shifts.pairs for word in pair if said.texts.issuperset(pair)}  # "sia … che …"
    for i in range(words[0], words[1]):
        is_joiner = joined_until(said, i, words[1], pack) > i or said.words[i].text in paired
        if is_joiner or (i > first and "," in said.gap(i)):
            if first < i:
                parts.append((first, i))
            first = i + 1 if is_joiner else i
    return [*parts, (first, words[1])] if first < words[1] else []
