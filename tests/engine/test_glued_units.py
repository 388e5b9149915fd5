"""A unit of time that is written to its number says what it says with a blank between them."""

from itertools import product

import pytest
from machines_said import KITCHEN, NOW, steps_of

from sayso import Engine

TASKS = [{"id": "t1", "title": "dentist", "due": "2026-11-18T15:00:00+01:00"}, {"id": "t2", "title": "palestra"}]
FRAMES = {
    "en": [
        "remind me to call Ann in {}",
        "push the dentist by {}",
        "move the dentist {} later",
        "turn on the oven for {}",
        "turn off the oven in {}",
    ],
    "it": [
        "ricordami di chiamare Anna tra {}",
        "sposta il dentist di {}",
        "spegni il forno tra {}",
        "accendi il forno per {}",
    ],
}
UNITS = {"en": [("h", "hours"), ("hrs", "hours"), ("min", "minutes")], "it": [("h", "ore"), ("min", "minuti")]}
SAID = [
    (frame.format(f"{n}{short}"), frame.format(f"{n} {long}"))
    for language in FRAMES
    for frame, n, (short, long) in product(FRAMES[language], (2, 3, 20, 45), UNITS[language])
    if n < 20 or short == "min"
]


@pytest.mark.parametrize(("glued", "parted"), SAID)
def test_a_unit_written_to_its_number_is_read_as_one_of_its_own(engine: Engine, glued: str, parted: str) -> None:
    context = {"tasks": TASKS, "machines": KITCHEN}
    told = [
        [
            (s["status"], s["tool_name"], s["parameters"])
            for s in steps_of(engine, {"message": m, "now": NOW, "context": context})
        ]
        for m in (glued, parted)
    ]
    assert told[0] == told[1]
    assert told[0]


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("add 3d print the hook", "3d print the hook"),
        ("add buy 10mm screws", "buy 10mm screws"),
        ("add watch b12", "watch b12"),
    ],
)
def test_other_letters_after_a_number_stay_in_a_title(engine: Engine, message: str, title: str) -> None:
    (step,) = steps_of(engine, {"message": message, "now": NOW, "context": {"tasks": TASKS}})
    assert step["parameters"]["title"] == title


def test_an_hour_that_is_written_so_is_no_stretch_where_nothing_is_moved(engine: Engine) -> None:
    for message in ("make the dentist 16h", "dentist 16h"):
        steps = steps_of(engine, {"message": message, "now": NOW, "context": {"tasks": TASKS}})
        assert all(s["parameters"].get("new_due", "")[11:16] in ("", "16:00") for s in steps)
