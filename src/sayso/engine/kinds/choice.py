"""Choices: one of some options, said as it is, inflected, or by a word that stands for the same thing."""

import re
from collections.abc import Iterator, Sequence

from sayso.engine.capabilities.lexicon import pieces
from sayso.engine.kinds.spoken import Spoken, SpokenValue
from sayso.engine.records.words import stem
from sayso.engine.text import fold

_ALIKE = 5  # letters with which one word must begin as another to be taken for it
_SHORT = 2
_READS = "read"  # too much is said with it
_AT_MOST = 400  # options that are looked for
Places = dict[str, list[int]]  # of words


def find(spoken: Spoken, options: Sequence[object]) -> list[SpokenValue]:
    """Every option that is said; `value` is the option as the schema writes it.

    Forms: "exact" (its own words in order), "stem" (inflected), "thing" (by a word for the same thing in some
    language), "same" (in other words that are listed for it: "Spanish" for "es-ES"), "act" (by a word that does the
    same: "remove" for "delete"), "alike" (one begins with the other), "part" (one telling word of several, that no
    other option has).
    """
    out: list[SpokenValue] = []
    worded = [(o, _words(o)) for o in options[:_AT_MOST] if isinstance(o, str) and o]
    stems = {o: [stem(w, spoken.endings) for w in words] for o, words in worded}
    places = _places(spoken)
    for option, words in worded:
        out.extend(_said(spoken, option, words, stems[option], places))
    out.extend(_listed(spoken, worded, [(f.start, f.end) for f in out]))
    covered = [(f.start, f.end) for f in out]
    for found in _looser(spoken, worded, stems):
        if all(found.end <= s or found.start >= e for s, e in covered):
            out.append(found)
    return sorted(_kept(out), key=lambda f: (f.start, f.end))


def _words(option: str) -> list[str]:
    if option.isascii() and option.isalpha() and option[1:].islower():
        return [option.lower()]
    found = [fold(w) for w in re.findall(r"[^\W_]+", option)]
    split = [p for w in re.findall(r"[^\W_]+", option) for p in pieces(w)]
    return split if len(split) > len(found) and option[:1].islower() else found


def _said(spoken: Spoken, option: str, words: list[str], stems: list[str], places: Places) -> Iterator[SpokenValue]:
    if not words:
        return
    joined, tokens = "".join(words), spoken.tokens
    for at in sorted({*places.get(stems[0], ()), *places.get(f"={joined}", ())}):
        token = tokens[at]
        if token.text.replace("-", "") == joined or "".join(_words(token.text)) == joined:
            if len(joined) > 1 or spoken.raw[token.start : token.end] == option:
                yield SpokenValue(token.start, token.end, option, "exact")
            continue
        last = at + len(words)
        if last <= len(tokens):
            if [t.text for t in tokens[at:last]] == words:
                yield SpokenValue(token.start, tokens[last - 1].end, option, "exact")
            elif len(token.text) > 2 and [t.stem for t in tokens[at:last]] == stems:
                yield SpokenValue(token.start, tokens[last - 1].end, option, "stem")


def _places(spoken: Spoken) -> Places:
    """Where each stem stands, and, after "=", each word without its hyphens."""
    out: dict[str, list[int]] = {}
    for at, token in enumerate(spoken.tokens):
        out.setdefault(token.stem, []).append(at)
        out.setdefault("=" + token.text.replace("-", ""), []).append(at)
    return out


def _listed(
    spoken: Spoken, worded: list[tuple[str, list[str]]], covered: list[tuple[int, int]]
) -> Iterator[SpokenValue]:
    """Options that are said in other words which are listed for them; a short word may be a code of anything."""
    texts = [t.text for t in spoken.tokens]
    for option, words in worded:
        for other in (o for p in spoken.packs for o in p.values.same.get(tuple(words), ())):
            if len(other[0]) <= _SHORT or other[0] not in texts:
                continue
            for at in range(len(texts) - len(other) + 1):
                start, end = spoken.tokens[at].start, spoken.tokens[at + len(other) - 1].end
                if tuple(texts[at : at + len(other)]) == other and all(end <= s or start >= e for s, e in covered):
                    yield SpokenValue(start, end, option, "same")


def _act(word: str, spoken: Spoken) -> str:
    return next((a for p in spoken.packs if (a := p.tools.acts.get(word, ""))), "")


def _looser(spoken: Spoken, worded: list[tuple[str, list[str]]], stems: dict[str, list[str]]) -> Iterator[SpokenValue]:
    things = [p.tools.things for p in spoken.packs]
    named = {o: {t for w in words for table in things if (t := table.get(w))} for o, words in worded if len(words) == 1}
    acts = {o: _act(words[0], spoken) for o, words in worded if len(words) == 1}
    owners: dict[str, list[str]] = {}
    for option, parts in stems.items():
        for part in set(parts):
            owners.setdefault(part, []).append(option)
    for token in spoken.tokens:
        if token.is_small or token.mark or len(token.text) < 4:
            continue
        thing = next((t for table in things if (t := table.get(token.text))), None)
        same = [o for o, names in named.items() if thing is not None and thing in names]
        if len(same) == 1:
            yield SpokenValue(token.start, token.end, same[0], "thing")
        elif token.act and token.act != _READS and list(acts.values()).count(token.act) == 1:
            yield SpokenValue(token.start, token.end, next(o for o, a in acts.items() if a == token.act), "act")
        elif len(owners.get(token.stem, ())) == 1 and len(stems[owners[token.stem][0]]) > 1:
            yield SpokenValue(token.start, token.end, owners[token.stem][0], "part")
        elif len(token.text) >= _ALIKE:
            near = [o for o, words in worded if len(words) == 1 and _is_alike(words[0], token.text)]
            if len(near) == 1:
                yield SpokenValue(token.start, token.end, near[0], "alike")


def _is_alike(one: str, other: str) -> bool:
    """Whether one word begins with the other: "postgres" and "PostgreSQL", "weakness" and "weaknesses"."""
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= _ALIKE and longer.startswith(shorter)


def _kept(found: list[SpokenValue]) -> list[SpokenValue]:
    """Without an option that stands inside a longer one: "play" in "screenplay", "pop" in "pop rock"."""
    return [
        f
        for f in found
        if not any(
            o is not f and o.start <= f.start and f.end <= o.end and o.end - o.start > f.end - f.start for o in found
        )
    ]
