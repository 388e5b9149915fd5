"""Which words say which value: one stretch of a message supports one parameter, and a call's values share them out."""

from collections.abc import Iterator, Mapping, Sequence

from sayso.engine.guarding.support import Leaf, Place

_TWO = {"switch", "choice"}  # which one word may say at once
_TRIED = 2000  # steps of the search for a way to give every value its own words
_PLACES = 12  # places that are tried for one value


def allot(wanted: Mapping[str, Sequence[Sequence[Place]]], taken: Sequence[tuple[int, int]]) -> dict[str, list[Place]]:
    """For each parameter a place for every one of its values, none overlapping another's; what finds none is missing.

    `wanted` has, for each parameter, the places where each of its plain values is said. Where two parameters want the
    same words, the longer stretch wins: "completed works" as a title leaves no "completed" for a state.
    """
    able = {n: p for n, p in wanted.items() if p and all(p)}
    order = sorted(able, key=lambda n: (-_length(able[n]), n))
    slots = [(n, places[:_PLACES]) for n in order for places in able[n]]
    whole = _search(slots, list(taken), [_TRIED])
    if whole is not None:
        out: dict[str, list[Place]] = {n: [] for n in order}
        for (name, _), place in zip(slots, whole, strict=True):
            out[name].append(place)
        return out
    return dict(_greedy(order, able, list(taken)))


def shared_out(
    wanted: Mapping[str, Sequence[Sequence[Place]]], taken: Sequence[tuple[int, int]], sorts: Mapping[str, str]
) -> dict[str, list[Place]]:
    """The same, but that a switch and a choice may be said by one word: "vegan options" in a menu of that kind."""
    own = allot(wanted, taken)
    for name in (n for n, p in wanted.items() if n not in own and p and all(p) and sorts[n]):
        others = [r for n, ps in own.items() if {sorts[n], sorts[name]} != _TWO for place in ps for r in place]
        own.update(allot({name: wanted[name]}, [*taken, *others]))
    return own


def _length(values: Sequence[Sequence[Place]]) -> int:
    return max(b - a for places in values for place in places for a, b in place)


def _search(
    slots: Sequence[tuple[str, Sequence[Place]]], taken: list[tuple[int, int]], left: list[int]
) -> list[Place] | None:
    if not slots:
        return []
    for place in slots[0][1]:
        left[0] -= 1
        if left[0] < 0:
            return None
        if _is_free(place, taken):
            rest = _search(slots[1:], [*taken, *place], left)
            if rest is not None:
                return [place, *rest]
    return None


def _greedy(
    order: Sequence[str], able: Mapping[str, Sequence[Sequence[Place]]], taken: list[tuple[int, int]]
) -> Iterator[tuple[str, list[Place]]]:
    for name in order:
        found = _search([(name, p[:_PLACES]) for p in able[name]], taken, [_TRIED])
        if found is not None:
            taken.extend(r for place in found for r in place)
            yield name, found


def _is_free(place: Place, taken: Sequence[tuple[int, int]]) -> bool:
    return all(b <= s or a >= e for a, b in place for s, e in taken)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def leaves_of(name: str, value: object, schema: Mapping[str, object], tool: frozenset[str]) -> list[Leaf]:
    """The plain values in a value, and the keys of objects that the schema does not declare."""
    return list(_leaves(Leaf(name, value, schema, tool)))


def _leaves(leaf: Leaf) -> Iterator[Leaf]:
    value, schema = leaf.value, leaf.schema
    if isinstance(value, list) and len(value) > 1 and all(_is_number(v) for v in value):
        yield leaf
    elif isinstance(value, list | tuple):
        items = schema.get("items")
        inside = items if isinstance(items, Mapping) else {}
        for item in value:
            yield from _leaves(Leaf(leaf.name, item, inside, leaf.tool, is_listed=True))
    elif isinstance(value, Mapping):
        given = schema.get("properties")
        known = given if isinstance(given, Mapping) else {}
        for key, item in value.items():
            if key not in known:
                yield Leaf(leaf.name, str(key), {}, leaf.tool)
            declared = known.get(key)
            inside = declared if isinstance(declared, Mapping) else {}
            yield from _leaves(Leaf(f"{leaf.name} {key}", item, inside, leaf.tool))
    else:
        yield leaf
