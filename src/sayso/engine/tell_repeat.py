"""How something repeats, told in the person's language: "every Monday at 08:00 until Tuesday 1 June"."""

from collections.abc import Sequence

from sayso.engine.pack import Pack
from sayso.engine.values.rules import Rule, read_rule

_WORKDAYS = frozenset(range(5))
_WEEKEND = frozenset((5, 6))


def in_words(pack: Pack, text: str, due: str = "") -> str:
    """A rule in words, with the time of day of what repeats; an empty one is told as such."""
    rule = read_rule(text) if text else None
    if not text:
        return pack.replies["repeat_never"]
    if rule is None:
        return _say(pack, "repeat_rule", rule=text)
    told = _core(pack, rule)
    if "T" in due:
        told = _say(pack, "repeat_at", rule=told, time=due[11:16])
    if rule.until is not None:
        on = rule.until
        day = f"{on.day} {pack.labels['months'][str(on.month)]} {on.year}"
        return _say(pack, "repeat_until", rule=told, day=day)
    if rule.count:
        return _say(pack, f"repeat_times_{'one' if rule.count == 1 else 'many'}", rule=told, n=rule.count)
    return told


def _core(pack: Pack, rule: Rule) -> str:
    many = "_many" if rule.interval > 1 else ""
    is_odd = bool(rule.positions) or (rule.months and rule.frequency != "YEARLY")
    days = frozenset(day for _, day in rule.days)
    match rule.frequency:
        case _ if is_odd:
            return _say(pack, "repeat_rule", rule=rule.text())
        case "WEEKLY" if rule.interval == 1 and days == _WORKDAYS:
            return pack.replies["repeat_workdays"]
        case "WEEKLY" if rule.interval == 1 and days == _WEEKEND:
            return pack.replies["repeat_weekend"]
        case "WEEKLY" if rule.days:
            named = [pack.labels["weekdays"][str(day)] for _, day in rule.days]
            return _say(pack, f"repeat_days{many}", days=_listed(pack, named), n=rule.interval)
        case "MONTHLY" if rule.month_days == (-1,) and not rule.days and not many:
            return pack.replies["repeat_month_end"]
        case "MONTHLY" if rule.month_days and not rule.days:
            named = [_month_day(pack, day) for day in rule.month_days]
            return _say(pack, f"repeat_month_days{many}", days=_listed(pack, named), n=rule.interval)
        case "MONTHLY" if rule.days and not rule.month_days and not many and all(n for n, _ in rule.days):
            named = [_place(pack, n, day) for n, day in rule.days]
            return _say(pack, "repeat_places", days=_listed(pack, named))
        case "YEARLY" if rule.months and rule.month_days and not rule.days and not many:
            months = _listed(pack, [pack.labels["months"][str(month)] for month in rule.months])
            return _say(pack, "repeat_dates", days=_listed(pack, [str(d) for d in rule.month_days]), months=months)
        case _ if rule.days or rule.month_days or rule.months:
            return _say(pack, "repeat_rule", rule=rule.text())
        case _:
            return _say(pack, f"repeat_{rule.frequency.lower()}{many}", n=rule.interval)


def _month_day(pack: Pack, day: int) -> str:
    labels = pack.labels["month_days"]
    return labels.get(str(day), labels["other"].format(n=day))


def _place(pack: Pack, place: int, day: int) -> str:
    places = pack.labels["places"]
    return f"{places.get(f'{place} {day}') or places.get(str(place), str(place))} {pack.labels['weekdays'][str(day)]}"


def _listed(pack: Pack, names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {pack.replies['repeat_and']} {names[-1]}"


def _say(pack: Pack, key: str, **values: object) -> str:
    return pack.replies[key].format_map({k: str(v) for k, v in values.items()})
