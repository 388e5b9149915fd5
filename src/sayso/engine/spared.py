"""Several records without those that are named as not meant."""

from dataclasses import replace

from sayso.engine.divided import parts_of
from sayso.engine.nouns import Mention
from sayso.engine.records.mention import mention
from sayso.engine.records.titles import Records
from sayso.engine.thread import Thread


def without_excepted(found: Mention, thread: Thread, records: Records) -> Mention:
    """Several records without those that are named as not meant: "everything on tuesday …, except the report"."""
    said, pack = thread.heard.said, thread.heard.pack
    at = next((i for i in range(1, len(said.words)) if said.words[i].text in pack.commands.excepting), None)
    if at is None or at + 1 >= len(said.words) or found.span is None or said.words[at].start < found.span[1]:
        return found
    spared = [m for p in parts_of((at + 1, len(said.words)), said, pack) for m in (mention(said, p, pack, records),)]
    ids = {c.entry.id for m in spared for c in m.candidates}
    return replace(found, candidates=tuple(c for c in found.candidates if c.entry.id not in ids))
