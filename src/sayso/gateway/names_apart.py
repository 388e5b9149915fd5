"""Names of several servers as one list: each stays as it is where no other is the same."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import count

Named = tuple[str, str]  # a server, and a name of its own
Prefixed = Callable[[str, str], str]  # a server's name before one of its own


def before(server: str, name: str) -> str:
    """A server's name before the name of a tool or a prompt."""
    return f"{server}_{name}"


def before_uri(server: str, uri: str) -> str:
    """A server's name before what a URI names."""
    scheme, _, rest = uri.partition("://")
    return f"{scheme}://{server}/{rest}"


def names_apart(found: Sequence[Named], prefixed: Prefixed, reserved: Collection[str] = ()) -> list[str]:
    """A name for each, all of them different and none reserved: its own, else with its server's before it. What is
    called by itself as another becomes by that gets its server's name, too.

    >>> names_apart([("a", "x"), ("b", "x"), ("b", "a_x")], before)
    ['a_x', 'b_x', 'b_a_x']
    """
    names = [name for _, name in found]
    is_own = [True] * len(names)
    while True:
        often = Counter((*reserved, *names))
        clashing = [i for i, name in enumerate(names) if is_own[i] and often[name] > 1]
        if not clashing:
            return _numbered(found, names, prefixed, reserved)
        for i in clashing:
            names[i], is_own[i] = prefixed(*found[i]), False


def _numbered(found: Sequence[Named], names: Sequence[str], prefixed: Prefixed, reserved: Collection[str]) -> list[str]:
    """Where two are still the same ("a" with "b_x", "a_b" with "x"), the later server's name gets a number."""
    taken, used, out = {*reserved, *names}, set(reserved), list[str]()
    for (server, own), name in zip(found, names, strict=True):
        others = (prefixed(f"{server}_{number}", own) for number in count(2))
        out.append(name if name not in used else next(other for other in others if other not in taken))
        used.add(out[-1])
        taken.add(out[-1])
    return out
