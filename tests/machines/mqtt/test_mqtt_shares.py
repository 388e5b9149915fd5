"""Parts of all, the ends of a scale, and buttons, in the words of a family."""

import pytest

from sayso import Engine
from sayso_evals.home import HOME, House, Order


@pytest.fixture(scope="module")
def houses(engine: Engine) -> dict[str, House]:
    return {language: House(language, engine, HOME / "sixth") for language in ("en", "it")}


def ordered(houses: dict[str, House], language: str, message: str) -> tuple[Order, ...]:
    line = {"message": message, "language": language, "expect": {"do": "nothing", "calls": []}}
    return houses[language].hear(line).orders


SHARES = [
    ("en", "big lounge shutters a third open", ("living_shutters", "set_position", 33)),
    ("en", "set the lounge shutters to three quarters", ("living_shutters", "set_position", 75)),
    ("en", "chandelier two thirds", ("living_light", "set_brightness", 67)),
    ("en", "lower the chandelier to a quarter", ("living_light", "set_brightness", 25)),
    ("en", "set the chandelier to 2", ("living_light", "set_brightness", 2)),
    ("en", "put the hot water tank as low as it goes", ("water_heater", "set_temperature", 30)),
    ("en", "hot water tank at maximum", ("water_heater", "set_temperature", 75)),
    ("it", "tapparelle grandi a tre quarti", ("living_shutters", "set_position", 75)),
    ("it", "tapparelle grandi a mezz'asta", ("living_shutters", "set_position", 50)),
    ("it", "metti le tapparelle grandi a due terzi", ("living_shutters", "set_position", 67)),
    ("it", "abbassa il lampadario a un quarto", ("living_light", "set_brightness", 25)),
    ("it", "boiler al minimo", ("water_heater", "set_temperature", 30)),
]
BUTTONS = [
    ("en", "feed Tiger", ("pet_feeder", "press_feed", None)),
    ("en", "calibrate the lounge shutters", ("living_shutters", "press_calibrate", None)),
    ("en", "reset the filter of the robot vacuum", ("vacuum", "press_reset_filter", None)),
    ("it", "dai da mangiare al gatto", ("pet_feeder", "press_feed", None)),
]


@pytest.mark.parametrize(("language", "message", "order"), [*SHARES, *BUTTONS], ids=lambda row: str(row)[:40])
def test_it_is_set_to_what_was_said(
    language: str, message: str, order: tuple[str, str, float | None], houses: dict[str, House]
) -> None:
    assert ordered(houses, language, message) == (order,)


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "lower the chandelier by a quarter"),
        ("en", "raise the chandelier by a third"),
        ("en", "close the lounge shutters to a quarter"),
        ("it", "abbassa il lampadario di un quarto"),
        ("it", "alza il lampadario di un terzo"),
    ],
)
def test_by_a_part_is_not_to_a_part(language: str, message: str, houses: dict[str, House]) -> None:
    assert ordered(houses, language, message) == ()
