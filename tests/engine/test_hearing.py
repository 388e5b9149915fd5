"""Wording that no pattern foresaw: what changes something is offered, what only reads is done, the rest is let be."""

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from records import ENGLISH, ITALIAN, MACHINES, NOW, Record, deeds, talk

from sayso import Engine
from sayso.engine.read.heard import IntentPrediction, Tagged
from sayso.engine.read.pieces import BUCKETS, pieces
from sayso.languages.shipped import ShippedTagger

TAGGER = ShippedTagger()


@pytest.mark.parametrize(
    ("context", "message", "tool", "said"),
    [
        (ENGLISH, "the milk is sorted", "complete_task", {"task_identifier": "milk"}),
        (
            ENGLISH,
            "I would love it if the milk thing was gone from my list",
            "delete_task",
            {"task_identifier": "milk"},
        ),
        (ENGLISH, "the milk thing can go", "delete_task", {"task_identifier": "milk"}),
        (
            ENGLISH,
            "I'd rather do the milk on friday",
            "update_task",
            {"task_identifier": "milk", "new_due": "2026-11-20"},
        ),
        (
            ENGLISH,
            "the milk is way more important now",
            "update_task",
            {"task_identifier": "milk", "new_priority": "high"},
        ),
        (
            ENGLISH,
            "I could use the oven being on",
            "machine_command_execute",
            {"device_id": "oven", "machine_command_id": "on"},
        ),
        (ITALIAN, "il latte l'ho preso", "complete_task", {"task_identifier": "milk"}),
        (
            ITALIAN,
            "il forno lo vorrei spento",
            "machine_command_execute",
            {"device_id": "oven", "machine_command_id": "off"},
        ),
    ],
)
def test_a_change_that_was_only_heard_waits_for_a_yes(
    context: Record, message: str, tool: str, said: dict[str, object], engine: Engine
) -> None:
    assert deeds(talk(engine, context, message)) == [("confirm", tool, said)]
    assert deeds(talk(engine, context, message, "yes")) == [("call", tool, said)]


@pytest.mark.parametrize(
    ("context", "message", "tool", "said"),
    [
        (ENGLISH, "what's cooking for tomorrow on my list", "list_tasks", {"due": "tomorrow"}),
        (ENGLISH, "how much have I got left to do", "list_tasks", {"filter": "pending"}),
        ({}, "how much have I got left to do", "list_tasks", {"filter": "pending"}),
        (ENGLISH, "how hot is the oven", "metrics_read", {"device_id": "oven", "metric_names": ["temperature"]}),
        (
            ITALIAN,
            "quanti gradi fa il frigo cucina",
            "metrics_read",
            {"device_id": "fridge", "metric_names": ["temperature"]},
        ),
    ],
)
def test_what_only_reads_is_read_at_once(
    context: Record, message: str, tool: str, said: dict[str, object], engine: Engine
) -> None:
    assert deeds(talk(engine, context, message)) == [("call", tool, said)]


@pytest.mark.parametrize(
    "message",
    [
        "when is the dentist?",
        "when do I have to call the dentist?",
        "is the dentist done?",
    ],
)
def test_a_question_about_one_task_shows_that_task(message: str, engine: Engine) -> None:
    assert deeds(talk(engine, ENGLISH, message)) == [("call", "list_tasks", {"search": "call the dentist"})]


@pytest.mark.parametrize(
    ("context", "message"),
    [
        (ENGLISH, "I've not bought the milk yet"),
        (ENGLISH, "don't touch the milk"),
        (ITALIAN, "non ho ancora preso il latte"),
        (ITALIAN, "il forno non lo vorrei spento"),
    ],
)
def test_what_is_denied_is_not_done(context: Record, message: str, engine: Engine) -> None:
    assert talk(engine, context, message).status == "decline"


@pytest.mark.parametrize(
    "message",
    [
        "we're out of milk",
        "the milk went sour",
        "my sister called the dentist",
        "it's freezing in here",
        "the milk",
        "milk",
    ],
)
def test_what_is_merely_told_or_named_changes_nothing(message: str, engine: Engine) -> None:
    assert talk(engine, ENGLISH, message).status == "decline"


def test_a_record_that_nobody_listed_is_never_another_one(engine: Engine) -> None:
    assert talk(engine, {}, "the milk thing can go").status == "decline"
    assert talk(engine, ENGLISH, "the blender can go off").status == "decline"
    assert deeds(talk(engine, ENGLISH, "the piano can go")) == [("failed", "delete_task", {})]
    assert deeds(talk(engine, ITALIAN, "il tostapane lo vorrei spento")) == [("failed", "machine_command_execute", {})]


@pytest.mark.parametrize(
    ("context", "message", "said"),
    [
        (
            ENGLISH,
            "could you be so kind as to delete the milk",
            ("confirm", "delete_task", {"task_identifier": "milk"}),
        ),
        (ENGLISH, "would you mind marking the milk as done", ("call", "complete_task", {"task_identifier": "milk"})),
        (ENGLISH, "I was wondering if you could add buy eggs", ("call", "add_task", {"title": "buy eggs"})),
        (
            ITALIAN,
            "mi faresti la cortesia di aggiungere comprare le uova",
            ("confirm", "add_task", {"title": "comprare le uova"}),
        ),
    ],
)
def test_politeness_around_a_request_is_no_part_of_it(
    context: Record, message: str, said: tuple[str, str, dict[str, object]], engine: Engine
) -> None:
    assert deeds(talk(engine, context, message)) == [said]


words = st.lists(st.text(max_size=12), min_size=1, max_size=60)
marks = st.lists(st.lists(st.sampled_from(["tb", "ti", "n", "q", "C", "k", "g,", "e?", "?"]), max_size=3), max_size=70)
some = examples(100)


@pytest.mark.untraced
@some
@given(said=words, known=marks)
def test_tags_lie_inside_the_clause_and_never_overlap(said: list[str], known: list[list[str]]) -> None:
    known = [*known, *([] for _ in said)]
    heard = TAGGER(said, known)
    end = 0
    for tag in heard.spans:
        assert end <= tag.start < tag.end <= len(said)
        end = tag.end
    assert 0.0 < heard.probability <= 1.0 + 1e-6
    assert sum(heard.shares.values()) <= 1.0 + 1e-5
    assert TAGGER(said, known) == heard


@pytest.mark.untraced
@some
@given(text=st.text(max_size=200))
def test_any_text_is_heard_without_a_stumble_and_the_same_way_twice(text: str, engine: Engine) -> None:
    request = {"message": text, "now": NOW, "context": ENGLISH}
    assert engine.decide(request) == engine.decide(request)


@given(word=st.text(max_size=40), known=st.lists(st.text(max_size=3), max_size=4))
def test_a_word_becomes_a_few_pieces_that_the_tagger_has(word: str, known: list[str]) -> None:
    found = pieces(word, known)
    assert found
    assert len(found) == len(set(found)) <= 28
    assert all(0 < piece < BUCKETS for piece in found)


def test_where_an_intent_cannot_be_the_others_share_what_is_left() -> None:
    heard = IntentPrediction("yes", 0.6, "", 0.0, {"yes": 0.6, "add": 0.3, "list": 0.1}, (Tagged("title", 1, 3),))
    left = heard.without(frozenset(("yes",)))
    assert (left.intent, round(left.probability, 3)) == ("add", 0.75)
    assert left.spans == heard.spans
    assert heard.without(frozenset(("undo",))) is heard
    nothing = heard.without(frozenset(("yes", "add", "list")))
    assert (nothing.intent, nothing.probability, nothing.shares) == ("none", 0.0, {})


def test_an_answer_is_not_heard_where_nothing_was_asked(engine: Engine) -> None:
    for message in ("yes", "go ahead then", "nah", "the second"):
        assert talk(engine, {"machines": MACHINES}, message).status == "decline"
