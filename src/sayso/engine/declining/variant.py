"""Which of several ways to say a thing: the one that was not heard for longest, by the conversation alone."""

from collections.abc import Mapping, Sequence

from sayso.engine.nouns import Turn
from sayso.engine.pack import Pack


def anew(pack: Pack, key: str, history: Sequence[Turn], values: Mapping[str, object] | None = None) -> str:
    """A reply in other words than it was said in last; where none was said, in its first."""
    told = {name: str(value) for name, value in (values or {}).items()}
    ways = [text.format_map(told) for text in (pack.replies[key], *pack.variants.get(key, ()))]
    said = [_flat(turn.content) for turn in history if turn.role == "assistant"]
    return min(ways, key=lambda way: max((i for i, text in enumerate(said) if _flat(way) in text), default=-1))


def _flat(text: str) -> str:
    """A text whose questions may have been closed since."""
    return text.replace("?", ".")
