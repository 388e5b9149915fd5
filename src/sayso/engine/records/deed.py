"""Of several records that words name alike, those whose deed is said, too: "I ordered the boxes already"."""

from dataclasses import replace

from sayso.engine.nouns import Mention
from sayso.engine.pack import Pack
from sayso.engine.records.titles import Records
from sayso.engine.text import Line

_ROOT, _ENDING = 4, 3  # letters that a deed keeps however it is inflected, and those that it may lose


def doing(found: Mention, said: Line, pack: Pack, records: Records) -> Mention:
    """The mention with those of its records whose deed the message says; as it was where that is none of them."""
    index, verbs = records.index(), pack.lists.get(records.domain.name)
    if verbs is None:
        return found
    said_so = []
    for candidate in found.candidates:
        first = next(iter(index.words[index.by_id[candidate.entry.id.casefold()]]), "")
        root = first[: max(_ROOT, len(first) - _ENDING)]
        if verbs.is_verb(first) and any(w.text.startswith(root) for w in said.words):
            said_so.append(candidate)
    return replace(found, candidates=tuple(said_so)) if said_so else found
