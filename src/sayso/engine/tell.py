"""What to say to the person, in their language, from the pack's replies."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from sayso.engine.fuzzy import fuzz
from sayso.engine.nouns import Action, Entry, Mention, Suggestion
from sayso.engine.pack import Pack
from sayso.engine.records.titles import Records
from sayso.engine.tell_repeat import in_words

SUGGEST_AT_MOST = 5
_NEAR = 300  # days ahead whose year nobody has to be told


def say(pack: Pack, key: str, values: Mapping[str, object] | None = None) -> str:
    """A reply of the pack with its places filled."""
    return pack.replies[key].format_map({k: str(v) for k, v in (values or {}).items()})


def either(pack: Pack, names: Sequence[str]) -> str:
    """'a', 'b' or 'c'."""
    quoted = [f"'{n}'" for n in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {pack.replies['or']} {quoted[-1]}"


def suggest(entries: Sequence[Entry], action: Action, pack: Pack, today: date | None = None) -> tuple[Suggestion, ...]:
    """Entries to pick from for an action, told apart where they bear one name."""
    shown = entries[:SUGGEST_AT_MOST]
    titles = [t.name for t in shown]
    marks = [_marks(t, pack, today) for t in shown]
    return tuple(
        Suggestion(
            t.name,
            {action.key("record"): t.id},
            round(action.confidence / max(len(entries), 1), 4),
            description=(told if marks.count(told) == 1 else f"{told} · {t.id}".lstrip(" ·"))
            if titles.count(t.name) > 1
            else None,
        )
        for t, told in zip(shown, marks, strict=True)
    )


def _marks(entry: Entry, pack: Pack, today: date | None) -> str:
    """What tells an entry from others of its name."""
    marks = [
        f"#{entry.number}" if entry.number is not None else "",
        day(pack, entry.when, today) if entry.when else "",
        entry.description[:60],
        pack.labels["values"].get(entry.rank or "", entry.rank or "") if entry.rank else "",
        "✓" if entry.is_done else "",
    ]
    return " · ".join(m for m in marks if m)


def ask_which(pack: Pack, entries: Sequence[Entry]) -> str:
    """Which of several records is meant."""
    names = list(dict.fromkeys(t.name for t in entries[:SUGGEST_AT_MOST]))
    if len(names) < 2 or len(entries) > SUGGEST_AT_MOST:
        return say(pack, "ask_which_of_many", {"count": len(entries), "names": either(pack, names)})
    return say(pack, "ask_which", {"names": either(pack, names)})


def confirm(pack: Pack, action: Action, name: str, today: date | None = None) -> str:
    """Whether to carry out a complete step."""
    told = {"name": name, "title": action.of("name") or "", "changes": changes(pack, action, today)}
    key = "confirm_skip" if action.of("new_status") == "skipped" else f"confirm_{action.intent}"
    text = say(pack, key, told)
    due, repeat = action.of("when"), action.value("repeat")
    about = [in_words(pack, repeat, str(due or ""))] if isinstance(repeat, str) else []
    if isinstance(due, str) and due[:1].isdecimal():  # not "this_week" and the like
        about.append(day(pack, due, today))
    return f"{text} ({', '.join(about)})" if about else text


def changes(pack: Pack, action: Action, today: date | None = None) -> str:
    """What an update changes, in words."""
    parts = []
    for argument in action.changes:
        value, kind = str(argument.value), action.tool.parameter(argument.name).kind if action.tool is not None else ""
        shown = pack.labels["values"].get(value, f"'{value}'")
        if kind == "moment" and value:
            shown = day(pack, value, today)
        elif kind == "repetition":
            shown = in_words(pack, value, str(action.of("new_when") or ""))
        parts.append(f"{pack.labels['fields'][argument.name]} → {shown}")
    return ", ".join(parts)


def day(pack: Pack, iso: str, today: date | None = None) -> str:
    """A date in words: "Tuesday 17 November", with the year where it is far off, and the time where one was said."""
    at = datetime.fromisoformat(iso) if "T" in iso else date.fromisoformat(iso)
    weekday = pack.labels["weekdays"][str(at.weekday())]
    month = pack.labels["months"][str(at.month)]
    on = at.date() if isinstance(at, datetime) else at
    is_near = today is not None and (on.year == today.year or 0 <= (on - today).days <= _NEAR)
    text = f"{weekday} {at.day} {month}" if is_near else f"{weekday} {at.day} {month} {at.year}"
    return f"{text}, {at:%H:%M}" if isinstance(at, datetime) else text


def not_found(pack: Pack, mention: Mention, records: Records, near: Sequence[Entry] = ()) -> str:
    """Why a reference leads nowhere, and what is near it."""
    if near:
        names = list(dict.fromkeys(t.name for t in near[:SUGGEST_AT_MOST]))
        return say(pack, "failed_near", {"name": mention.text, "names": either(pack, names)})
    if not records.all and not records.is_partial:
        return say(pack, f"failed_no_{records.domain.record.context}", {"name": mention.text})
    key = "failed_no_number" if mention.kind in ("number", "position") else "failed_not_found"
    return say(pack, key, {"name": mention.text})


def closeness(one: str, other: str) -> float:
    """How alike two names are written, from 0 to 1."""
    share: float = fuzz.ratio(one.casefold(), other.casefold()) / 100
    return share
