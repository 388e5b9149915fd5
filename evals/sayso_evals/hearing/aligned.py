"""Which words of a line say the values that its writer expected: tags for training, where every value is found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from difflib import SequenceMatcher
from typing import Any

from sayso.engine.capabilities.lexicon import Lexicon
from sayso.engine.pack import Pack
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.text import Line, tokens
from sayso.engine.values.times import TimePhrase, find_times

Fields = Mapping[str, Any]
Words = tuple[int, int]
_TEXTS = {"title": "title", "new_title": "new_title", "description": "description", "new_description": "description"}
_OF_RECORDS = frozenset(("complete_task", "delete_task", "update_task"))
_CHOICES = ("priority", "new_priority", "new_status")
_FILTERS = frozenset(("completed", "pending", "overdue"))
_SUBJECTS = ("machine", "place", "thing")
_LIKE, _LIKE_A_SEARCH = 0.86, 0.6  # how alike words are to the text that they say
_NEAR = 3  # words between two of one name


@dataclass(slots=True)
class Sentence:
    """A line that is tagged, with what is known of it."""

    line: Line
    pack: Pack
    lexicon: Lexicon
    now: datetime
    heard: IntentPrediction  # what the tagger hears in it, whose spans count where nothing exact is known
    words: list[str] = field(init=False)
    tags: list[str] = field(init=False)
    missed: int = 0  # values that no words say

    def __post_init__(self) -> None:
        self.words = [w.text for w in self.line.words]
        self.tags = ["O"] * len(self.words)

    def tags_of(self, calls: Sequence[Fields]) -> list[str] | None:
        """One tag a word for these calls; None where a value is said by none."""
        for call in calls:
            self._call(call["tool"], call.get("values") or {}, call)
        return self.tags if not self.missed else None

    def _call(self, tool: str, values: Fields, call: Fields) -> None:
        for name in (n for n in _TEXTS if isinstance(values.get(n), str)):
            self._put(self._window(values[name], _LIKE), _TEXTS[name])
        if tool == "list_tasks":
            self._listed(values)
        self._time(tool, values.get("due", values.get("new_due")))
        if tool in _OF_RECORDS:
            self._record(call["task"], tool)
        for name in (n for n in _CHOICES if values.get(n)):
            slot = name.removeprefix("new_") if tool == "list_tasks" else name
            is_default = tool == "add_task" and values[name] == "medium"
            found = self._heard_as(name, "new_priority", "priority", "status", "new_status")
            if found is not None or not is_default:
                self._put(found, slot)
        if call.get("machine"):
            self._machine(values.get("value"))

    def _put(self, words: Words | None, slot: str) -> None:
        if words is None or not self._is_free(words):
            self.missed += 1
            return
        start, end = words
        self.tags[start:end] = [f"B-{slot}", *[f"I-{slot}"] * (end - start - 1)]

    def _as_heard(self, as_slot: str, *slots: str) -> bool:
        """Whether the tagger hears one of some slots; the first two that are free are tagged."""
        spans = [(t.start, t.end) for t in self.heard.spans if t.slot in slots]
        for words in [s for s in spans[:2] if self._is_free(s)]:
            self._put(words, as_slot)
        return bool(spans)

    def _is_free(self, words: Words) -> bool:
        return all(tag == "O" for tag in self.tags[slice(*words)])

    def _heard_as(self, *slots: str) -> Words | None:
        """The first free words that the tagger hears as one of some slots."""
        spans = ((t.start, t.end) for slot in slots for t in self.heard.spans if t.slot == slot)
        return next((words for words in spans if self._is_free(words)), None)

    def _window(self, text: str, least: float) -> Words | None:
        """The words that are most like a text, less the articles before it."""
        wanted = [w.text for w in self.pack.line(text, tokens(text)).words]
        while wanted and wanted[0] in self.pack.references.articles:
            wanted.pop(0)
        if not wanted:
            return None
        told, best, found = " ".join(wanted), least, None
        for start in range(len(self.words)):
            for end in range(start + max(1, len(wanted) - 1), min(len(self.words), start + len(wanted) + 2) + 1):
                alike = SequenceMatcher(None, " ".join(self.words[start:end]), told).ratio()
                if alike > best or (found is None and alike == best):
                    best, found = alike, (start, end)
        return found

    def _listed(self, values: Fields) -> None:
        if isinstance(values.get("search"), str):
            self._put(self._window(values["search"], _LIKE_A_SEARCH) or self._heard_as("search"), "search")
        status = self._heard_as("status") if values.get("filter") in _FILTERS else None
        if status is not None:
            self._put(status, "status")

    def _time(self, tool: str, due: Any) -> None:
        if due is None or due == "overdue":
            return
        slot = "new_when" if tool == "update_task" else "when"
        phrases = find_times(self.line, self.pack, (0, len(self.words)))
        free = [p for p in phrases if self._is_free((p.start, p.end))]
        fits = {p: self._fit(p, due, tool == "list_tasks") for p in free}
        exact = [p for p in free if fits[p] == 2][:1]
        for phrase in exact or [p for p in free if fits[p] == 1][:2]:
            self._put((phrase.start, phrase.end), slot)
        is_said = any(fits.values()) or self._as_heard("shift", "shift") or self._as_heard(slot, slot, "when")
        self.missed += not is_said

    def _fit(self, phrase: TimePhrase, due: Any, is_list: bool) -> int:
        """How well a phrase says a time: 2 as a whole, 1 its day or its hour, 0 not at all."""
        told = phrase.window(self.now) if is_list else phrase.anchor(self.now)
        if isinstance(due, Mapping):
            return 2 if told == due else 0
        said, wanted = str(told), str(due)[:16]
        if wanted in (said[:16], said[:10]):
            return 2
        return int(said[:10] == wanted[:10] or (len(said) > 11 and said[11:16] == wanted[11:16]))

    def _record(self, title: str, tool: str) -> None:
        """The words that name a record; none where it is only pointed at."""
        name = self.pack.line(title, tokens(title))
        named = {stem for stem in self.lexicon.stems(w.text for w in name.words) if len(stem) > 2}
        stems = self.lexicon.stems(self.words)
        hits = [
            i
            for i, stem in enumerate(stems)
            if stem in named and self.tags[i] == "O" and self.words[i] not in self.lexicon.light
        ]
        spans = [(t.start, t.end) for t in self.heard.spans if t.slot == "task" and self._is_free((t.start, t.end))]
        if not hits:
            if spans and tool != "update_task":
                self._put(spans[0], "task")
            return
        told = next((s for s in spans if any(s[0] <= i < s[1] for i in hits)), None)
        if told is None:
            start = end = hits[0]
            for i in hits:
                end = i if i - end <= _NEAR and self._is_free((end, i)) else end
            told = (start, end + 1)
        self._put(told, "task")

    def _machine(self, value: float | None) -> None:
        for slot in (*_SUBJECTS, "reading"):
            for tagged in self.heard.spans:
                if tagged.slot == slot and self._is_free((tagged.start, tagged.end)):
                    self._put((tagged.start, tagged.end), slot)
        if value is None:
            return
        digits = {str(value), str(abs(value)), f"{value}.0"}
        plain = (i for i, word in enumerate(self.words) if word.replace(",", ".").lstrip("+-") in digits)
        at = next((i for i in plain if self.tags[i] == "O"), None)
        words = self._heard_as("value") or (None if at is None else (at, at + 1))
        if words is not None:
            self._put(words, "value")
