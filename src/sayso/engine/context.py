"""The records of a request: whatever kinds the loaded domains name, read field by field, or prepared beforehand."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from datetime import date, datetime

from sayso.dataclass import dataclass
from sayso.engine.capabilities.fleet import IndexedSubjects
from sayso.engine.fields import flag, id_of, kind_of, list_of, mapping, optional_text, text
from sayso.engine.nouns import Command, Entry, Subject, Takes
from sayso.engine.records.index import IndexedEntries
from sayso.engine.tool import RecordKind, Toolbox
from sayso.errors import RequestError

_DAY = 10  # letters of a day without a time
_PLAIN = {"id": str, "name": str, "description": str, "dangerous": bool, "setting": bool}


@dataclass(frozen=True, slots=True)
class Prepared:
    """Records that were prepared once for many requests: they stand for those of the context."""

    lists: Mapping[str, IndexedEntries] = field(default_factory=dict)  # by domain
    fleet: IndexedSubjects | None = None


NOTHING_PREPARED = Prepared()


def lists_of(
    context: Mapping[str, object], tools: Toolbox, known: Mapping[str, IndexedEntries]
) -> dict[str, IndexedEntries]:
    """The lists that are known, by domain; one that nobody handed in is not known."""
    out = dict(known)
    for domain in tools.lists:
        given = context.get(domain.record.context)
        if given is not None and domain.name not in out:
            out[domain.name] = catalogue_of(given, domain.record)
    return out


def catalogue_of(given: object, kind: RecordKind) -> IndexedEntries:
    """The entries of one kind."""
    if isinstance(given, IndexedEntries):
        return given
    where = f"context.{kind.context}"
    return IndexedEntries(read_entry(e, kind, f"{where}[{i}]") for i, e in enumerate(list_of(given, where)))


def read_entry(given: object, kind: RecordKind, where: str) -> Entry:
    """An entry of the contract's shape, by the names that its kind has for what it is."""
    if isinstance(given, Entry):
        return given
    data = mapping(given, where)
    number = data.get("number")
    if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
        raise RequestError(f"must be a number, not {kind_of(number)}", f"{where}.number")
    return Entry(
        _needed_id(data, where),
        text(data.get(kind.name), f"{where}.{kind.name}"),
        number,
        optional_text(data.get("description"), f"{where}.description") or "",
        bool(kind.done) and flag(data.get(kind.done) or False, f"{where}.{kind.done}"),
        optional_text(data.get(kind.rank), f"{where}.{kind.rank}") if kind.rank else None,
        _when(optional_text(data.get(kind.when), f"{where}.{kind.when}")) if kind.when else None,
        optional_text(data.get(kind.repeat), f"{where}.{kind.repeat}") if kind.repeat else None,
    )


def _when(given: str | None) -> str | None:
    """A day or a time; what is neither ("soon") is none, and nothing is reckoned with it."""
    try:
        if given is None or len(given) <= _DAY:
            return date.fromisoformat(given).isoformat() if given else None
        return given.replace(" ", "T", 1) if datetime.fromisoformat(given) else None
    except ValueError:
        return None


def fleet_of(context: Mapping[str, object], tools: Toolbox) -> IndexedSubjects | None:
    """The records that can do something by themselves; None where nobody handed any in."""
    domain = tools.commanding
    given = context.get(domain.record.context) if domain is not None else None
    if given is None or domain is None or isinstance(given, IndexedSubjects):
        return given if isinstance(given, IndexedSubjects) else None
    where = f"context.{domain.record.context}"
    return IndexedSubjects(read_subject(s, f"{where}[{i}]") for i, s in enumerate(list_of(given, where)))


def read_subject(given: object, where: str) -> Subject:
    """A subject of the contract's shape."""
    if isinstance(given, Subject):
        return given
    data = mapping(given, where)
    linked = data.get("connected")
    commands = list_of(data.get("commands"), f"{where}.commands")
    metrics = list_of(data.get("metrics"), f"{where}.metrics")
    return Subject(
        _needed_id(data, where),
        text(data.get("name"), f"{where}.name"),
        str(id_of(data.get("serial"), f"{where}.serial") or ""),
        None if linked is None else flag(linked, f"{where}.connected"),
        optional_text(data.get("place"), f"{where}.place") or "",
        optional_text(data.get("description"), f"{where}.description") or "",
        tuple([_plain_command(c) or _command(c, f"{where}.commands[{i}]") for i, c in enumerate(commands)]),
        tuple(text(m, f"{where}.metrics[{i}]") for i, m in enumerate(metrics)),
        optional_text(data.get("kind"), f"{where}.kind") or "",
    )


def _plain_command(given: object) -> Command | None:
    """A command that takes nothing and is written as it should be, as most are: read without looking at each field."""
    if type(given) is not dict or "id" not in given or "name" not in given:
        return None
    for key, value in given.items():
        if type(value) is not _PLAIN.get(key):
            return None
    get = given.get
    return Command(
        given["id"], given["name"], get("description", ""), get("dangerous", False), (), get("setting", False)
    )


def _command(given: object, where: str) -> Command:
    data = mapping(given, where)
    return Command(
        _needed_id(data, where),
        text(data.get("name"), f"{where}.name"),
        optional_text(data.get("description"), f"{where}.description") or "",
        flag(data.get("dangerous") or False, f"{where}.dangerous"),
        tuple(_takes(name, value, f"{where}.takes.{name}") for name, value in _each(data, "takes", where)),
        flag(data.get("setting") or False, f"{where}.setting"),
    )


def _each(data: Mapping[str, object], key: str, where: str) -> Iterator[tuple[str, object]]:
    yield from mapping(data.get(key) or {}, f"{where}.{key}").items()


def _takes(name: str, given: object, where: str) -> Takes:
    data = mapping({} if given is None else given, where)
    least, most = (_bound(data.get(key), f"{where}.{key}") for key in ("min", "max"))
    given_options = list_of(data.get("options") or [], f"{where}.options")
    options = tuple(text(o, f"{where}.options[{i}]") for i, o in enumerate(given_options))
    return Takes(name, least, most, optional_text(data.get("unit"), f"{where}.unit") or "", options)


def _bound(given: object, where: str) -> float | None:
    if given is None or (isinstance(given, int | float) and not isinstance(given, bool)):
        return given
    raise RequestError(f"must be a number, not {kind_of(given)}", where)


def _needed_id(data: Mapping[str, object], where: str) -> str:
    known = id_of(data.get("id"), f"{where}.id")
    if known is None:
        raise RequestError("missing", f"{where}.id", "everything that can be chosen needs an id")
    return str(known)
