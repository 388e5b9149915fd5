"""The pattern language: what it reads, and what it says of what it cannot read."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from sayso.engine.pattern import NO_SLOTS, Parser, Pattern, PatternError, outline, spans_of

MACROS = {"list": "(to do list|tasks)", "loop": "<loop>"}


def pattern(text: str) -> Pattern:
    return Pattern(text, outline(text, Parser(MACROS, lambda w: (w.lower(),)).parse, NO_SLOTS))


@pytest.mark.parametrize(
    ("text", "said", "slots"),
    [
        ("add {title}", "add buy milk ", {"title": "buy milk"}),
        ("[please] add {title} to <list>", "add milk to tasks ", {"title": "milk"}),
        ("add {title} [to <list>]", "add milk to tasks ", {"title": "milk"}),
        ("show ... <list>", "show me all of my tasks ", {}),
        ("show ... <list>", "show tasks ", {}),
        ("(add {title}|put {title} down)", "put milk down ", {"title": "milk"}),
    ],
)
def test_a_pattern_reads(text: str, said: str, slots: dict[str, str]) -> None:
    found = pattern(text).match(said, 0, len(said))
    assert found is not None
    read = {name: said[a:b] for name, (a, b) in spans_of(found).items() if " " not in name}
    assert read == slots


@pytest.mark.parametrize("said", ["add ", "adding milk ", "milk add "])
def test_a_pattern_reads_whole_words_only(said: str) -> None:
    assert pattern("add {title}").match(said, 0, len(said)) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("add (milk", "never closed"),
        ("add milk)", "unexpected"),
        ("add {ti tle}", "neither a slot nor a name"),
        ("<nowhere>", "there is no <nowhere>"),
        ("<loop>", "defined by itself"),
        ("[maybe]", "can match nothing"),
    ],
)
def test_a_broken_pattern_says_why(text: str, why: str) -> None:
    with pytest.raises(PatternError, match=why):
        pattern(text)


def test_every_way_to_divide_two_slots_is_found() -> None:
    said = "move meet at the pier at noon "
    ways = [
        said[a:b] for spans in pattern("move {task} at {due}").divisions(said, 0, len(said)) for a, b in [spans["task"]]
    ]
    assert ways == ["meet", "meet at the pier"]


def test_a_pattern_is_read_alike_by_many_threads_at_once() -> None:
    """Patterns are parsed when they are first tried: two messages at once may be the first."""
    macros = {f"m{i}": " ".join(f"[word{j} <m{i + 1}>]" for j in range(3)) for i in range(5)} | {"m5": "end"}
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            for _ in range(20):
                parser = Parser(macros, str.split)
                trees = list(threads.map(parser.parse, ["<m0> {title}"] * 8))
                assert all(tree == trees[0] for tree in trees)
    finally:
        sys.setswitchinterval(usual)
