"""What a terminal shows of an answer."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.terminal.screen.answer import shown
from sayso.terminal.screen.clean import clean, in_place, one_line
from sayso.terminal.screen.lines import columns, folded
from sayso.terminal.screen.marks import marked
from sayso.terminal.screen.screen import Screen
from sayso.terminal.screen.why import explained
from sayso.terminal.talk.turn import ShownTurn, turn_of

WORDS = {"told_yes": "Sì", "told_no": "No"}
COLOURED = Screen(True, 80)


def turn(said: str, reply: str, steps: list[dict[str, object]] | None = None, **more: object) -> ShownTurn:
    assistant = {"id": "a", "content": reply, "decision": {"status": "call", "steps": steps or []}, **more}
    return turn_of({"user": {"content": said}, "assistant": assistant})


def step(**arguments: tuple[object, object]) -> dict[str, object]:
    sources = {
        name: {"kind": "message", "span": span} if isinstance(span, list) else {"kind": span}
        for name, (_, span) in arguments.items()
    }
    parameters = {name: value for name, (value, _) in arguments.items()}
    return {"status": "call", "tool_name": "x", "confidence": 0.5, "parameters": parameters, "sources": sources}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("buy \x1b[31mmilk\x07\x9b2J", "buy [31mmilk2J"),
        ("a\u202eb\u2066c\u200fd", "abcd"),
        ("👩‍🌾 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🥛", "👩‍🌾 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🥛"),
        ("half \ud83d", "half \ufffd"),
        ("one\ntwo\u2028three\r\n", "one\ntwo three\n"),
    ],
)
def test_what_could_paint_the_screen_is_taken_out(text: str, kept: str) -> None:
    assert clean(text) == kept


@given(st.text())
def test_no_text_moves_the_cursor_and_marks_keep_their_place(text: str) -> None:
    assert all(unicodedata.category(c) not in ("Cc", "Cs") for c in one_line(text) + in_place(text))
    assert len(in_place(text)) == len(text)


@given(st.text(alphabet="ab 牛́1.[]", max_size=60), st.integers(20, 30))
def test_folded_lines_fit_and_lose_no_word(line: str, width: int) -> None:
    pieces = list(folded(line, width))
    assert all(columns(piece) <= width for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(line.split())


def test_each_argument_has_its_colour_and_the_narrowest_of_two_wins() -> None:
    steps = [step(title=("buy milk tomorrow", [4, 21]), due=("2026-11-17", [13, 21]), priority=("medium", "default"))]
    text, legend = marked(turn("add buy milk tomorrow", "Added.", steps), COLOURED)
    assert text == "  \x1b[2madd \x1b[0m\x1b[36mbuy milk \x1b[0m\x1b[33mtomorrow\x1b[0m"
    assert legend == "  \x1b[36m■ title\x1b[0m  \x1b[33m■ due\x1b[0m"
    assert not list(marked(turn("add buy milk tomorrow", "Added.", steps), Screen(False, 80)))


def test_spans_beyond_the_message_and_other_nonsense_harm_nothing() -> None:
    odd = [step(a=("x", [2, 99]), b=("y", [5, 1]), c=("z", "history"), d=(None, [True, "x"]))]
    assert "".join(marked(turn("add", "?", odd), COLOURED))
    assert "from what was said before" in explained(turn("add", "?", odd), Screen())


def test_what_is_open_is_offered_by_number_and_yes_or_no_by_letter() -> None:
    offers = [{"label": "buy\nmilk", "description": "#1"}, {"label": "call mom"}]
    asked = turn("complete", "Which?", suggestions=offers, is_open=True)
    assert shown(asked, Screen(), WORDS) == "Which?\n  [1] buy milk  (#1)\n  [2] call mom"
    assert shown(turn("complete", "Which?", suggestions=offers), Screen(), WORDS) == "Which?"
    sure = turn("elimina", "Elimino?", is_open=True, confirm=True)
    assert shown(sure, Screen(), WORDS) == "Elimino?"
    assert shown(sure, Screen(False, 80), WORDS) == "Elimino?\n  [s] Sì  [n] No"


def test_readings_are_drawn_small() -> None:
    points = [{"at": "2026-11-16T10:00:00Z", "value": value} for value in (2, 3.5, None, 9)]
    series = [
        {"metric": "temperature", "unit": "°C", "points": points},
        {"metric": "humidity", "points": [{"value": True}, {"value": 10**400}, "x"]},
        "nonsense",
    ]
    results = [
        {"tool_name": "metrics_read", "result": {"series": series}},
        {"tool_name": "metrics_read", "result": {"series": None}},
        {"tool_name": "other", "result": {"series": series}},
    ]
    read = turn("how warm", "Here it is.", results=results)
    assert shown(read, Screen(), WORDS) == "Here it is.\n  temperature  ▁▂ █  2 … 9 °C"


@pytest.mark.parametrize(
    "exchange",
    [None, [], {}, {"user": {}, "assistant": {}}, {"user": {"content": 1}, "assistant": {"id": "a", "content": "b"}}],
)
def test_what_is_no_exchange_is_refused(exchange: object) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        turn_of(exchange)


def test_an_answer_without_the_model_has_a_small_mark_and_its_cost_is_told_why() -> None:
    model = {"asked": True, "fallback": "slow", "tokens_in": 120, "tokens_out": 7, "seconds": 20.0, "money": 0.01}
    made = turn("add milk", "Added 'milk'.", [step(title=("milk", [4, 8]))], model=model)
    words = {"told_without_model": "(without it)"}
    assert shown(made, Screen(False, 80), words).endswith("\n(without it)")
    assert "without" not in shown(made, Screen(False, None), words)  # a script wants the answer alone
    told = explained(made, Screen(False, 80))
    assert "120 tokens read, 7 written, 20.0 s, cost 0.01, not used: slow" in " ".join(told.split())
